import { PinrefError } from '@/server/errors'
import type { Cid } from '@/server/identifiers/cid'
import type { ListingDetails } from '@/server/sources/listing-source'
import { withinDeadline } from '@/server/upstream/deadline'
import { type FailureKind, UpstreamFailure } from '@/server/upstream/failure'
import type { Lookup } from '@/server/upstream/lookup'
import { type AskPlaces, detailsByPlaceId, noSuchListing } from './details'
import type { LearntPlaceIds } from './learnt-place-ids'
import type { PlaceIdFinder } from './place-id-finder'

/** Finds listings by their CID, which outlives their place ids. */
export interface CidLookup {
  /**
   * A listing of which only the CID is known.
   * @throws PinrefError `listing_not_found`; UpstreamFailure `incomplete` if no method turns a CID into a place id.
   */
  details(cid: Cid, lookup: Lookup): Promise<ListingDetails>
  /**
   * A listing whose place id Google does not accept (any more), by another place id; null if none is found within
   * `patienceMs`, for whatever reason. Finding one costs nothing.
   */
  detailsInsteadOf(
    stale: { cid: Cid; placeId: string },
    patienceMs: number,
    lookup: Lookup,
  ): Promise<ListingDetails | null>
}

/** Failures after which the next method is tried. Any other failure is passed on. */
const leavesItToTheNext: ReadonlySet<FailureKind> = new Set(['incomplete', 'wrong_answer'])

/** By the place id learnt earlier, else by the first method that finds one. */
export function createCidLookup(ask: AskPlaces, finders: readonly PlaceIdFinder[], learnt: LearntPlaceIds): CidLookup {
  /** Null where Google has no such listing. */
  async function findPlaceId(cid: Cid, lookup: Lookup): Promise<string | null> {
    let left = new UpstreamFailure('incomplete')
    for (const find of finders) {
      try {
        return await find(cid, lookup)
      } catch (error) {
        if (!(error instanceof UpstreamFailure) || !leavesItToTheNext.has(error.kind)) throw error
        left = error
      }
    }
    throw left
  }

  /** Null if there is no such place id, or it belongs to another listing or none by now. */
  async function detailsByLearntId(cid: Cid, stale: string | null, lookup: Lookup): Promise<ListingDetails | null> {
    const placeId = await learnt.recall(cid)
    if (placeId === null) return null
    const asked = placeId === stale ? null : detailsByPlaceId(placeId, ask, lookup)
    const details = await asked?.catch((error: unknown) => {
      if (error instanceof UpstreamFailure && error.kind === 'wrong_answer') return null
      throw error
    })
    if (!details) await learnt.forget(cid)
    return details ?? null
  }

  async function detailsByFoundId(cid: Cid, placeId: string, lookup: Lookup): Promise<ListingDetails | null> {
    await learnt.learn(cid, placeId)
    return detailsByPlaceId(placeId, ask, lookup)
  }

  return {
    async details(cid, lookup) {
      const known = await detailsByLearntId(cid, null, lookup)
      if (known) return known
      const placeId = await findPlaceId(cid, lookup)
      const details = placeId && (await detailsByFoundId(cid, placeId, lookup))
      if (!details) throw noSuchListing()
      return details
    },

    async detailsInsteadOf({ cid, placeId: stale }, patienceMs, lookup) {
      const known = await detailsByLearntId(cid, stale, lookup)
      if (known) return { ...known, stalePlaceId: stale }
      const search = withinDeadline(patienceMs, lookup, (limited) => findPlaceId(cid, limited))
      const placeId = await search.catch((error: unknown) => {
        // It is certain without this that Google does not know the place id.
        if (error instanceof PinrefError && !lookup.signal.aborted) return null
        throw error
      })
      const other = placeId === stale ? null : placeId
      const details = other && (await detailsByFoundId(cid, other, lookup))
      return details ? { ...details, stalePlaceId: stale } : null
    },
  }
}
