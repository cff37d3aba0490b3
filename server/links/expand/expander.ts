import type { Redis } from '@upstash/redis'
import { z } from 'zod'
import { env } from '@/server/env'
import { featureIdOf, knownPlaceIdOf } from '@/server/identifiers/feature-id'
import { type ShortLink, shortLinkUrl } from '@/server/links/short-link'
import { afterAnswer } from '@/server/runtime/after-answer'
import { store } from '@/server/store/store'
import { type FailureKind, UpstreamFailure } from '@/server/upstream/failure'
import type { Lookup } from '@/server/upstream/lookup'
import { createUpstream, type InTurn, type RunUpstream } from '@/server/upstream/policy'
import { createSingleFlight, type ShareFlight } from '@/server/upstream/single-flight'
import { createFetchHop, type FetchHop } from './fetch-hop'
import { type Chain, type ChainEnd, followChain } from './follow-chain'
import { deadLink, leadsElsewhere, leadsNowhere, unreachable } from './link-errors'
import { gatewayAgent, pinnedAgent, resolveHost } from './pinned-agent'
import { type ExpandedLink, readTarget } from './target'

/** The address that a short link was found to lead to, null if there was no such link; or the place id of its listing. */
export type RememberedLink = { target: string | null } | { placeId: string }

const stored = z.union([z.object({ target: z.string().nullable() }), z.object({ placeId: z.string() })])

/** An address may contain a position, which Google's terms allow to be kept for 30 days. */
const keptSeconds = 30 * 24 * 60 * 60

/** Long enough that a dead link is not requested over and over, short enough for a link that was only just created. */
const deadSeconds = 5 * 60

/**
 * Returns `link:<host>/<path>`. A `ShortLink` has neither query nor junk, so `?g_st=` and the like never make a second
 * entry. Codes are case-sensitive.
 */
function keyOf({ host, path }: ShortLink): string {
  return `link:${host}/${path}`
}

/** Remembers short links. If the store fails, this lookup still gets its answer, but the next one follows the chain again. */
export interface LinkMemory {
  /** Returns what is known about a short link; null if nothing is. */
  recall(link: ShortLink): Promise<RememberedLink | null>
  remember(link: ShortLink, remembered: RememberedLink): Promise<void>
}

export function createLinkMemory(redis: () => Promise<Pick<Redis, 'get' | 'set'>>): LinkMemory {
  return {
    async recall(link) {
      const entry: unknown = await redis()
        .then((open) => open.get(keyOf(link)))
        .catch(() => null)
      return stored.safeParse(entry).data ?? null
    },
    async remember(link, remembered) {
      const isDead = 'target' in remembered && remembered.target === null
      const seconds = isDead ? deadSeconds : keptSeconds
      await redis()
        .then((open) => open.set(keyOf(link), JSON.stringify(remembered), { ex: seconds }))
        .catch(() => null)
    },
  }
}

export interface ExpanderParts extends Chain {
  memory: LinkMemory
  upstream: RunUpstream
  shareFlight: ShareFlight
}

/**
 * Returns the place id of the listing that a short link stands for, without following the link; null if it is not known.
 * @throws the signal's reason if it aborts.
 */
export type PlaceIdOfLink = (link: ShortLink, lookup: Lookup) => Promise<string | null>

export interface Expander {
  /**
   * Says what a short link stands for: from memory if it was expanded in the last 30 days, otherwise from `placeIdOfLink`,
   * otherwise by following its redirects. `placeIdOfLink` gives neither a name nor a Knowledge Graph id.
   * @throws PinrefError `no_listing_in_link` if it leads to a map link that names no single listing,
   *   `listing_not_found` for a dead link, `upstream_blocked` if Google refuses this server, `upstream_unavailable`
   *   if too many links are being followed or most of them fail, `link_unreachable` otherwise.
   */
  expand(link: ShortLink, placeIdOfLink: PlaceIdOfLink, lookup: Lookup): Promise<ExpandedLink>
}

export function createExpander(parts: ExpanderParts): Expander {
  return {
    expand: (link, placeIdOfLink, lookup) =>
      parts.shareFlight(
        `${link.host}/${link.path}`,
        (shared) => expandOnce(link, placeIdOfLink, parts, shared),
        lookup,
      ),
  }
}

