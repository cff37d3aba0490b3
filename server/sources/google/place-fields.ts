import { z } from 'zod'
import type { ListingFacts } from '@/server/sources/listing-source'

/**
 * Characters that change how the text around them is shown, or cannot be shown: controls, bidirectional overrides, lone
 * surrogates.
 */
const unshowable = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu
const longestText = 500

/** A name or an address on one line; null if nothing is left of it. */
export const shownText = z
  .string()
  .transform((text) => text.replace(unshowable, ' ').trim().slice(0, longestText) || null)

/** The fields of a place that answers are made of, by their names in a field mask. */
export const placeFacts = z.object({
  /** Left out if a place has no name. */
  displayName: z
    .object({ text: shownText })
    .optional()
    .transform((name) => name?.text ?? null),
  formattedAddress: shownText.optional(),
  /** A whole rating comes as an integer. */
  rating: z.number().min(1).max(5).optional(),
  userRatingCount: z.int().min(0).optional(),
})

type PlaceFacts = z.output<typeof placeFacts>

export function factsOf(place: PlaceFacts): ListingFacts {
  return { title: place.displayName, address: place.formattedAddress ?? null, ...reviewsOf(place) }
}

/**
 * Rating and count. Without reviews Google leaves out both. One without the other was never seen; a lone rating leaves the
 * count unknown.
 */
export function reviewsOf(place: Pick<PlaceFacts, 'rating' | 'userRatingCount'>) {
  const { rating = null, userRatingCount = rating === null ? 0 : null } = place
  return { rating: userRatingCount === 0 ? null : rating, reviewsCount: userRatingCount }
}
