import type { GoogleSite } from './hosts'
import { cidIn, featureIdIn, placeIdIn, type ValueReader } from './identifier-values'
import type { LinkUrl } from './link-url'
import { refusePlaceId } from './no-listing'
import { percentDecode, queryDecode } from './percent'
import { type ListingReference, type ReferenceForm, referenceTo } from './reference'
import { noListing, type Refusal } from './refusal'

type Parameter = readonly [name: string, read: ValueReader, form: ReferenceForm]

/** `mpd=~<cid>/customers/reviews`, the reviews opened over a result. */
const openedReviews: ValueReader = (value) => (value.startsWith('~') ? cidIn(value.slice(1)) : null)

/** Where results of Google Search name a listing, in the query or behind `#`, the most trusted first. */
const searchParameters: readonly Parameter[] = [
  ['lrd', featureIdIn, 'review_link'],
  ['fid', featureIdIn, 'google_search_link'],
  ['ftid', featureIdIn, 'google_search_link'],
  ['ludocid', cidIn, 'google_search_link'],
  ['rlimm', cidIn, 'review_link'],
  ['mpd', openedReviews, 'review_link'],
]

const localParameters: readonly Parameter[] = [['placeid', placeIdIn, 'review_link'], ...searchParameters]

/** `fp=` is the CID in links that ask an owner to claim a listing. */
const businessParameters: readonly Parameter[] = [['fp', cidIn, 'business_profile_link']]

/**
 * Reads the links of Google outside its map that can name a listing: search results, review pages, Business Profile.
 * @returns null for a page of another kind.
 */
export function readGoogleLink(site: GoogleSite, url: LinkUrl): ListingReference | Refusal | null {
  const page = url.path.split('/')[1]?.toLowerCase()
  if (site === 'business') return readParameters(url, businessParameters)
  if (page === 'local') return readLocalPage(url)
  if (page === 'search' && site !== 'maps') return readParameters(url, searchParameters) ?? noListing('google_search')
  return null
}

/** `/local/writereview?placeid=`, `/local/reviews?placeid=`, `/local/place/fid/0x…:0x…`. */
function readLocalPage(url: LinkUrl): ListingReference | Refusal {
  const inPath = featureIdIn(percentDecode(/^\/local\/place\/fid\/([^/]+)/i.exec(url.path)?.[1] ?? ''))
  const named = inPath && referenceTo([{ id: inPath, form: 'google_search_link' }], null)
  return named ?? readParameters(url, localParameters) ?? refusePlaceId(url.query) ?? noListing('google_search')
}

function readParameters({ query, fragment }: LinkUrl, parameters: readonly Parameter[]): ListingReference | null {
  const namings = parameters.flatMap(([name, read, form]) => {
    const id = read(queryDecode(query.get(name) ?? '')) ?? read(queryDecode(fragment.get(name) ?? ''))
    return id ? [{ id, form }] : []
  })
  return referenceTo(namings, null)
}
