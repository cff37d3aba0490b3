import type { ListingView } from './listing-rows'

/**
 * Returns the listing's name, or null if the title may be more than a name. If no source knows the listing, the title comes from
 * the link, and links from phones contain the name and the whole address: "Café Heinemann, Bismarckstraße 91, 41061 …".
 */
export function listingName({ title, rating, reviews_count }: Pick<ListingView, 'title' | 'rating' | 'reviews_count'>) {
  if (!title) return null
  const isOnlySaidByLink = rating == null && reviews_count == null
  return isOnlySaidByLink && /[,،，、]/.test(title) ? null : title
}
