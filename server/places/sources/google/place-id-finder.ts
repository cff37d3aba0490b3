import * as z from 'zod'
import { type Cid, cidFromDecimal } from '@/server/places/identifiers/cid'
import { featureIdOf, knownPlaceIdOf, placeIdOf } from '@/server/places/identifiers/feature-id'
import { type FailureKind, UpstreamFailure } from '@/server/places/upstream/failure'
import type { Lookup } from '@/server/places/upstream/lookup'
import type { AskPlaces } from './by-place-id'

/**
 * The response for a CID: a place id that is not yet verified, or what is missing: the `listing`, or a `method` that
 * accepts CIDs (with this key, or at all).
 */
export type CidAnswer = { id: string } | { none: 'listing' | 'method' }

/**
 * Finds a listing's place id by its CID. Returns null if Google has no such listing.
 * @throws UpstreamFailure `incomplete` if Google does not look up CIDs by this method, `wrong_answer` if the response is for
 *   another CID.
 */
export type PlaceIdFinder = (cid: Cid, lookup: Lookup) => Promise<string | null>

/** Google Sydney, the example in Google's own documentation. If the listing's CID does not find it, no CID works. */
const provingCid = cidFromDecimal('10281119596374313554')

/**
 * Creates a finder for one method. No method is documented, so a response counts only if it has the requested CID, and
 * the finder remembers for the life of the process whether the method works. A first "no such listing" may also mean
 * that CIDs are not supported, so the method is then checked with a listing that is known to exist. Once the method has
 * worked, such responses are trusted.
 */
export function createPlaceIdFinder(ask: (cid: Cid, lookup: Lookup) => Promise<CidAnswer>): PlaceIdFinder {
  let works: boolean | null = null

  async function checkKnownCid(lookup: Lookup): Promise<boolean> {
    if (provingCid === null) return false
    const proof = await ask(provingCid, lookup)
    return 'id' in proof && verifiedPlaceId(proof.id, provingCid) !== null
  }

  return async (cid, lookup) => {
    if (works === false) throw new UpstreamFailure('incomplete')
    const answer = await ask(cid, lookup)
    if ('id' in answer) {
      const placeId = verifiedPlaceId(answer.id, cid)
      works = true
      return placeId
    }
    // A method that has worked before remains in use, because a rejection may be temporary.
    if (answer.none === 'method') works ??= false
    else works ??= await checkKnownCid(lookup)
    if (works && answer.none === 'listing') return null
    throw new UpstreamFailure('incomplete')
  }
}

/** Failures after which the next method is tried. Any other failure is thrown. */
const failuresForNextMethod: ReadonlySet<FailureKind> = new Set(['incomplete', 'wrong_answer'])

/**
 * Returns a finder that tries one method after another until one returns a place id, or reports that the listing does not exist.
 * @param finders returns the finders; called for each CID, because the order may change.
 */
export function firstToFind(finders: () => readonly PlaceIdFinder[]): PlaceIdFinder {
  return async (cid, lookup) => {
    let left = new UpstreamFailure('incomplete')
    for (const find of finders()) {
      try {
        return await find(cid, lookup)
      } catch (error) {
        if (!(error instanceof UpstreamFailure) || !failuresForNextMethod.has(error.kind)) throw error
        left = error
      }
    }
    throw left
  }
}

/** Returns the place id in a response; throws if the place id belongs to another CID or is only a placeholder. */
function verifiedPlaceId(id: string, cid: Cid): string {
  const featureId = featureIdOf(id)
  if (featureId?.cid !== cid) {
    throw new UpstreamFailure('wrong_answer', new Error(`requested CID ${cid}, got ${id}`))
  }
  const placeId = knownPlaceIdOf(featureId)
  // Google returned the requested id, so the listing exists, but its place id is still unknown.
  if (placeId === null) throw new UpstreamFailure('incomplete')
  return placeId
}

const idAnswer = z.object({ id: z.string() })

/**
 * Returns a function that looks up a CID as a place id whose first half is zero. The function requests only the id,
 * which is free. Google accepts such ids in map links and has issued them itself. Whether Places API (New) accepts them
 * is not documented.
 */
export function askByZeroHalf(ask: AskPlaces) {
  return async (cid: Cid, lookup: Lookup): Promise<CidAnswer> => {
    const zeroHalf = placeIdOf({ cell: 0n, cid })
    const answer = await ask({ path: `places/${zeroHalf}`, mask: 'id', sku: 'details_ids' }, lookup)
    return 'none' in answer ? { none: 'listing' } : { id: idAnswer.safeParse(answer.object).data?.id ?? '' }
  }
}
