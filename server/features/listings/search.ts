import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { foldedWords } from '@/server/places/sources/fold'
import type { ListingCandidate, ListingQuery, ListingSource } from '@/server/places/sources/listing-source'
import { type Lookup, withinDeadline } from '@/server/places/upstream/lookup'
import { env } from '@/server/platform/settings/env'
import { directionsUrl, mapsUrl, reviewsUrl, reviewUrl, wireIdentifiers, wireLocation, wireRating } from './listing'
import type { SearchResult } from './shapes'

export const maxResults = 20

/** Finds listings by name, in the form that the API returns; see `findCandidates`. */
export async function search(query: ListingQuery, source: ListingSource, lookup: Lookup): Promise<SearchResult[]> {
  const candidates = await findCandidates(query, source, lookup)
  return candidates.map((candidate) => ({
    title: candidate.title,
    title_language: candidate.titleLanguage,
    address: candidate.address,
    location: wireLocation(candidate.location),
    business_status: candidate.businessStatus,
    ...wireIdentifiers(candidate.cid, candidate.placeId),
    place_id: candidate.placeId,
    ...wireRating(candidate),
    maps_url: mapsUrl(candidate.cid, env()),
    review_url: reviewUrl(candidate.placeId, env()),
    reviews_url: reviewsUrl(candidate.placeId, env()),
    directions_url: directionsUrl(candidate.placeId),
  }))
}

/**
 * Finds listings by name, in the source's order of relevance, but permanently closed businesses last, at most 20.
 * Returns a candidate only if the CID inside its place id equals the CID that the source returns for it.
 * @throws PinrefError a 500 error; `upstream_unavailable` if the search takes longer than `UPSTREAM_DEADLINE_MS`.
 */
export async function findCandidates(
  query: ListingQuery,
  source: ListingSource,
  lookup: Lookup,
): Promise<ListingCandidate[]> {
  const candidates = await withinDeadline(env().UPSTREAM_DEADLINE_MS, lookup, (limited) =>
    source.search(query, limited),
  )
  const verified = candidates.filter(({ cid, placeId }) => featureIdOf(placeId)?.cid === cid).slice(0, maxResults)
  const isClosed = ({ businessStatus }: ListingCandidate) => businessStatus === 'closed_permanently'
  return [...verified.filter((one) => !isClosed(one)), ...verified.filter(isClosed)]
}

/** The fields that distinguish search results. */
type Named = Pick<SearchResult, 'title' | 'address'>

/**
 * Picks the listing that matches a name from search results: the only one with exactly that name; otherwise, if the
 * name came with an address, the only one with that name at that address; otherwise the only result. If several match,
 * picks none, because people do not check every line of a list, and a wrong listing is worse than none.
 * @param name the search text, such as `Joe's Pizza` or `Joe's Pizza, 7 Carmine St, New York`.
 * @returns null if nothing was found, or if several results match.
 */
export function onlyMatch<T extends Named>(name: string, results: readonly T[]): T | null {
  const named = results.filter(({ title }) => hasName(name, title))
  if (named.length === 1) return named[0] ?? null
  const there = named.filter(({ title, address }) => isAtAddress(addressIn(name, title), address))
  if (there.length === 1) return there[0] ?? null
  return results.length === 1 ? (results[0] ?? null) : null
}

/** Whether a string is a title, alone or followed by an address. */
function hasName(text: string, title: string): boolean {
  const [words, ofTitle] = [foldedWords(text), foldedWords(title)]
  return ofTitle.length > 0 && ofTitle.every((word, at) => word === words[at]) && addressIn(text, title) !== null
}

/**
 * Returns the words after a title, empty if there are none; null if no comma precedes them, because the text is then a
 * different name.
 */
function addressIn(text: string, title: string): string[] | null {
  const ofTitle = foldedWords(title).length
  const words = foldedWords(text).slice(ofTitle)
  if (words.length === 0) return []
  const parts = text.split(',')
  const isCut = parts.some((_, at) => foldedWords(parts.slice(0, at + 1).join(',')).length === ofTitle)
  return isCut ? words : null
}

/** Whether an address contains all of these words. */
function isAtAddress(words: string[] | null, address: string | null): boolean {
  if (words === null || words.length === 0 || address === null) return false
  const known = new Set(foldedWords(address))
  return words.every((word) => known.has(word))
}
