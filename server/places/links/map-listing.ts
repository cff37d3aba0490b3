import type { Cid } from '@/server/places/identifiers/cid'
import type { FeatureId } from '@/server/places/identifiers/feature-id'
import {
  type FoundIdentifier,
  type IdentifierRule,
  identifiersIn,
  referenceTo,
  type ValueReader,
} from './found-identifiers'
import { percentDecode, queryDecode } from './link-url'
import { locationInData } from './location'
import { type DataNode, type MapLink, rawPlaceName, textAt } from './map-link'
import { decodeName, kgIdOfNode, kgIdPath, nodeText, titleFrom } from './place-names'
import type { ListingReference, ReferenceForm } from './reference'
import type { Refusal } from './refusal'
import { anyIdIn, decimalCidIn, hexCidIn, prefixedCidIn, prefixedIdIn, wholeIdIn } from './value-readers'
import type { Work } from './work'

/**
 * Parses a place id, or one of the identifiers that tools put in search links instead: a feature id or a hexadecimal
 * CID.
 */
const searchedIdIn: ValueReader = (value) => wholeIdIn(value) ?? hexCidIn(value)

/**
 * Parses a search text, which identifies a listing only through `place_id:…`, a place id, or a feature id; ordinary
 * words never look like these.
 */
const wordsIn: ValueReader = (value) => prefixedIdIn(value) ?? wholeIdIn(value)

/** The parameters that identify a listing. */
export const mapParameters: readonly IdentifierRule[] = [
  ['ftid', wholeIdIn, 'mobile_link'],
  ['query_place_id', searchedIdIn, 'search_link'],
  ['destination_place_id', wholeIdIn, 'directions_link'],
  ['place_id', wholeIdIn, 'place_id_link'],
  ['q', wordsIn, 'place_id_link'],
  ['q', prefixedCidIn, 'cid_link'],
  ['query', wordsIn, 'search_link'],
  ['destination', wordsIn, 'directions_link'],
  ['cid', anyIdIn, 'cid_link'],
]

/** Pages that determine a link's form, regardless of where its identifier is. */
const pageForms: ReadonlyMap<string, ReferenceForm> = new Map([
  ['dir', 'directions_link'],
  ['embed', 'embed_link'],
  ['search', 'search_link'],
  ['reviews', 'review_link'],
])

/** Parses a feature id or a place id; null for other text. */
function idIn(text: string | null, form: ReferenceForm): FoundIdentifier | null {
  const named = wholeIdIn(text ?? '')
  return named && { ...named, form }
}

/** Identifiers and the listing's title. */
interface Named {
  identifiers: FoundIdentifier[]
  title: string | null
}

/**
 * Returns the listing that a map link points to; null if there is none or more than one; a refusal if its identifiers
 * disagree.
 */
export function readMapListing(link: MapLink, work: Work): ListingReference | Refusal | null {
  const { identifiers, title } = namedInTree(link)
  const all = [...identifiers, ...namedInQuery(link, work), ...namedInPath(link)]
  // Unlike on a page of Google Search, nothing in a map link outranks the rest.
  const equals = all.map((identifier): FoundIdentifier => ({ ...identifier, kind: 'whole' }))
  const reading = referenceTo(equals, title)
  const form = pageForms.get(link.page)
  return reading?.kind === 'listing' && form ? { ...reading, form } : reading
}

function namedInTree(link: MapLink): Named {
  const { page, tree } = link
  if (page === 'dir') return namedByRoute(link)
  if (page === 'embed') return namedInEmbed(link)
  const title = page === 'place' ? titleFrom(decodeName(rawPlaceName(link))) : null
  const kgNode = tree.find(({ path }) => path === kgIdPath)
  const kgId = kgNode ? kgIdOfNode(kgNode) : null
  const location = locationInData(tree)
  const identifiers = ['4.3.1', '4.3.19']
    .flatMap((path) => idIn(textAt(tree, path), 'place_link') ?? [])
    .map((identifier) => ({ ...identifier, kgId, location }))
  const other = identifiers.length > 0 ? null : (reviewed(link) ?? previewed(link) ?? requestedReviews(link))
  return { identifiers: other ? [other] : identifiers, title }
}

function namedByRoute(link: MapLink): Named {
  const stop = readDirections(link)
  return stop
    ? { identifiers: [{ kind: 'whole', id: stop.id, isDigits: true, form: 'directions_link' }], title: stop.title }
    : { identifiers: [], title: null }
}

function namedInEmbed(link: MapLink): Named {
  const identifier = idIn(textAt(link.tree, '1.3.1.1'), 'embed_link')
  if (identifier === null) return namedByRoute(link)
  const name = link.tree.find(({ path }) => path === '1.3.1.2')
  return { identifiers: [identifier], title: titleFrom(name ? nodeText(name) : null) }
}

