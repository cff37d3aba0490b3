import { env } from '@/server/env'
import { type ShortLink, shortLinkUrl } from '@/server/links/short-link'
import { store } from '@/server/store/store'
import { type FailureKind, UpstreamFailure } from '@/server/upstream/failure'
import { createUpstream, type RunUpstream } from '@/server/upstream/policy'
import { createSingleFlight, type ShareFlight } from '@/server/upstream/single-flight'
import { createFetchHop } from './fetch-hop'
import { type Chain, type ChainEnd, followChain } from './follow-chain'
import { deadLink, leadsElsewhere, leadsNowhere, unreachable } from './link-errors'
import { createLinkMemory, type LinkMemory, type RememberedLink } from './link-memory'
import { gatewayAgent, pinnedAgent, resolveHost } from './pinned-agent'
import { type ExpandedLink, readTarget } from './target'

export interface ExpanderParts extends Chain {
  memory: LinkMemory
  upstream: RunUpstream
  shareFlight: ShareFlight
}

export interface Expander {
  /**
   * Says what a short link stands for: from memory, where it was expanded within 30 days, or over the network.
   * @throws PinrefError `no_listing_in_link` where it leads to a map link that names no single listing,
   *   `listing_not_found` for a dead link, `upstream_blocked` where Google refuses this server, `upstream_unavailable`
   *   where too many links are being followed or most of them fail, `link_unreachable` else.
   */
  expand(link: ShortLink, signal: AbortSignal): Promise<ExpandedLink>
}

export function createExpander(parts: ExpanderParts): Expander {
  return {
    expand: (link, signal) =>
      parts.shareFlight(`${link.host}/${link.path}`, (shared) => expandOnce(link, parts, shared), signal),
  }
}

async function expandOnce(link: ShortLink, parts: ExpanderParts, signal: AbortSignal): Promise<ExpandedLink> {
  const { memory, upstream } = parts
  const known = endOf(await memory.recall(link))
  if (known) return expanded(known)
  const end = await upstream((running) => follow(link, parts, running), signal).catch((error: unknown) => {
    throw isOfLink(error) ? unreachable(error) : error
  })
  if (end.kind === 'found') await memory.remember(link, { target: end.url.href })
  if (end.kind === 'dead') await memory.remember(link, { target: null })
  return expanded(end)
}

async function follow(link: ShortLink, chain: Chain, signal: AbortSignal): Promise<ChainEnd> {
  try {
    return await followChain(new URL(shortLinkUrl(link)), chain, signal)
  } catch (error) {
    // That the callers have gone is no failure of the upstream.
    signal.throwIfAborted()
    throw error
  }
}

/** What a call came to that was made. The others are our own policy's: they say nothing of the link. */
const failuresOfLink: ReadonlySet<FailureKind> = new Set(['unreachable', 'server_error', 'bad_answer', 'timeout'])

function isOfLink(error: unknown): boolean {
  return error instanceof UpstreamFailure && failuresOfLink.has(error.kind)
}

/** The end of a chain that was followed before; null where there is none, or where it is read differently by now. */
function endOf(remembered: RememberedLink | null): ChainEnd | null {
  if (remembered === null) return null
  if (remembered.target === null) return { kind: 'dead' }
  if (!URL.canParse(remembered.target)) return null
  const url = new URL(remembered.target)
  const target = readTarget(url)
  return target.kind === 'onward' || target.kind === 'blocked' ? null : { kind: 'found', url, target }
}

function expanded(end: ChainEnd): ExpandedLink {
  if (end.kind === 'found') {
    if (end.target.kind === 'names_nothing') throw end.target.error
    return end.target
  }
  if (end.kind === 'dead') throw deadLink()
  throw end.kind === 'elsewhere' ? leadsElsewhere() : leadsNowhere()
}

/** For a whole chain, with its wait for a turn and its retry. */
const timeoutMs = 5_000

/** As long as others who follow such links wait before they ask again. */
const pauseMs = 3_000

/** A link that is not found holds its turn for the pause. */
const concurrency = 64
const queue = 256

let built: Expander | undefined

/** The expander of this process. */
export function linkExpander(): Expander {
  const gateway = env().LINK_GATEWAY_URL
  built ??= createExpander({
    fetchHop: createFetchHop(gateway === undefined ? pinnedAgent(resolveHost) : gatewayAgent(), gateway),
    timeoutMs,
    pauseMs,
    memory: createLinkMemory(async () => (await store()).redis),
    upstream: createUpstream({ name: 'Short links', concurrency, queue, timeoutMs }),
    shareFlight: createSingleFlight(),
  })
  return built
}
