import type { Redis } from '@upstash/redis'
import * as z from 'zod'
import { type Cid, decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf, knownPlaceIdOf } from '@/server/places/identifiers/feature-id'
import { NoSuchListing, type PresentListing } from '@/server/places/sources/listing-source'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import { type Lookup, withinDeadline } from '@/server/places/upstream/lookup'
import { PinrefError } from '@/server/platform/problems/errors'
import type { ByPlaceId } from './by-place-id'
import type { PlaceIdFinder } from './place-id-finder'

/** Finds listings by their CID, which outlives their place ids. Finding a place id is free. */
export interface CidLookup<Found extends PresentListing> {
  /**
   * Finds a listing by its CID alone.
   * @throws NoSuchListing; UpstreamFailure `incomplete` if no method can convert a CID to a place id.
   */
  find(cid: Cid, lookup: Lookup): Promise<Found>
  /**
   * Finds a listing by a different place id if Google does not accept, or no longer accepts, its place id; null if none
   * is found.
   * @throws NoSuchListing if the search failed, or took longer than `patienceMs`.
   */
  findInsteadOf(stale: { cid: Cid; placeId: string }, patienceMs: number, lookup: Lookup): Promise<Found | null>
}

/**
 * Creates a lookup that uses the place id stored earlier for a CID, or finds one if there is none.
 * @param byPlaceId looks up a listing once its place id is known.
 */
export function createCidLookup<Found extends PresentListing>(
  byPlaceId: ByPlaceId<Found>,
  findPlaceId: PlaceIdFinder,
  learnt: LearntPlaceIds,
): CidLookup<Found> {
  /** Looks up a stored place id. If it now belongs to another listing or to none, deletes it and returns null. */
  async function findByLearntId(cid: Cid, placeId: string, lookup: Lookup): Promise<Found | null> {
    const found = await byPlaceId(placeId, lookup).catch((error: unknown) => {
      if (error instanceof UpstreamFailure && error.kind === 'wrong_answer') return null
      throw error
    })
    if (!found) await learnt.forget(cid)
    return found
  }

  async function findByFoundId(cid: Cid, placeId: string, lookup: Lookup): Promise<Found | null> {
    await learnt.learn(cid, placeId)
    return byPlaceId(placeId, lookup)
  }

  return {
    async find(cid, lookup) {
      const learntId = await learnt.recall(cid)
      const current = learntId && (await findByLearntId(cid, learntId, lookup))
      if (current) return current
      const placeId = await findPlaceId(cid, lookup)
      const found = placeId && (await findByFoundId(cid, placeId, lookup))
      if (!found) throw new NoSuchListing(placeId ?? learntId)
      return found
    },

    async findInsteadOf({ cid, placeId: stale }, patienceMs, lookup) {
      const learntId = await learnt.recall(cid)
      if (learntId === stale) await learnt.forget(cid)
      const current = learntId && learntId !== stale && (await findByLearntId(cid, learntId, lookup))
      if (current) return { ...current, stalePlaceId: stale }
      const search = withinDeadline(patienceMs, lookup, (limited) => findPlaceId(cid, limited))
      const placeId = await search.catch((error: unknown) => {
        if (!(error instanceof PinrefError) || lookup.signal.aborted) throw error
        if (error instanceof UpstreamFailure && error.kind === 'incomplete') return null
        // Even without this search, it is clear that Google does not know the requested place id.
        throw new NoSuchListing(null, error)
      })
      const other = placeId === stale ? null : placeId
      const found = other && (await findByFoundId(cid, other, lookup))
      return found ? { ...found, stalePlaceId: stale } : null
    },
  }
}

/**
 * The place ids that Google returned for CIDs, which are stored forever because they cannot be computed, and because
 * Google allows storing place ids. A store failure costs an extra call, but never makes a lookup fail.
 */
export interface LearntPlaceIds {
  recall(cid: Cid): Promise<string | null>
  learn(cid: Cid, placeId: string): Promise<void>
  forget(cid: Cid): Promise<void>
}

const entry = z.object({ id: z.string() })
const keyOf = (cid: Cid) => `place:${decimalCid(cid)}`

export function createLearntPlaceIds(redis: () => Promise<Redis>): LearntPlaceIds {
  const quietly = (work: (open: Redis) => Promise<unknown>): Promise<unknown> =>
    redis()
      .then(work)
      .catch(() => null)
  return {
    async recall(cid) {
      const id = entry.safeParse(await quietly((open) => open.get(keyOf(cid)))).data?.id
      const featureId = id === undefined ? null : featureIdOf(id)
      return featureId?.cid === cid ? knownPlaceIdOf(featureId) : null
    },
    async learn(cid, placeId) {
      // Stored as JSON, because the library would parse a bare string of digits as a number.
      await quietly((open) => open.set(keyOf(cid), JSON.stringify({ id: placeId })))
    },
    async forget(cid) {
      await quietly((open) => open.del(keyOf(cid)))
    },
  }
}