/** Parses the place in a shared review: the only feature id under 4.14, or 4.23 in older links, at a varying depth. */
function reviewed({ tree }: MapLink): FoundIdentifier | null {
  const [first, ...others] = tree
    .filter(({ path, type }) => type === 's' && /^4\.(?:14|23)\./.test(path))
    .flatMap(({ value }) => idIn(percentDecode(value), 'review_link') ?? [])
  return first && others.every(({ id }) => id.cid === first.id.cid) ? first : null
}

/**
 * Parses the place whose reviews a map page requests from the server: with `listugcposts`, which has the feature id as
 * text, or with `listentitiesreviews`, which has its halves as two numbers.
 */
function requestedReviews({ page, names, tree }: MapLink): FoundIdentifier | null {
  if (page === 'rpc' && names[0] === 'listugcposts') return idIn(textAt(tree, '1.1'), 'review_link')
  if (page !== 'review' || names[0] !== 'listentitiesreviews') return null
  const [cell, cid] = ['1.1', '1.2'].map((path) => {
    const node = tree.find((one) => one.path === path && one.type === 'y')
    return decimalCidIn(node?.value ?? '')?.id.cid
  })
  if (cell === undefined || cid === undefined) return null
  return { kind: 'whole', id: { cell, cid }, isDigits: true, form: 'review_link' }
}

/** Parses the place that was searched for in a preview link from 2013. */
function previewed({ tree, isPreview }: MapLink): FoundIdentifier | null {
  return isPreview ? idIn(textAt(tree, '4.2.1.1'), 'place_link') : null
}

function namedInQuery(link: MapLink, work: Work): FoundIdentifier[] {
  const others = otherStops(link)
  const isOnly = ({ id }: FoundIdentifier) => others.size === 0 || (others.size === 1 && others.has(id.cid))
  const behindHash = identifiersIn(
    link.fragment,
    mapParameters.filter(([name]) => name === 'ftid'),
    work,
  )
  return [...identifiersIn(link.query, mapParameters, work), ...behindHash].filter(isOnly)
}

/** Parses identifiers that some programs write in place of the name: `/maps/place/ChIJ…`. */
function namedInPath({ page, names }: MapLink): FoundIdentifier[] {
  if (page === 'search' || page === 'dir') return []
  return names.flatMap((name) => idIn(percentDecode(name), 'place_link') ?? [])
}

/** The paths of stops in a tree. A stop without an id is a position, "my location", or unknown text. */
const layouts = {
  dir: { stop: '4.4.1', id: '4.4.1.1.1', name: null },
  embed: { stop: '1.4.4', id: '1.4.4.1', name: '1.4.4.2' },
} as const

/**
 * Returns the one place that a route identifies; null if there is none or more than one. A route between two places
 * does not point to one listing, even if only one of them has an identifier, because the user may want the other one.
 */
function readDirections({ page, tree, names }: MapLink): { id: FeatureId; title: string | null } | null {
  const layout = page === 'embed' ? layouts.embed : layouts.dir
  const stops: Array<{ id: FeatureId | null; title: string | null }> = []
  for (const node of tree) {
    if (node.path === layout.stop) stops.push({ id: null, title: null })
    const stop = stops.at(-1)
    if (stop && node.path === layout.id) stop.id = stopId(node)
    if (stop && node.path === layout.name) stop.title = titleFrom(nodeText(node))
  }
  const ids = stops.flatMap(({ id }) => id ?? [])
  const [id] = ids
  if (id === undefined || ids.some(({ cid }) => cid !== id.cid)) return null
  // A route page has its stops' names in the path, in the same order. An empty name is "my location".
  const titles = page === 'embed' ? stops.map(({ title }) => title) : names.map((name) => titleFrom(decodeName(name)))
  const stopNames = titles.filter((title) => title !== null)
  if (stopNames.length > ids.length) return null
  const own = titles.length === stops.length ? titles[stops.findIndex((stop) => stop.id === id)] : stopNames.at(-1)
  return { id, title: own ?? null }
}

/** Parses a stop's feature id; null for `0x0:0x0`, which means a position. */
function stopId(node: DataNode): FeatureId | null {
  const id = wholeIdIn(percentDecode(node.value))?.id
  return id && id.cid !== 0n ? id : null
}

/** Returns the CIDs that a route's parameters contain for the places before the destination. */
function otherStops({ query }: MapLink): ReadonlySet<Cid> {
  const values = ['origin_place_id', 'origin', 'waypoint_place_ids', 'waypoints'].flatMap((name) =>
    (query.get(name) ?? []).flatMap((value) => queryDecode(value).split('|')),
  )
  return new Set(values.flatMap((value) => (prefixedIdIn(value) ?? wholeIdIn(value))?.id.cid ?? []))
}