async function expandOnce(
  link: ShortLink,
  placeIdOfLink: PlaceIdOfLink,
  parts: ExpanderParts,
  lookup: Lookup,
): Promise<ExpandedLink> {
  const { memory, upstream } = parts
  const known = knownFrom(await memory.recall(link))
  if (known) return known
  const placeId = await placeIdOfLink(link, lookup)
  const listing = placeId === null ? null : listingOf(placeId)
  if (placeId !== null && listing !== null) {
    afterAnswer(memory.remember(link, { placeId }))
    return listing
  }
  const following = upstream((running, inTurn) => follow(link, parts, running, inTurn), lookup)
  const end = await following.catch((error: unknown) => {
    throw isOfLink(error) ? unreachable(error) : error
  })
  if (end.kind === 'found') await memory.remember(link, { target: end.url.href })
  if (end.kind === 'dead') await memory.remember(link, { target: null })
  return expanded(end)
}

/** Follows a chain with one turn per hop, so a chain that pauses before it retries holds no turn. */
async function follow(link: ShortLink, chain: Chain, lookup: Lookup, inTurn: InTurn): Promise<ChainEnd> {
  const { signal } = lookup
  const fetchHop: FetchHop = (url, hopSignal) =>
    inTurn(() => {
      lookup.noteAsked()
      return chain.fetchHop(url, hopSignal)
    })
  try {
    return await followChain(new URL(shortLinkUrl(link)), { ...chain, fetchHop }, signal)
  } catch (error) {
    // If the callers have gone, the upstream has not failed.
    signal.throwIfAborted()
    throw error
  }
}

/** Failures of calls that were made. The other kinds come from Pinref's own policy and say nothing about the link. */
const failuresOfLink: ReadonlySet<FailureKind> = new Set(['unreachable', 'server_error', 'bad_answer', 'timeout'])

function isOfLink(error: unknown): boolean {
  return error instanceof UpstreamFailure && failuresOfLink.has(error.kind)
}

/**
 * Returns what is remembered of a link; null if nothing is, or if it no longer reads as what a link stands for.
 * @throws PinrefError, as `expand` does, if it is remembered as a link that gives no listing.
 */
function knownFrom(remembered: RememberedLink | null): ExpandedLink | null {
  if (remembered === null) return null
  if ('placeId' in remembered) return listingOf(remembered.placeId)
  if (remembered.target === null) return expanded({ kind: 'dead' })
  if (!URL.canParse(remembered.target)) return null
  const url = new URL(remembered.target)
  const target = readTarget(url)
  return target.kind === 'onward' || target.kind === 'blocked' ? null : expanded({ kind: 'found', url, target })
}

/** Returns the listing of a place id; null if it is not the place id of a listing. */
function listingOf(placeId: string): ExpandedLink | null {
  const id = featureIdOf(placeId)
  if (id === null || id.cid === 0n) return null
  const facts = { cid: id.cid, placeId: knownPlaceIdOf(id), kgId: null, title: null }
  return { kind: 'listing', reference: { kind: 'listing', form: 'place_id', ...facts, canBeCut: false } }
}

function expanded(end: ChainEnd): ExpandedLink {
  if (end.kind === 'found') {
    if (end.target.kind === 'names_nothing') throw end.target.error
    return end.target
  }
  if (end.kind === 'dead') throw deadLink()
  throw end.kind === 'elsewhere' ? leadsElsewhere() : leadsNowhere()
}

/** How long a whole chain may take, with its waits for turns and its retry. */
const timeoutMs = 5_000

/** The pause before a retry. Other programs that follow such links wait as long. */
const pauseMs = 3_000

/** Counted in hops, not chains. */
const slots = { concurrency: 64, queue: 256, perCaller: 8 }

let built: Expander | undefined

/** Returns the expander of this process. */
export function linkExpander(): Expander {
  const gateway = env().LINK_GATEWAY_URL
  built ??= createExpander({
    fetchHop: createFetchHop(gateway === undefined ? pinnedAgent(resolveHost) : gatewayAgent(), gateway),
    timeoutMs,
    pauseMs,
    memory: createLinkMemory(async () => (await store()).redis),
    upstream: createUpstream({ name: 'Short links', slots, timeoutMs }),
    shareFlight: createSingleFlight(),
  })
  return built
}
