import type { ListingView } from './listing-rows'

/**
 * The listing's name, where it is sure to be one; else null. Where no source knows the listing, its title is what the link
 * says, and links from phones say the name and the whole address: "Café Heinemann, Bismarckstraße 91, 41061 …".
 */
export function listingName({ title, rating, reviews_count }: Pick<ListingView, 'title' | 'rating' | 'reviews_count'>) {
  if (!title) return null
  const isOnlySaidByLink = rating == null && reviews_count == null
  return isOnlySaidByLink && /[,،，、]/.test(title) ? null : title
}
