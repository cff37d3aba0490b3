import { readKgId } from './kg-id'
import { type LinkUrl, type Parameters, queryDecode } from './link-url'
import {
  decimalCidIn,
  type NamingRule,
  namingsIn,
  openedListingIn,
  packListingIn,
  referenceTo,
  relatedListingIn,
  wholeIdIn,
} from './naming'
import type { ListingReference } from './reference'
import { noListing, type Refusal } from './refusal'
import { stickIn, suggestionIn } from './search-tokens'

/** Where results of Google Search name a listing, in the query or behind `#`. */
export const searchParameters: readonly NamingRule[] = [
  ['lrd', wholeIdIn, 'review_link'],
  ['ludocid', decimalCidIn, 'google_search_link'],
  ['rlimm', decimalCidIn, 'review_link'],
  ['rlfi', openedListingIn, 'google_search_link'],
  ['rldimm', packListingIn, 'google_search_link'],
  ['stick', stickIn, 'google_search_link'],
  ['gs_ssp', suggestionIn, 'google_search_link'],
  ['trex', relatedListingIn, 'google_search_link'],
]

/**
 * Reads a page of results of Google Search. `mpd=~<number>` is never read: that is the id of a Business Profile, another
 * number than the CID in every link that has both.
 */
export function readSearchLink({ query, fragment }: LinkUrl): ListingReference | Refusal {
  const namings = [
    ...namingsIn(fragment, searchParameters).map((naming) => ({ ...naming, inFragment: true })),
    ...namingsIn(query, searchParameters),
  ]
  // What is open now may be another listing than the one that the page was asked for, and then nothing says whose id it is.
  const isOne = namings.every(({ id }) => id.cid === 0n || id.cid === namings.find((one) => one.id.cid !== 0n)?.id.cid)
  const kgId = isOne ? kgIdIn(query, fragment) : null
  const reading = referenceTo(
    namings.map((naming) => ({ ...naming, kgId })),
    null,
  )
  return reading ?? noListing(query.has('mpd') || fragment.has('mpd') ? 'profile_id' : 'google_search')
}

/** The Knowledge Graph id of the page: the only one there is. */
function kgIdIn(query: Parameters, fragment: Parameters): string | null {
  const values = [...(query.get('kgmid') ?? []), ...(fragment.get('kgmid') ?? [])].map(queryDecode)
  return new Set(values).size === 1 ? readKgId(values[0]) : null
}
