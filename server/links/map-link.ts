import { type DataNode, readDataTree } from './data-tree'
import { firstOf, type LinkUrl, type Parameters, percentDecode } from './link-url'

/** The parts of a link of Google Maps. */
export interface MapLink {
  /** Which page of the map, in lower case: `place`, `dir`, `search`, `embed`, `@50.08,14.42,17z`, or empty. */
  page: string
  /** The raw segments after the page, up to the camera and the data. */
  names: string[]
  /** Whether it is a link from 2013, whose data has another layout. */
  isPreview: boolean
  /** Whether a camera or data follow the names, so all of them belong to the name of a place. */
  isClosed: boolean
  /** `@lat,lng,…`, the camera, without the `@`; null if the link has none. */
  camera: string | null
  /** The tree in `data=` or `pb=`; empty without one. */
  tree: DataNode[]
  query: Parameters
  /** What follows an unescaped `#` in a name, with the parameters after it: `?q=Main St # 200&ftid=…`. */
  fragment: Parameters
}

/** `data=` in a path, also if the whole path was encoded one to three times more. */
const dataStart = /\/data(?:=|%((?:25){0,2})3d)/i

/** Splits a link of Google Maps into its parts, with or without a leading `/maps` in its path. */
export function readMapUrl({ path: rawPath, query: plain, fragment }: LinkUrl): MapLink {
  // Links from 2013 keep everything after `#!`.
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
    fragment,
  }
}

/**
 * Returns the raw name in a place link; empty if there is none. If a camera or data follow, everything before them is the
 * name, which may then contain a `/`.
 */
export function rawPlaceName({ names, isClosed }: MapLink): string {
  return isClosed ? names.join('/') : (names[0] ?? '')
}

/**
 * Undoes extra encodings of a path. Consent pages lead to paths that are encoded once more, names included, so even `data=`
 * reads `data%3D`.
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
      // A slash inside a name must stay encoded. The data is never split at slashes.
      return /^data=/i.test(text) ? text : text.replaceAll('/', '%2F')
    })
    .join('/')
}
