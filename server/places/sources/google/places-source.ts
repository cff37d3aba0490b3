import type { Redis } from '@upstash/redis'
import * as z from 'zod'
import { type Cid, decimalCid, mayBeRounded } from '@/server/places/identifiers/cid'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { shortLinkUrl } from '@/server/places/links/reference'
import {
  type ListingDetails,
  type ListingKey,
  type ListingSource,
  listingFacts,
  NoSuchListing,
  type PresentListing,
} from '@/server/places/sources/listing-source'
import { type Lookup, withinDeadline } from '@/server/places/upstream/lookup'
import { lookupOptionsKey } from '@/server/places/upstream/lookup-options'
import { createUpstream } from '@/server/places/upstream/policy'
import { createSingleFlight } from '@/server/places/upstream/single-flight'
import { PinrefError } from '@/server/platform/problems/errors'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { type Part, stateRecorder } from '@/server/platform/store/service-status'
import { store } from '@/server/platform/store/store'
import { type AskPlaces, type ByPlaceId, detailsByPlaceId, identifiersByPlaceId, statusByPlaceId } from './by-place-id'
import { callPlaces, type PlacesSettings } from './call-places'
import { capabilityOfHost } from './capabilities'
import { hasFailed, type OutcomeOf, sortByOutcome } from './check-report'
import { createCidLookup, createLearntPlaceIds } from './cid-lookup'
import { callLegacyPlaces, type LegacySettings } from './legacy-places'
import { askByCidLink, createLinkResolver, type LinkResolverSettings } from './link-resolver'
import { askByZeroHalf, createPlaceIdFinder, firstToFind } from './place-id-finder'
import { matchName, searchText } from './search-text'

export interface PlacesSourceSettings extends PlacesSettings, LegacySettings, LinkResolverSettings {
  /** How long details are cached in the store; 0 turns the cache off. */
  cacheSeconds: number
  /** Returns the outcome of the last check of a Google capability. */
  outcomeOf: OutcomeOf
}

/** Google's quota of 600 calls per minute is ten per second, so more concurrency helps only with short bursts. */
const concurrency = 32
const queue = 128

const redis = async () => (await store()).redis

/** The fraction of the remaining time to spend on finding a listing whose place id is stale. */
const patience = 1 / 4

/** Creates the source that uses Places API (New) for listings and the Resolution API for short links. */
export function createPlacesSource(settings: PlacesSourceSettings): ListingSource {
  const { deadlineMs, cacheSeconds, callerShare, outcomeOf } = settings
  const slots = { concurrency, queue, perCaller: Math.ceil((concurrency * callerShare) / 100) }
  // Quotas are per method, so an exhausted quota must not block the other methods.
  const upstreamOf = (method: string, part: Part) =>
    createUpstream({
      name: `Google Places ${method}`,
      slots,
      timeoutMs: deadlineMs,
      onState: stateRecorder(part),
    })
  const runDetails = upstreamOf('Details', 'google_details')
  const runSearch = upstreamOf('Text Search', 'google_search')
  const runLegacy = upstreamOf('Legacy', 'google_legacy')
  const rejected = new Set<string>()
  const askDetails: AskPlaces = (call, lookup) =>
    runDetails((running, inTurn) => inTurn(() => callPlaces(call, settings, running, rejected)), lookup)
  const askSearch: AskPlaces = (call, lookup) =>
    runSearch((running, inTurn) => inTurn(() => callPlaces(call, settings, running, rejected)), lookup)
  const learnt = createLearntPlaceIds(redis)
  const resolveLink = createLinkResolver(settings)
  const finders = [
    { capability: 'zero_half', find: createPlaceIdFinder(askByZeroHalf(askDetails)) },
    {
      capability: 'legacy_cid',
      find: createPlaceIdFinder((cid, lookup) =>
        runLegacy((running, inTurn) => inTurn(() => callLegacyPlaces(cid, settings, running)), lookup),
      ),
    },
    { capability: 'cid_link', find: createPlaceIdFinder(askByCidLink(resolveLink)) },
  ] as const
  // It is not documented that the Resolution API accepts links with a CID, so the API is used only if the last check
  // showed that it does.
  const usableFinders = () =>
    sortByOutcome(finders, outcomeOf)
      .filter(({ capability }) => capability !== 'cid_link' || outcomeOf(capability) === 'works')
      .map(({ find }) => find)
  const findPlaceId = firstToFind(usableFinders)
  const throughCache = createListingCache({ freshSeconds: cacheSeconds, patienceMs: deadlineMs / 2 }, redis)
  const share = createSingleFlight()

  /** Finds a listing by its place id if there is one, or else by its CID, and stores the place id. */
  function finding<Found extends PresentListing>(byPlaceId: ByPlaceId<Found>) {
    const byCid = createCidLookup(byPlaceId, findPlaceId, learnt)
    return async ({ cid, placeId }: ListingKey, lookup: Lookup): Promise<Found> => {
      if (placeId === null) return byCid.find(cid, lookup)
      const latestMs = performance.now() + deadlineMs
      const found =
        (await byPlaceId(placeId, lookup)) ??
        (await byCid.findInsteadOf({ cid, placeId }, (latestMs - performance.now()) * patience, lookup))
      if (found === null) throw new NoSuchListing()
      // A later call may have only the CID. Storing the place id now is the most reliable way to have it then.
      afterResponse(learnt.learn(found.cid, found.placeId))
      return found
    }
  }

  /** Stores the place id of a found listing whose CID looks rounded, so that the link to the listing stays valid. */
  function learnIfAmbiguous({ cid, placeId }: PresentListing): void {
    if (mayBeRounded(decimalCid(cid)) && featureIdOf(placeId)?.cid === cid) afterResponse(learnt.learn(cid, placeId))
  }

  const findIdentifiers = finding(identifiersByPlaceId(askDetails))
  const findStatus = finding(statusByPlaceId(askDetails))
  const findDetails = finding(detailsByPlaceId(askDetails))

  return {
    kind: 'places',
    learntPlaceId: (cid) => learnt.recall(cid),
    // The cache is never used here, because the caller wants the current state, and the call is free.
    check(key, lookup) {
      return share(`check ${key.cid} ${key.placeId}`, (shared) => findIdentifiers(key, shared), lookup)
    },
    checkStatus(key, lookup) {
      return share(`status ${key.cid} ${key.placeId}`, (shared) => findStatus(key, shared), lookup)
    },
    details(key, lookup) {
      const look = (shared: Lookup) => throughCache(key, (limited) => findDetails(key, limited), shared)
      return share(`details ${key.cid} ${key.placeId}`, look, lookup)
    },
    search(query, lookup) {
      const { name, country } = query
      const look = async (shared: Lookup) => {
        const found = await searchText(
          { text: name, language: shared.options.language, country, near: null },
          askSearch,
          shared,
        )
        for (const place of found) learnIfAmbiguous(place)
        // Google treats the country only as a hint. Listings known to be elsewhere are omitted.
        return found.filter((place) => country === null || place.country === null || place.country === country)
      }
      return share(`search ${JSON.stringify(query)}`, look, lookup)
    },
    matchByName(named, lookup) {
      const look = async (shared: Lookup) => {
        const found = await matchName(named, askSearch, shared)
        if (found) learnIfAmbiguous(found)
        return found
      }
      return share(`match ${JSON.stringify(named)}`, look, lookup)
    },
    recordedTarget: () => null,
    async placeIdOfLink(link, lookup) {
      const capability = capabilityOfHost(link.host)
      return capability && hasFailed(outcomeOf(capability)) ? null : resolveLink(shortLinkUrl(link), lookup)
    },
  }
}

