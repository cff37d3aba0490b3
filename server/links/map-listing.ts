import type { FeatureId } from '@/server/identifiers/feature-id'
import { textAt } from './data-tree'
import { namesOtherStops, readRoute } from './directions'
import { cidIn, featureIdIn, placeIdIn, prefixedCidIn, type ValueReader } from './identifier-values'
import type { MapLink } from './map-link'
import { percentDecode, queryDecode } from './percent'
import { type ListingReference, type Naming, type ReferenceForm, referenceTo } from './reference'
import { decodeName, nodeText, titleFrom } from './titles'

/** The parameters that name a listing, the most trusted first. `q` is a search and names one only in these spellings. */
const parameters: ReadonlyArray<readonly [name: string, read: ValueReader, form: ReferenceForm]> = [
  ['ftid', featureIdIn, 'mobile_link'],
  ['fid', featureIdIn, 'mobile_link'],
  ['lrd', featureIdIn, 'review_link'],
  ['query_place_id', placeIdIn, 'search_link'],
  ['destination_place_id', placeIdIn, 'directions_link'],
  ['place_id', placeIdIn, 'place_id_link'],
  ['placeid', placeIdIn, 'place_id_link'],
  ['q', placeIdIn, 'place_id_link'],
  ['query', placeIdIn, 'place_id_link'],
  ['destination', placeIdIn, 'directions_link'],
  ['q', featureIdIn, 'place_link'],
  ['q', prefixedCidIn, 'cid_link'],
  ['cid', cidIn, 'cid_link'],
  ['ludocid', cidIn, 'cid_link'],
]

/** Pages whose links are called after the page, wherever in them the identifier stands. */
const pageForms: ReadonlyMap<string, ReferenceForm> = new Map([
  ['dir', 'directions_link'],
  ['embed', 'embed_link'],
  ['search', 'search_link'],
  ['reviews', 'review_link'],
])

/** Namings with the title that goes with them. */
interface Named {
  namings: Naming[]
  title: string | null
}

/** The listing that a link of Google Maps names; null where it names none or several. */
export function readMapListing(link: MapLink): ListingReference | null {
  const { namings, title } = namedInTree(link)
  const reference = referenceTo([...namings, ...namedInQuery(link), ...namedInPath(link)], title)
  const form = pageForms.get(link.page)
  return reference && form ? { ...reference, form } : reference
}

function namedInTree(link: MapLink): Named {
  const { page, tree, names } = link
  if (page === 'dir') return namedByRoute(link)
  if (page === 'embed') return namedInEmbed(link)
  const title = page === 'place' ? titleFrom(decodeName(names[0] ?? '')) : null
  const own = featureIdIn(textAt(tree, '4.3.1') ?? '')
  const packed = placeIdIn(textAt(tree, '4.3.19') ?? '')
  const namings: Naming[] = [own, packed].flatMap((id) => (id ? [{ id, form: 'place_link' }] : []))
  const review = own || packed ? null : reviewed(link)
  if (review) namings.push({ id: review, form: 'review_link' })
  return { namings, title }
}

function namedByRoute(link: MapLink): Named {
  const stop = readRoute(link)
  return stop
    ? { namings: [{ id: stop.id, form: 'directions_link' }], title: stop.title }
    : { namings: [], title: null }
}

function namedInEmbed(link: MapLink): Named {
  const id = featureIdIn(textAt(link.tree, '1.3.1.1') ?? '')
  if (id === null) return namedByRoute(link)
  const name = link.tree.find(({ path }) => path === '1.3.1.2')
  return { namings: [{ id, form: 'embed_link' }], title: titleFrom(name ? nodeText(name) : null) }
}

/** The place of a shared review: the only feature id under 4.14, or 4.23 in older links, at a depth that varies. */
function reviewed({ tree }: MapLink): FeatureId | null {
  const ids = tree.flatMap(({ path, type, value }) => {
    const id = type === 's' && /^4\.(?:14|23)\./.test(path) ? featureIdIn(percentDecode(value)) : null
    return id ? [id] : []
  })
  const [first] = ids
  return first && ids.every(({ cid }) => cid === first.cid) ? first : null
}

function namedInQuery(link: MapLink): Naming[] {
  const { query } = link
  if (query.size === 0) return []
  return parameters.flatMap(([name, read, form]) => {
    const value = query.get(name)
    const id = value === undefined ? null : read(queryDecode(value))
    return id && !namesOtherStops(link, id) ? [{ id, form }] : []
  })
}

/** Some programs write the identifier where the name belongs: `/maps/place/ChIJ…`. */
function namedInPath({ page, names }: MapLink): Naming[] {
  if (page === 'search' || page === 'dir') return []
  return names.flatMap((name) => {
    const id = featureIdIn(percentDecode(name)) ?? placeIdIn(name)
    return id ? [{ id, form: 'place_link' }] : []
  })
}
