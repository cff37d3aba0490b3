import * as z from 'zod'
import type { Cid } from '@/server/places/identifiers/cid'
import { featureIdOf, knownPlaceIdOf } from '@/server/places/identifiers/feature-id'
import type {
  BusinessStatus,
  ListingDetails,
  ListingFacts,
  ListingStatus,
  PresentListing,
} from '@/server/places/sources/listing-source'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import type { Lookup } from '@/server/places/upstream/lookup'
import { readLanguage } from '@/server/places/upstream/lookup-options'
import type { PlacesAnswer, PlacesCall } from './call-places'

/**
 * Characters that cannot be displayed or that change how the text around them is displayed: control characters,
 * bidirectional overrides, and lone surrogates.
 */
const unshowable = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu
const longestText = 500

/** A name or an address on one line; null if the result is empty. */
export const shownText = z
  .string()
  .transform((text) => text.replace(unshowable, ' ').trim().slice(0, longestText) || null)

/** A place's fields that responses use, by their names in a field mask. */
export const placeFacts = z.object({
  /** Absent if a place has no name. */
  displayName: z
    .object({ text: shownText, languageCode: z.string().optional() })
    .optional()
    .transform((name) => ({ title: name?.text ?? null, titleLanguage: languageOf(name) })),
  formattedAddress: shownText.optional(),
  /** Absent for addresses and regions. */
  businessStatus: z.string().optional(),
  /** A zero is omitted. */
  location: z
    .object({ latitude: z.number().min(-90).max(90).default(0), longitude: z.number().min(-180).max(180).default(0) })
    .optional(),
  /** A whole-number rating is sent as an integer. */
  rating: z.number().min(1).max(5).optional(),
  userRatingCount: z.int().min(0).optional(),
})

/** Returns the language of a name, as Google sends it. */
function languageOf(name: { text: string | null; languageCode?: string | undefined } | undefined): string | null {
  return name?.text && name.languageCode && readLanguage(name.languageCode) ? name.languageCode : null
}

type PlaceFacts = z.output<typeof placeFacts>

export function factsOf(place: PlaceFacts): ListingFacts {
  return {
    ...place.displayName,
    address: place.formattedAddress ?? null,
    businessStatus: statusOf(place),
    location: place.location ?? null,
    ...reviewsOf(place),
  }
}

const statusOf = ({ businessStatus }: Pick<PlaceFacts, 'businessStatus'>): BusinessStatus | null =>
  businessStatusOf.get(businessStatus ?? '') ?? null

/** The business statuses that Google documents. Google may add others. */
const businessStatusOf: ReadonlyMap<string, BusinessStatus> = new Map([
  ['OPERATIONAL', 'operational'],
  ['CLOSED_TEMPORARILY', 'closed_temporarily'],
  ['CLOSED_PERMANENTLY', 'closed_permanently'],
  ['FUTURE_OPENING', 'opening_soon'],
])

/**
 * Returns the rating and count. If there are no reviews, Google omits both. Google has never sent one without the
 * other; if it sends only the rating, the count is unknown.
 */
export function reviewsOf(place: Pick<PlaceFacts, 'rating' | 'userRatingCount'>) {
  const { rating = null, userRatingCount = rating === null ? 0 : null } = place
  return { rating: userRatingCount === 0 ? null : rating, reviewsCount: userRatingCount }
}

/** Makes one call to Places under the upstream policy. */
export type AskPlaces = (call: PlacesCall, lookup: Lookup) => Promise<PlacesAnswer>

/**
 * Finds a listing by its place id, or its successor if the listing has moved. `null` means that Google does not know
 * the place id, or no longer knows it.
 * @throws UpstreamFailure; the signal's reason if it aborts.
 */
export type ByPlaceId<Found extends PresentListing> = (placeId: string, lookup: Lookup) => Promise<Found | null>

const maxMoves = 3