/** Requests a listing's details unless fresh details are cached. */
type ThroughCache = (
  key: ListingKey,
  ask: (lookup: Lookup) => Promise<ListingDetails>,
  lookup: Lookup,
) => Promise<ListingDetails>

interface ListingCacheSettings {
  /** How long cached details are considered fresh; 0 turns the cache off. */
  freshSeconds: number
  /** How long to wait for the upstream before returning stale details. */
  patienceMs: number
}

/** How much longer details are cached in case the upstream fails. */
const staleSeconds = 86_400

/** A cache entry. The CID is omitted because the place id contains it. */
const entry = z.object({
  at: z.number(),
  /** The requested place id; null or absent if there was none. */
  asked: z.string().nullish(),
  placeId: z.string(),
  ...listingFacts.shape,
  stalePlaceId: z.string().optional(),
})

/**
 * Caches listing details in the store, by the requested CID and the options. Cached details are valid for the CID alone, and for the
 * place id that was requested or returned; any other place id for the CID may be stale. A store failure costs an extra
 * call, but never makes a lookup fail.
 */
function createListingCache(settings: ListingCacheSettings, redis: () => Promise<Redis>): ThroughCache {
  const { freshSeconds, patienceMs } = settings
  if (freshSeconds === 0) return (_, ask, lookup) => ask(lookup)

  async function recall(
    { cid, placeId }: ListingKey,
    lookup: Lookup,
  ): Promise<{ at: number; details: ListingDetails } | null> {
    const found: unknown = await redis()
      .then((open) => open.get(keyOf(cid, lookup)))
      .catch(() => null)
    const cached = entry.safeParse(found).data
    const presentCid = cached && featureIdOf(cached.placeId)?.cid
    if (presentCid === undefined) return null
    const { at, asked, ...details } = cached as z.output<typeof entry>
    if (placeId !== null && placeId !== asked && placeId !== details.placeId) return null
    return { at, details: { cid: presentCid, ...details } }
  }

  async function keep(
    { cid, placeId }: ListingKey,
    { cid: _, ...details }: ListingDetails,
    lookup: Lookup,
  ): Promise<void> {
    const cached = JSON.stringify({ at: Date.now(), asked: placeId, ...details })
    await redis()
      .then((open) => open.set(keyOf(cid, lookup), cached, { ex: freshSeconds + staleSeconds }))
      .catch(() => null)
  }

  return async (key, ask, lookup) => {
    const cached = await recall(key, lookup)
    if (cached && Date.now() - cached.at < freshSeconds * 1000) return cached.details
    try {
      const details = await (cached ? withinDeadline(patienceMs, lookup, ask) : ask(lookup))
      afterResponse(keep(key, details, lookup))
      return details
    } catch (error) {
      if (cached && error instanceof PinrefError && failures.has(error.code)) return cached.details
      throw error
    }
  }
}

const failures: ReadonlySet<string> = new Set([
  'upstream_unavailable',
  'upstream_blocked',
  'upstream_cap_reached',
  'store_unavailable',
])

const keyOf = (cid: Cid, { options }: Lookup) => `listing:${decimalCid(cid)}${lookupOptionsKey(options)}`
