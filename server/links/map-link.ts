import { type DataNode, readDataTree } from './data-tree'
import { firstOf, type LinkUrl, type Parameters, percentDecode } from './link-url'

/** A link of Google Maps, taken apart. */
export interface MapLink {
  /** Which page of the map, in lower case: `place`, `dir`, `search`, `embed`, `@50.08,14.42,17z`, or empty. */
  page: string
  /** The raw segments behind the page, up to the camera and the data. */
  names: string[]
  /** Whether it is a link of 2013, whose data has another layout. */
  isPreview: boolean
  /** Whether a camera or data follow the names, so that all of them belong to the name of a place. */
  isClosed: boolean
  /** `@lat,lng,…`, the camera, without the `@`; null where the link has none. */
  camera: string | null
  /** The tree in `data=` or `pb=`; empty without one. */
  tree: DataNode[]
  query: Parameters
}

/** `data=` in a path, or what encoding the whole path once, twice or thrice more makes of it. */
const dataStart = /\/data(?:=|%((?:25){0,2})3d)/i

/** Takes a link of Google Maps apart; its path may have a leading `/maps` or not. */
export function readMapUrl({ path: rawPath, query: plain, fragment }: LinkUrl): MapLink {
  // Links of 2013 say everything behind `#!`.
  const isPreview = /^\/+(?:maps\/)?preview\/?$/i.test(rawPath) && plain.size === 0
  const query = isPreview ? fragment : plain
  const path = evenlyEncoded(rawPath)
  const data = path.search(/\/data=/i)
  const segments = (data === -1 ? path : path.slice(0, data)).split('/').slice(1)
  while (segments[0] !== undefined && /^(?:maps|preview|mobile|)$/i.test(segments[0])) segments.shift()
  const cameraAt = segments.findIndex((segment) => /^@(?:[-\d]|$)/.test(segment))
  return {
    page: segments[0]?.toLowerCase() ?? '',
    names: segments.slice(1, cameraAt === -1 ? undefined : Math.max(1, cameraAt)),
    isPreview,
    isClosed: data !== -1 || cameraAt !== -1,
    camera: segments[cameraAt]?.slice(1) ?? null,
    tree: readDataTree(
      data === -1 ? (firstOf(query, 'data') ?? firstOf(query, 'pb') ?? '') : path.slice(data + '/data='.length),
    ),
    query,
  }
}

/**
 * The raw name in a place link; empty without one. It may hold a `/` of its own where a camera or data follow, which are no
 * name.
 */
export function rawPlaceName({ names, isClosed }: MapLink): string {
  return isClosed ? names.join('/') : (names[0] ?? '')
}

/**
 * Consent pages lead on to paths that are encoded once more, so that even `data=` is spelt `data%3D`; the names in them
 * are, too.
 */
function evenlyEncoded(path: string): string {
  const [spelling, deeper] = dataStart.exec(path) ?? []
  if (spelling === undefined || spelling.endsWith('=')) return path
  const encodings = 1 + (deeper ?? '').length / 2
  return path
    .split('/')
    .map((segment) => {
      let text = segment
      for (let count = 0; count < encodings; count++) text = percentDecode(text)
      // A name may hold a slash of its own; the data may not be cut by one.
      return /^data=/i.test(text) ? text : text.replaceAll('/', '%2F')
    })
    .join('/')
}
