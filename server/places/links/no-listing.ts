import { decodeBase64Url } from '@/server/places/identifiers/base64url'
import { firstOf, type Parameters, queryDecode } from './link-url'
import { type DataNode, hasPath, type MapLink, textAt } from './map-link'
import { decodeName, isCoordinates, nodeText } from './place-names'
import { type NoListing, noListing, type Refusal } from './refusal'
import { wholeIdIn } from './value-readers'

/** The Google Maps pages that never point to one listing, with the type of each page. */
const pages: ReadonlyMap<string, NoListing> = new Map([
  ['dir', 'route'],
  ['placelists', 'list'],
  ['d', 'my_maps'],
  ['ms', 'my_maps'],
  ['contrib', 'contributor'],
])

/** Rejects a Google Maps link that does not point to one listing, and says what it is instead. */
export function refuseMapLink(link: MapLink): Refusal {
  return refusePlaceId(link.query) ?? noListing(whatItIs(link))
}

/** Rejects a link whose place id does not belong to a listing; null if the link has no such place id. */
export function refusePlaceId(query: Parameters): Refusal | null {
  const values = ['query_place_id', 'destination_place_id', 'place_id', 'placeid'].flatMap(
    (name) => firstOf(query, name) ?? [],
  )
  const searched = ['q', 'query', 'destination'].flatMap((name) => firstOf(query, name) ?? [])
  const prefixed = searched.map(queryDecode).filter((value) => value.startsWith('place_id:'))
  const placeId = [...values.map(queryDecode), ...prefixed].find(
    (value) => wholeIdIn(value.replace(/^place_id:/, '')) === null,
  )
  return placeId === undefined ? null : noListing(placeIdFault(placeId.replace(/^place_id:/, '')))
}

function whatItIs(link: MapLink): NoListing {
  const { page, names, camera, tree, query } = link
  const cid = firstOf(query, 'cid')
  const featureId = textAt(tree, '4.3.1') ?? textAt(tree, '1.3.1.1') ?? firstOf(query, 'ftid')
  const text = searchedText(link)
  const fixed = pages.get(page)
  if (fixed) return fixed
  if (page === 'reviews') return tree.some(isContributor) ? 'contributor' : 'review'
  if (cid) return cidFault(queryDecode(cid))
  if (query.has('daddr') || query.has('saddr') || hasPath(tree, '1.4')) return 'route'
  if (page === 'embed' && names[1] === 'directions') return 'route'
  if (query.has('msid') || query.has('mid')) return 'my_maps'
  if (hasPath(tree, '4.11')) return 'list'
  if (isStreetView(link)) return 'street_view'
  if (isCoordinates(text)) return featureId === undefined ? 'coordinates' : 'dropped_pin'
  if (featureId && !wholeIdIn(queryDecode(featureId))) return 'damaged_id'
  if (featureId) return text === '' ? 'dropped_pin' : 'place_without_id'
  if (page === 'place') return 'place_without_id'
  if (page === 'search' || text !== '' || hasPath(tree, '1.2')) return 'search'
  return page === 'embed' || camera !== null || query.has('ll') || query.has('center') ? 'map_view' : 'start_page'
}

/** A contributor's id has 21 digits, too many for a CID. */
const isContributor = ({ value }: DataNode): boolean => /^\d{21}$/.test(value)

/** Returns what is wrong with the value of `cid=`. From 2009 to 2013, it was three numbers: `0,0,<number>`. */
function cidFault(value: string): NoListing {
  if (/^0,0,\d+$/.test(value)) return 'old_cid'
  return /^0+$/.test(value) ? 'zero_cid' : 'damaged_id'
}

/** Returns the name in the path, in an embed's tree, or in `q=` or `query=`. */
function searchedText({ page, names, tree, query }: MapLink): string {
  const name = page === 'search' || page === 'place' ? decodeName(names[0] ?? '') : null
  const node = tree.find(({ path }) => path === '1.3.1.2')
  return name || (node && nodeText(node)) || queryDecode(firstOf(query, 'q') ?? firstOf(query, 'query') ?? '')
}

/** Whether a link shows a Street View image or a photo: its camera is 3 m up, or its tree has a picture id. */
function isStreetView({ page, names, camera, tree, query }: MapLink): boolean {
  if (camera?.includes(',3a,') || firstOf(query, 'layer') === 'c' || query.has('cbll')) return true
  if (firstOf(query, 'map_action') === 'pano') return true
  return hasPath(tree, '3.3') || hasPath(tree, '6.1') || (page === 'embed' && names[1] === 'streetview')
}

/**
 * Returns what a place id refers to if it does not belong to a listing. Place ids are protocol buffers: field 1 is a
 * listing, field 2 an address, field 3 a pair of coordinates, and field 4 a street or area with its own feature id
 * nested inside.
 */
export function placeIdFault(text: string): NoListing {
  if (/^\/[gm]\/\w/.test(text)) return 'knowledge_id'
  const [tag, size, ...content] = decodeBase64Url(text) ?? []
  // The length of a long address takes two bytes.
  if (size === undefined || content.length < Math.min(size, 0x7f)) return 'damaged_id'
  if (tag === 0x12) return 'address_id'
  if (tag === 0x1a && size === 0x12) return 'point_id'
  return tag === 0x22 ? 'street_id' : 'damaged_id'
}
