import type { Redis } from '@upstash/redis'
import * as z from 'zod'
import { featureIdOf, knownPlaceIdOf } from '@/server/places/identifiers/feature-id'
import { type ShortLink, shortLinkUrl } from '@/server/places/links/reference'
import { type FailureKind, UpstreamFailure } from '@/server/places/upstream/failure'
import type { Lookup } from '@/server/places/upstream/lookup'
import { createUpstream, type InTurn, type RunUpstream } from '@/server/places/upstream/policy'
import { createSingleFlight, type ShareFlight } from '@/server/places/upstream/single-flight'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { env } from '@/server/platform/settings/env'
import { stateRecorder } from '@/server/platform/store/service-status'
import { store } from '@/server/platform/store/store'
import { createFetchHop, type FetchHop } from './fetch-hop'
import {
  type Chain,
  type ChainEnd,
  deadLink,
  followChain,
  leadsElsewhere,
  leadsNowhere,
  unreachable,
} from './follow-chain'
import { gatewayAgent, pinnedAgent, resolveHost } from './pinned-agent'
import { type ExpandedLink, readTarget } from './target'

/** A short link's target (null if the link is dead), or its listing's place id. */
export type RememberedLink = { target: string | null } | { placeId: string }

const stored = z.union([z.object({ target: z.string().nullable() }), z.object({ placeId: z.string() })])

/** A target may contain coordinates, which Google's terms allow us to cache for 30 days. */
const cacheSeconds = 30 * 24 * 60 * 60

/** Long enough to avoid requesting a dead link over and over, but short enough for a link that was just created. */
const deadSeconds = 5 * 60

/**
 * Returns `link:<host>/<path>`. A `ShortLink` has no query, so parameters like `?g_st=` never create a second entry. Codes are
 * case-sensitive.
 */
function keyOf({ host, path }: ShortLink): string {
  return `link:${host}/${path}`
}

/** Caches short links. If the store fails, the lookup still succeeds, but the next lookup follows the chain again. */
export interface LinkMemory {
  /** Returns a short link's cached entry; null if there is none. */
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
      const seconds = isDead ? deadSeconds : cacheSeconds
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
 * Returns the place id of a short link's listing without following the link; null if the place id is unknown.
 * @throws the signal's reason if it aborts.
 */
export type PlaceIdOfLink = (link: ShortLink, lookup: Lookup) => Promise<string | null>

export interface Expander {
  /**
   * Resolves a short link: from the cache if it was expanded in the last 30 days, otherwise with `placeIdOfLink`, otherwise by
   * following its redirects. `placeIdOfLink` returns neither a name nor a Knowledge Graph id.
   * @throws PinrefError `no_listing_in_link` if the target is a map link that does not point to one listing,
   *   `listing_not_found` for a dead link, `upstream_blocked` if Google blocks this server, `upstream_unavailable` if
   *   too many links are being followed or most of them fail, and `link_unreachable` otherwise.
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
  const cached = cachedResult(await memory.recall(link))
  if (cached) return cached
  const placeId = await placeIdOfLink(link, lookup)
  const listing = placeId === null ? null : listingOf(placeId)
  if (placeId !== null && listing !== null) {
    afterResponse(memory.remember(link, { placeId }))
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

/** Follows a chain with one turn per hop, so that a chain holds no turn while it pauses before a retry. */
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
    // If the callers have disconnected, the upstream has not failed.
    signal.throwIfAborted()
    throw error
  }
}

/** Failures of the request itself. The other kinds result from Pinref's own policy and are unrelated to the link. */
const failuresOfLink: ReadonlySet<FailureKind> = new Set(['unreachable', 'server_error', 'bad_answer', 'timeout'])

function isOfLink(error: unknown): boolean {
  return error instanceof UpstreamFailure && failuresOfLink.has(error.kind)
}

/**
 * Returns a link's cached result; null if there is none, or if the result can no longer be parsed.
 * @throws PinrefError, as `expand` does, if the cached result is not a listing.
 */
function cachedResult(remembered: RememberedLink | null): ExpandedLink | null {
  if (remembered === null) return null
  if ('placeId' in remembered) return listingOf(remembered.placeId)
  if (remembered.target === null) return expanded({ kind: 'dead' })
  if (!URL.canParse(remembered.target)) return null
  const url = new URL(remembered.target)
  const target = readTarget(url)
  return target.kind === 'onward' || target.kind === 'blocked' ? null : expanded({ kind: 'found', url, target })
}

/** Returns the listing for a place id; null if the place id does not belong to a listing. */
function listingOf(placeId: string): ExpandedLink | null {
  const id = featureIdOf(placeId)
  if (id === null || id.cid === 0n) return null
  const facts = { cid: id.cid, placeId: knownPlaceIdOf(id), kgId: null, title: null, location: null }
  return {
    kind: 'listing',
    reference: { kind: 'listing', form: 'place_id', ...facts, canBeCut: false, canBeRounded: false },
  }
}

function expanded(end: ChainEnd): ExpandedLink {
  if (end.kind === 'found') {
    if (end.target.kind === 'names_nothing') throw end.target.error
    return end.target
  }
  if (end.kind === 'dead') throw deadLink()
  throw end.kind === 'elsewhere' ? leadsElsewhere() : leadsNowhere()
}

/** How long a whole chain may take, including its waits for turns and its retry. */
const timeoutMs = 5_000

/** The pause before a retry. Other programs that follow such links pause for the same time. */
const pauseMs = 3_000

/** These limits count hops, not chains. */
const slots = { concurrency: 64, queue: 256, perCaller: 8 }

let built: Expander | undefined

/** Returns this process's expander. */
export function linkExpander(): Expander {
  const gateway = env().LINK_GATEWAY_URL
  built ??= createExpander({
    fetchHop: createFetchHop(gateway === undefined ? pinnedAgent(resolveHost) : gatewayAgent(), gateway),
    timeoutMs,
    pauseMs,
    memory: createLinkMemory(async () => (await store()).redis),
    upstream: createUpstream({ name: 'Short links', slots, timeoutMs, onState: stateRecorder('short_links') }),
    shareFlight: createSingleFlight(),
  })
  return built
}
