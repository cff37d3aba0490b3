import { type IdentifierRule, identifiersIn, referenceTo } from './found-identifiers'
import { readKgId } from './kg-id'
import { type LinkUrl, type Parameters, queryDecode } from './link-url'
import type { ListingReference } from './reference'
import { noListing, type Refusal } from './refusal'
import { stickIn, suggestionIn } from './search-tokens'
import { decimalCidIn, openedListingIn, packListingIn, relatedListingIn, reviewedIdIn } from './value-readers'
import type { Work } from './work'

/** The parameters that name a listing on results pages of Google Search, in the query or after `#`. */
export const searchParameters: readonly IdentifierRule[] = [
  ['lrd', reviewedIdIn, 'review_link'],
  ['ludocid', decimalCidIn, 'google_search_link'],
  ['rlimm', decimalCidIn, 'review_link'],
  ['rlfi', openedListingIn, 'google_search_link'],
  ['rldimm', packListingIn, 'google_search_link'],
  ['stick', stickIn, 'google_search_link'],
  ['gs_ssp', suggestionIn, 'google_search_link'],
  ['trex', relatedListingIn, 'google_search_link'],
]

/**
 * Reads a results page of Google Search. `mpd=~<number>` is never read: that is the id of a Business Profile, which differs
 * from the CID in every link that has both.
 */
export function readSearchLink({ query, fragment }: LinkUrl, work: Work): ListingReference | Refusal {
  const identifiers = [
    ...identifiersIn(fragment, searchParameters, work).map((identifier) => ({ ...identifier, inFragment: true })),
    ...identifiersIn(query, searchParameters, work),
  ]
  // The listing open now may differ from the one asked for. Then nothing says which of them the Knowledge Graph id is for.
  const isOne = new Set(identifiers.map(({ id }) => id.cid).filter((cid) => cid !== 0n)).size <= 1
  const kgId = isOne ? kgIdIn(query, fragment) : null
  if (identifiers.every(({ kind }) => kind === 'pack' || kind === 'related') && hasDamaged([query, fragment], work))
    return noListing('damaged_id')
  const reading = referenceTo(
    identifiers.map((identifier) => ({ ...identifier, kgId })),
    null,
  )
  return reading ?? noListing(query.has('mpd') || fragment.has('mpd') ? 'profile_id' : 'google_search')
}

/** Whether a link has an identifier of the listing it shows that cannot be read. The others in it may be of other listings. */
function hasDamaged(parts: readonly Parameters[], work: Work): boolean {
  return searchParameters
    .filter(([name]) => /^(?:lrd|ludocid|rlimm|rlfi)$/.test(name))
    .some(([name, read]) =>
      parts.some((part) =>
        part.get(name)?.some((value) => /[1-9]/.test(value) && read(queryDecode(value), work) === null),
      ),
    )
}

/** Returns the Knowledge Graph id of a page; null unless it has exactly one. */
function kgIdIn(query: Parameters, fragment: Parameters): string | null {
  const values = [...(query.get('kgmid') ?? []), ...(fragment.get('kgmid') ?? [])].map(queryDecode)
  return new Set(values).size === 1 ? readKgId(values[0]) : null
}