/** The fields that identify the listing and its successor. Google does not charge for these fields alone. */
const identity = z.object({ id: z.string(), movedPlaceId: z.string().optional() })

/** The identifying fields, and whether the business is open, which is in the Pro tier. */
const identityAndStatus = z.object({ ...identity.shape, businessStatus: placeFacts.shape.businessStatus })

/**
 * The identifying fields, plus the other fields in a response. The requested fields determine the price: `rating` is in
 * the Enterprise tier.
 */
const whole = z.object({ id: z.string(), ...placeFacts.shape, movedPlaceId: z.string().optional() })

/** Returns a lookup that requests only the current identifiers. */
export function identifiersByPlaceId(ask: AskPlaces): ByPlaceId<PresentListing> {
  const askFor = createAskFor(ask, identity, 'details_ids')
  return async (placeId, lookup) => (await follow(placeId, askFor, lookup))?.identifiers ?? null
}

/** Returns a lookup that also requests whether the business is open. */
export function statusByPlaceId(ask: AskPlaces): ByPlaceId<ListingStatus> {
  const askFor = createAskFor(ask, identityAndStatus, 'details_pro')
  return async (placeId, lookup) => {
    const found = await follow(placeId, askFor, lookup)
    return found && { ...found.identifiers, businessStatus: statusOf(found.place) }
  }
}

/** Returns a lookup that also requests everything else that responses use. */
export function detailsByPlaceId(ask: AskPlaces): ByPlaceId<ListingDetails> {
  const askFor = createAskFor(ask, whole, 'details_enterprise')
  return async (placeId, lookup) => {
    const found = await follow(placeId, askFor, lookup)
    return found && { ...found.identifiers, ...factsOf(found.place) }
  }
}

type AskFor<Place> = (placeId: string, lookup: Lookup) => Promise<Place | null>

function createAskFor<Shape extends z.ZodRawShape>(
  ask: AskPlaces,
  fields: z.ZodObject<Shape>,
  sku: PlacesCall['sku'],
): AskFor<z.output<z.ZodObject<Shape>>> {
  const mask = Object.keys(fields.shape).join()
  return async (placeId, lookup) => {
    // Only names and addresses have a language.
    const language = 'displayName' in fields.shape ? lookup.options.language : ''
    const answer = await ask({ path: `places/${placeId}`, mask, sku, language }, lookup)
    if ('none' in answer) return null
    const place = fields.safeParse(answer.object)
    if (!place.success) throw new UpstreamFailure('wrong_answer', place.error)
    return place.data
  }
}

/** Follows a listing through all of its moves. */
async function follow<Place extends z.output<typeof identity>>(
  placeId: string,
  askFor: AskFor<Place>,
  lookup: Lookup,
): Promise<{ identifiers: PresentListing; place: Place } | null> {
  let requestedId = placeId
  for (let moves = 0; moves <= maxMoves; moves++) {
    const place = await askFor(requestedId, lookup)
    if (place === null) return null
    const identifiers = identify(place.id, requestedId)
    if (place.movedPlaceId === undefined) {
      return { identifiers: { ...identifiers, ...(moves > 0 && { stalePlaceId: placeId }) }, place }
    }
    requestedId = identify(place.movedPlaceId, place.movedPlaceId).placeId
  }
  throw new UpstreamFailure('wrong_answer', new Error(`moved more than ${maxMoves} times`))
}

/**
 * Returns the identifiers in a returned place id. Google may return a different place id from the requested one; only
 * the CID shows whether it is the same listing.
 */
function identify(returnedId: string, requestedId: string): { cid: Cid; placeId: string } {
  const returned = featureIdOf(returnedId)
  const placeId = returned && knownPlaceIdOf(returned)
  if (!returned || !placeId || returned.cid !== featureIdOf(requestedId)?.cid) {
    throw new UpstreamFailure('wrong_answer', new Error(`requested ${requestedId}, got ${returnedId}`))
  }
  return { cid: returned.cid, placeId }
}
