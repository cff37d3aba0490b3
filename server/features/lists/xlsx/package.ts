import { unzipSync, zipSync } from 'fflate'
import { escapeXml, XmlReader } from './xml'

/** The parts of a workbook, by path. */
export type Parts = Map<string, Uint8Array>

/** A part’s link to another part or an address. */
export interface Relationship {
  id: string
  /** A URI, such as `…/relationships/worksheet`. */
  type: string
  /** A path from the part’s folder, or an address if it is external. */
  target: string
  isExternal: boolean
}

/** An error with a message for the user. */
export class WorkbookError extends Error {}

/** The maximum size of all parts together. One part must also fit into a string. */
const maxUnpackedBytes = 400_000_000

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

/** Packs the parts of a workbook. Files are a little larger than Excel’s, in half the time. */
export const pack = (parts: Parts): Uint8Array =>
  zipSync(
    Object.fromEntries([...parts].map(([path, bytes]) => [path, [bytes, { level: compressed.test(path) ? 0 : 3 }]])),
  )

/** Returns a part as text; null if the workbook doesn't have it. */
export function partText(parts: Parts, path: string): string | null {
  const bytes = parts.get(path)
  if (!bytes) return null
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
}

/** Returns the path of the part that lists a part’s relationships. */
function relationshipsPath(path: string): string {
  const slash = path.lastIndexOf('/') + 1
  return `${path.slice(0, slash)}_rels/${path.slice(slash)}.rels`
}

/** Returns the start of the types of relationships. Strict workbooks have their own. */
export const relationshipNamespace = (isStrict: boolean): string =>
  isStrict
    ? 'http://purl.oclc.org/ooxml/officeDocument/relationships'
    : 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Returns the relationships of a part; an empty path means the whole workbook. */
export function relationshipsOf(parts: Parts, path: string): Relationship[] {
  const xml = new XmlReader(partText(parts, relationshipsPath(path)) ?? '')
  const relationships: Relationship[] = []
  while (xml.next()) {
    if (xml.name !== 'Relationship' || xml.isEnd) continue
    relationships.push({
      id: xml.attribute('Id') ?? '',
      type: xml.attribute('Type') ?? '',
      target: xml.attribute('Target') ?? '',
      isExternal: xml.attribute('TargetMode') === 'External',
    })
  }
  return relationships
}

/** Replaces the relationships of a part. */
export function writeRelationships(parts: Parts, path: string, relationships: readonly Relationship[]): void {
  const items = relationships.map(({ id, type, target, isExternal }) => {
    const mode = isExternal ? ' TargetMode="External"' : ''
    return `<Relationship Id="${escapeXml(id)}" Type="${escapeXml(type)}" Target="${escapeXml(target)}"${mode}/>`
  })
  const namespace = 'http://schemas.openxmlformats.org/package/2006/relationships'
  writePart(parts, relationshipsPath(path), `<Relationships xmlns="${namespace}">${items.join('')}</Relationships>`)
}

/** Writes a part. An XML declaration is added unless it has one. */
export function writePart(parts: Parts, path: string, xml: string): void {
  const head = xml.startsWith('<?xml') ? '' : '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  parts.set(path, new TextEncoder().encode(head + xml.replace(/^(<\?xml[^>]*encoding=)["']UTF-16["']/i, '$1"UTF-8"')))
}

/** Returns the path of the part that a relationship of another part leads to. */
export function targetPath(from: string, { target }: Relationship): string {
  const path = target.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const name of target.split('/')) {
    if (name === '..') path.pop()
    else if (name !== '' && name !== '.') path.push(name)
  }
  return path.join('/')
}
