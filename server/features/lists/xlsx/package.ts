import { unzipSync, zipSync } from 'fflate'
import { XmlReader } from './xml'

/** The parts of a workbook, by path. */
export type Parts = Map<string, Uint8Array>

/** A part’s link to another part or an address. */
export interface Relationship {
  id: string
  /** The last part of the type, such as `worksheet`. */
  type: string
  /** A path of a part, or an address if it is external. */
  target: string
  isExternal: boolean
}

/** An error with a message for the user. */
export class WorkbookError extends Error {}

/** The maximum size of all parts together. One part must also fit into a string. */
export const maxUnpackedBytes = 400_000_000

/** Old Excel files and workbooks with a password are not ZIP files, but start like this. */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0]

/**
 * Unpacks a workbook. Sizes are checked before anything is unpacked, and no part gets more memory than the size it states.
 * @throws WorkbookError
 */
export function unpack(bytes: Uint8Array): Parts {
  if (compoundFile.every((byte, index) => bytes[index] === byte))
    throw new WorkbookError(
      'This is an old Excel file (XLS), or has a password. Save it as XLSX without a password, then try again.',
    )
  let size = 0
  try {
    const files = unzipSync(bytes, {
      filter: (file) => {
        size += file.originalSize
        return size <= maxUnpackedBytes
      },
    })
    if (size <= maxUnpackedBytes) return new Map(Object.entries(files))
  } catch {
    throw new WorkbookError('This isn’t a readable Excel file (XLSX). Save it as XLSX or CSV, then try again.')
  }
  throw new WorkbookError(
    `This workbook is too large: the limit is ${maxUnpackedBytes / 1_000_000} MB after unpacking.`,
  )
}

/** Formats that are already compressed. */
const compressed = /\.(?:png|jpe?g|gif|zip)$/i

/** Packs the parts of a workbook. */
export const pack = (parts: Parts): Uint8Array =>
  zipSync(
    Object.fromEntries([...parts].map(([path, bytes]) => [path, [bytes, { level: compressed.test(path) ? 0 : 6 }]])),
  )

/** Returns a part as text; null if the workbook doesn't have it. */
export function partText(parts: Parts, path: string): string | null {
  const bytes = parts.get(path)
  if (!bytes) return null
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** Returns the path of the part that lists a part’s relationships. */
export function relationshipsPath(path: string): string {
  const slash = path.lastIndexOf('/') + 1
  return `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`
}

/** Returns the relationships of a part; an empty path means the whole workbook. */
export function relationshipsOf(parts: Parts, path: string): Relationship[] {
  const xml = new XmlReader(partText(parts, relationshipsPath(path)) ?? '')
  const relationships: Relationship[] = []
  while (xml.next()) {
    if (xml.name !== 'Relationship' || xml.isEnd) continue
    const target = xml.attribute('Target') ?? ''
    const isExternal = xml.attribute('TargetMode') === 'External'
    relationships.push({
      id: xml.attribute('Id') ?? '',
      type: (xml.attribute('Type') ?? '').replace(/^.*\//, ''),
      target: isExternal ? target : resolvePath(path, target),
      isExternal,
    })
  }
  return relationships
}

function resolvePath(from: string, target: string): string {
  const path = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '..') path.pop()
    else if (name !== '' && name !== '.') path.push(name)
  }
  return path.join('/')
}
