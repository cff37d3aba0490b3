import { afterAnswer } from '@/server/runtime/after-answer'
import type { ListingDetails, ListingKey, ListingSource } from '@/server/sources/listing-source'
import { store } from '@/server/store/store'
import type { Lookup } from '@/server/upstream/lookup'
import { createUpstream } from '@/server/upstream/policy'
import { createSingleFlight } from '@/server/upstream/single-flight'
import { createCidLookup } from './bare-cid'
import { callPlaces, type PlacesSettings } from './call-places'
import { type AskPlaces, detailsByPlaceId, noSuchListing } from './details'
import { createLearntPlaceIds } from './learnt-place-ids'
import { callLegacyPlaces, type LegacySettings } from './legacy-places'
import { createListingCache } from './listing-cache'
import { matchName } from './match-name'
import { askByZeroHalf, createPlaceIdFinder } from './place-id-finder'
import { searchText } from './search-text'

export interface PlacesSourceSettings extends PlacesSettings, LegacySettings {
  deadlineMs: number
  /** How long details may be answered from the store; 0 turns the cache off. */
  cacheSeconds: number
}

/** Google's quota of 600 calls a minute is ten a second, so more at once only helps with short bursts. */
const concurrency = 32
const queue = 128

const redis = async () => (await store()).redis

/** The share of the remaining time in which to find a listing whose place id is stale. */
const patience = 1 / 4

/** Listings from Places API (New). */
export function createPlacesSource(settings: PlacesSourceSettings): ListingSource {
  const { deadlineMs, cacheSeconds, callerShare } = settings
  const slots = { concurrency, queue, perCaller: Math.ceil((concurrency * callerShare) / 100) }
  // Quotas are per method, so an exhausted one must not block the other.
  const upstreamOf = (method: string) =>
    createUpstream({ name: `Google Places ${method}`, slots, timeoutMs: deadlineMs })
  const runDetails = upstreamOf('Details')
  const runSearch = upstreamOf('Text Search')
  const runLegacy = upstreamOf('Legacy')
  const askDetails: AskPlaces = (call, lookup) =>
    runDetails((running, inTurn) => inTurn(() => callPlaces(call, settings, running)), lookup)
  const askSearch: AskPlaces = (call, lookup) =>
    runSearch((running, inTurn) => inTurn(() => callPlaces(call, settings, running)), lookup)
  const learnt = createLearntPlaceIds(redis)
  const finders = [
    createPlaceIdFinder(askByZeroHalf(askDetails)),
    createPlaceIdFinder((cid, lookup) =>
      runLegacy((running, inTurn) => inTurn(() => callLegacyPlaces(cid, settings, running)), lookup),
    ),
  ]
  const byCid = createCidLookup(askDetails, finders, learnt)
  const throughCache = createListingCache({ freshSeconds: cacheSeconds, patienceMs: deadlineMs / 2 }, redis)
  const share = createSingleFlight()

  async function ask({ cid, placeId }: ListingKey, lookup: Lookup): Promise<ListingDetails> {
    if (placeId === null) return byCid.details(cid, lookup)
    const latestMs = performance.now() + deadlineMs
    const details =
      (await detailsByPlaceId(placeId, askDetails, lookup)) ??
      (await byCid.detailsInsteadOf({ cid, placeId }, (latestMs - performance.now()) * patience, lookup))
    if (details === null) throw noSuchListing()
    // A later call may have only the CID; this is the surest way to its place id.
    afterAnswer(learnt.learn(details.cid, details.placeId))
    return details
  }

  return {
    kind: 'places',
    details(key, lookup) {
      const look = (shared: Lookup) => throughCache(key.cid, (limited) => ask(key, limited), shared)
      return share(`details ${key.cid} ${key.placeId}`, look, lookup)
    },
    search({ name, country }, lookup) {
      const look = async (shared: Lookup) => {
        const found = await searchText({ text: name, country, near: null }, askSearch, shared)
        // Google only takes the country as a hint. Listings known to be elsewhere are left out.
        return found.filter((place) => country === null || place.country === null || place.country === country)
      }
      return share(`search ${JSON.stringify([name, country])}`, look, lookup)
    },
    matchByName(named, lookup) {
      return share(`match ${JSON.stringify(named)}`, (shared) => matchName(named, askSearch, shared), lookup)
    },
    recordedTarget: () => null,
  }
}
