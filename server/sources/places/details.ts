import { z } from 'zod'
import { PinrefError } from '@/server/errors'
import type { Cid } from '@/server/identifiers/cid'
import { featureIdOf, knownPlaceIdOf } from '@/server/identifiers/feature-id'
import type { ListingDetails } from '@/server/sources/listing-source'
import { UpstreamFailure } from '@/server/upstream/failure'
import type { Lookup } from '@/server/upstream/lookup'
import type { PlacesAnswer, PlacesCall } from './call-places'
import { factsOf, placeFacts } from './place-fields'

/** Makes one call to Places under the policy. */
export type AskPlaces = (call: PlacesCall, lookup: Lookup) => Promise<PlacesAnswer>

/** What an answer needs of a listing, and what it takes to be sure which one it is. */
const placeAnswer = z.object({ id: z.string(), ...placeFacts.shape, movedPlaceId: z.string().optional() })

/** The fields asked for decide the price: `rating` makes it the Enterprise tier. */
const mask = Object.keys(placeAnswer.shape).join()
const mostMoves = 3

/** A listing by its place id. `null` means that Google does not know the place id (any more). */
export async function detailsByPlaceId(
  placeId: string,
  ask: AskPlaces,
  lookup: Lookup,
): Promise<ListingDetails | null> {
  let asked = placeId
  for (let moves = 0; moves <= mostMoves; moves++) {
    const answer = await ask({ path: `places/${asked}`, mask, sku: 'details_enterprise' }, lookup)
    if ('none' in answer) return null
    const place = placeAnswer.safeParse(answer.object)
    if (!place.success) throw new UpstreamFailure('wrong_answer', place.error)
    const { id, movedPlaceId } = place.data
    if (movedPlaceId === undefined) return { ...identify(id, asked), ...factsOf(place.data) }
    identify(id, asked)
    asked = identify(movedPlaceId, movedPlaceId).placeId
  }
  throw new UpstreamFailure('wrong_answer', new Error(`moved more than ${mostMoves} times`))
}

/**
 * The identifiers of an answered place id. Google may answer with another place id than the one asked for; only the CID
 * shows that it is the same listing.
 */
function identify(answeredId: string, askedId: string): { cid: Cid; placeId: string } {
  const answered = featureIdOf(answeredId)
  const placeId = answered && knownPlaceIdOf(answered)
  if (!answered || !placeId || answered.cid !== featureIdOf(askedId)?.cid) {
    throw new UpstreamFailure('wrong_answer', new Error(`asked for ${askedId}, answered ${answeredId}`))
  }
  return { cid: answered.cid, placeId }
}

export function noSuchListing(): PinrefError {
  return new PinrefError(
    'listing_not_found',
    'Google Maps has no such listing, or not any more. Open it in Google Maps, choose Share and paste the new link.',
  )
}
