import { z } from 'zod'
import { type Cid, cidFromDecimal } from '@/server/identifiers/cid'
import { featureIdOf, knownPlaceIdOf, placeIdOf } from '@/server/identifiers/place-id'
import type { ListingDetails } from '@/server/sources/listing-source'
import { UpstreamFailure } from '@/server/upstream/failure'
import { type AskPlaces, detailsByPlaceId, noSuchListing } from './details'
import type { LearntPlaceIds } from './learnt-place-ids'

/** Finds a listing of which only the CID is known. */
export type DetailsByCid = (cid: Cid, signal: AbortSignal) => Promise<ListingDetails>

const idAnswer = z.object({ id: z.string() })

/** Google Sydney, the place that Google's own documentation asks for: if this one is not found by its CID, none is. */
const provingCid = cidFromDecimal('10281119596374313554')

/**
 * From a CID to a listing: by the place id learnt earlier, else by a place id whose first half is zero. Google takes such
 * ids in map links and gave them out itself, but nothing says that Places API (New) takes them: so it is asked for the id
 * alone, which is free, and only believed where the answer has the CID asked for.
 *
 * Whether this works is remembered as long as the process runs. A first "no such place" may mean either, so it is held
 * against a listing that is known to exist; once the way has proved itself, it means that there is no such listing.
 * @throws PinrefError `listing_not_found`; UpstreamFailure `incomplete` where there is no way.
 */
export function createDetailsByCid(ask: AskPlaces, learnt: LearntPlaceIds): DetailsByCid {
  let works: boolean | null = null

  /** The place id that Google answers for a CID; null where it knows none. */
  async function askForId(cid: Cid, signal: AbortSignal): Promise<string | null> {
    const zeroHalf = placeIdOf({ cell: 0n, cid })
    const answer = await ask({ path: `places/${zeroHalf}`, mask: 'id', sku: 'details_ids' }, signal)
    if ('none' in answer) return null
    const { id = '' } = idAnswer.safeParse(answer.object).data ?? {}
    const featureId = featureIdOf(id)
    if (featureId?.cid !== cid)
      throw new UpstreamFailure('wrong_answer', new Error(`asked for CID ${cid}, answered ${id}`))
    const placeId = knownPlaceIdOf(featureId)
    // The id that was asked for came back: the listing exists, and its place id is still not known.
    if (placeId === null) throw new UpstreamFailure('incomplete')
    return placeId
  }

  async function findId(cid: Cid, signal: AbortSignal): Promise<string> {
    if (works === false) throw new UpstreamFailure('incomplete')
    const placeId = await askForId(cid, signal)
    if (placeId !== null) {
      works = true
      return placeId
    }
    works ??= provingCid !== null && (await askForId(provingCid, signal)) !== null
    throw works ? noSuchListing() : new UpstreamFailure('incomplete')
  }

  /** By the place id learnt earlier; null where there is none or it has become another listing's or nobody's. */
  async function detailsByLearntId(cid: Cid, signal: AbortSignal): Promise<ListingDetails | null> {
    const placeId = await learnt.recall(cid)
    if (placeId === null) return null
    const details = await detailsByPlaceId(placeId, ask, signal).catch((error: unknown) => {
      if (error instanceof UpstreamFailure && error.kind === 'wrong_answer') return null
      throw error
    })
    if (details === null) await learnt.forget(cid)
    return details
  }

  return async (cid, signal) => {
    const known = await detailsByLearntId(cid, signal)
    if (known) return known
    const placeId = await findId(cid, signal)
    await learnt.learn(cid, placeId)
    const details = await detailsByPlaceId(placeId, ask, signal)
    if (details === null) throw noSuchListing()
    return details
  }
}
