import { firstOf, type LinkUrl, type Parameters, percentDecode } from './link-url'

/** The parts of a Google Maps link. */
export interface MapLink {
  /** The page in lowercase: `place`, `dir`, `search`, `embed`, `@50.08,14.42,17z`, or empty. */
  page: string
  /** The raw segments after the page, up to the camera and the data. */
  names: string[]
  /** Whether the link is from 2013, when the data had a different layout. */
  isPreview: boolean
  /** Whether a camera or data follows the names, so that all of them belong to a place's name. */
  isClosed: boolean
  /** `@lat,lng,…`, the camera, without the `@`; null if the link has none. */
  camera: string | null
  /** The tree in `data=` or `pb=`; empty if there is none. */
  tree: DataNode[]
  query: Parameters
  /** The text after an unescaped `#` in a name, with its parameters: `?q=Main St # 200&ftid=…`. */
  fragment: Parameters
}

/** `data=` in a path, even if the whole path was encoded one to three more times. */
const dataStart = /\/data(?:=|%((?:25){0,2})3d)/i

/** Splits a Google Maps link into its parts, with or without a leading `/maps` in its path. */
export function readMapUrl({ path: rawPath, query: plain, fragment }: LinkUrl): MapLink {
  // Links from 2013 have everything after `#!`.
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
 * Returns the raw name in a place link, or an empty string. If a camera or data follows, everything before it is the
 * name, which may then contain a `/`.
 */
export function rawPlaceName({ names, isClosed }: MapLink): string {
  return isClosed ? names.join('/') : (names[0] ?? '')
}

/**
 * Undoes extra encodings of a path. Consent pages redirect to paths that are encoded once more, including their names,
 * so even `data=` becomes `data%3D`.
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
      // A slash inside a name must remain encoded. The data is never split at slashes.
      return /^data=/i.test(text) ? text : text.replaceAll('/', '%2F')
    })
    .join('/')
}

/** An element in a `data=` or `pb=` tree. */
export interface DataNode {
  /** Field numbers from the root, e.g. `4.3.1`. Repeated fields have the same path and keep their order. */
  path: string
  /** `m`: a message, `s`: a string, `z`: base64 text, `d` and `f`: numbers, `e`, `b`, `i`, and others: small values. */
  type: string
  /**
   * The raw value, still percent-encoded. For `m`, the number of following elements that belong to the message, at all
   * depths.
   */
  value: string
}

const element = /^(\d{1,4})([a-z])(.*)$/is
/**
 * Matches the rest of an element that contains a space, a line break, or a mark. In a name, an `!` is followed by
 * words.
 */
const damaged = /^(?:<[^<>]*>|%(?:25)*[0-7][\da-f]|[^\p{L}])*\d/iu
const deepest = 16

/**
 * Parses repeated `!<field><type><value>`, the text form of protocol buffers in map links. Splits the text at `!`
 * before decoding, because a name may contain an encoded `!` or `&`. A message with an excessive count ends with its
 * parent. An invalid element still counts as an element, so its neighbors keep their positions. Parsing stops at a
 * message with a damaged number or count, because the positions of the elements after it are then unknown.
 */
export function readDataTree(text: string): DataNode[] {
  const elements = (text.includes('!') ? text : percentDecode(text)).split('!')
  const nodes: DataNode[] = []
  const open: Array<{ prefix: string; last: number }> = []
  let parent = { prefix: '', last: elements.length }
  for (let index = 1; index < elements.length; index++) {
    while (index > parent.last) parent = open.pop() ?? { prefix: '', last: elements.length }
    const [, field, type, value] = element.exec(elements[index] ?? '') ?? []
    if (field === undefined || type === undefined || value === undefined) {
      if (damaged.test(elements[index] ?? '')) break
      continue
    }
    const path = parent.prefix + field
    nodes.push({ path, type, value })
    if (type === 'm' && !/^\d+(?:[?&#/].*)?$/s.test(value)) break
    const count = type === 'm' ? Number.parseInt(value, 10) : 0
    if (!(count > 0)) continue
    if (open.length === deepest) break
    open.push(parent)
    parent = { prefix: `${path}.`, last: Math.min(index + count, parent.last) }
  }
  return nodes
}

/** Returns the decoded text of the first string at a path. */
export function textAt(tree: readonly DataNode[], path: string): string | null {
  const node = tree.find((candidate) => candidate.path === path && candidate.type === 's')
  return node === undefined ? null : percentDecode(node.value)
}

/** Whether there is a node at a path. */
export function hasPath(tree: readonly DataNode[], path: string): boolean {
  return tree.some((node) => node.path === path)
}
