import { z } from 'zod'

/** Characters that change how the text around them is shown, or are none: controls, bidirectional overrides, lone halves. */
const unshowable = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]+/gu
const longestText = 500

/** A name or an address on one line; null where nothing is left of it. */
export const shownText = z
  .string()
  .transform((text) => text.replace(unshowable, ' ').trim().slice(0, longestText) || null)

/** The name of a place. Without one the field is left out. */
export const displayName = z
  .object({ text: shownText })
  .optional()
  .transform((name) => name?.text ?? null)

/**
 * Rating and count. Without reviews both are left out; a rating that is whole comes as an integer. One without the other was
 * never seen; a lone rating leaves the count unknown.
 */
export const reviewFields = {
  rating: z.number().min(1).max(5).optional(),
  userRatingCount: z.int().min(0).optional(),
}

export function reviewsOf(place: { rating?: number | undefined; userRatingCount?: number | undefined }) {
  const { rating = null, userRatingCount = rating === null ? 0 : null } = place
  return { rating: userRatingCount === 0 ? null : rating, reviewsCount: userRatingCount }
}
