import {
  decimalCidIn,
  openedListingIn,
  packListingIn,
  relatedListingIn,
  type ValueReader,
  wholeIdIn,
} from './identifier-values'
import { readKgId } from './kg-id'
import { firstOf, type LinkUrl, type Parameters } from './link-url'
import { type Naming, referenceTo } from './naming'
import { queryDecode } from './percent'
import type { ListingReference, ReferenceForm } from './reference'
import { noListing, type Refusal } from './refusal'
import { stickIn, suggestionIn } from './search-tokens'

/** Where results of Google Search name a listing, in the query or behind `#`. */
export const searchParameters: ReadonlyArray<readonly [name: string, read: ValueReader, form: ReferenceForm]> = [
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
  const namings = [...namedIn(fragment).map((naming) => ({ ...naming, inFragment: true })), ...namedIn(query)]
  const reading = referenceTo(namings, null)
  return reading ?? noListing(query.has('mpd') || fragment.has('mpd') ? 'profile_id' : 'google_search')
}

function namedIn(parameters: Parameters): Naming[] {
  const kgId = readKgId(queryDecode(firstOf(parameters, 'kgmid') ?? ''))
  return searchParameters.flatMap(([name, read, form]) =>
    (parameters.get(name) ?? []).flatMap((value): Naming[] => {
      const named = read(queryDecode(value))
      return named ? [{ ...named, form, kgId }] : []
    }),
  )
}
