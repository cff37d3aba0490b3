import type { Cid } from '@/server/identifiers/cid'
import type { FeatureId } from '@/server/identifiers/feature-id'
import type { DataNode } from './data-tree'
import { percentDecode, queryDecode } from './link-url'
import type { MapLink } from './map-link'
import { decodeName, nodeText, titleFrom } from './titles'
import { prefixedIdIn, wholeIdIn } from './value-readers'

/** Where stops sit in a tree. A stop without an id is a position, "my location" or an unknown text. */
const layouts = {
  dir: { stop: '4.4.1', id: '4.4.1.1.1', name: null },
  embed: { stop: '1.4.4', id: '1.4.4.1', name: '1.4.4.2' },
} as const

/**
 * Returns the one place that a route names by an identifier; null if it names none or several. A route between two places
 * names no single listing, even if only one of them has an identifier: nothing says that it is the one meant.
 */
export function readDirections({ page, tree, names }: MapLink): { id: FeatureId; title: string | null } | null {
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
  // A route page keeps the names of its stops in the path, in the same order; an empty one is "my location".
  const titles = page === 'embed' ? stops.map(({ title }) => title) : names.map((name) => titleFrom(decodeName(name)))
  const known = titles.filter((title) => title !== null)
  if (known.length > ids.length) return null
  const own = titles.length === stops.length ? titles[stops.findIndex((stop) => stop.id === id)] : known.at(-1)
  return { id, title: own ?? null }
}

/** Reads the feature id of a stop; null for `0x0:0x0`, which means a position. */
function stopId(node: DataNode): FeatureId | null {
  const id = wholeIdIn(percentDecode(node.value))?.id
  return id && id.cid !== 0n ? id : null
}

/** Returns the CIDs of the places before the destination that a route's parameters name by an identifier. */
export function otherStops({ query }: MapLink): ReadonlySet<Cid> {
  const values = ['origin_place_id', 'origin', 'waypoint_place_ids', 'waypoints'].flatMap((name) =>
    (query.get(name) ?? []).flatMap((value) => queryDecode(value).split('|')),
  )
  return new Set(values.flatMap((value) => (prefixedIdIn(value) ?? wholeIdIn(value))?.id.cid ?? []))
}
