import { Inflate } from 'fflate'
import { decodeBase64 } from '@/server/places/identifiers/base64url'
import { cidFromDecimal } from '@/server/places/identifiers/cid'
import { parseFeatureId } from '@/server/places/identifiers/feature-id'
import { type Identifier, type IdentifierRule, identifiersIn, referenceTo, type ValueReader } from './found-identifiers'
import { type LinkUrl, type Parameters, queryDecode } from './link-url'
import { readKgId } from './place-names'
import { type ProtobufField, readProtobuf, textOf } from './protobuf'
import type { ListingReference } from './reference'
import { noListing, type Refusal } from './refusal'
import { decimalCidIn, openedListingIn, packListingIn, relatedListingIn, reviewedIdIn } from './value-readers'
import type { Work } from './work'

/** Parses `stick=`: base64url of a gzipped message with the feature id in field 4, or the decimal CID in field 3. */
const stickIn: ValueReader = (value, work) => {
  const fields = fieldsOf(value, 'gzip', work)
  return fields && (featureIdAt(fields, 4) ?? cidAt(fields, 3))
}

/**
 * Parses `gs_ssp=`, set when a suggestion was chosen: base64url of a zlib-compressed message with the feature id in
 * field 7.
 */
const suggestionIn: ValueReader = (value, work) => {
  const fields = fieldsOf(value, 'zlib', work)
  return fields && featureIdAt(fields, 7)
}

function fieldsOf(value: string, format: 'gzip' | 'zlib', work: Work): ProtobufField[] | null {
  const bytes = work.inflated(`${format} ${value}`, () => {
    const packed = decodeBase64(value)
    return packed && inflateToken(packed, format)
  })
  return bytes && readProtobuf(bytes)
}

function featureIdAt(fields: readonly ProtobufField[], number: number): Identifier | null {
  const id = parseFeatureId(textOf(fields, number) ?? '')
  return id && { kind: 'whole', id, isDigits: false }
}

function cidAt(fields: readonly ProtobufField[], number: number): Identifier | null {
  const cid = cidFromDecimal(textOf(fields, number) ?? '')
  return cid === null ? null : { kind: 'cid', id: { cell: 0n, cid }, isDigits: false }
}

/** The parameters that identify a listing on Google Search results pages, in the query or after `#`. */
export const searchParameters: readonly IdentifierRule[] = [
  ['lrd', reviewedIdIn, 'review_link'],
  ['ludocid', decimalCidIn, 'google_search_link'],
  ['rlimm', decimalCidIn, 'review_link'],
  ['rlfi', openedListingIn, 'google_search_link'],
  ['rldimm', packListingIn, 'google_search_link'],
  ['stick', stickIn, 'google_search_link'],
  ['gs_ssp', suggestionIn, 'google_search_link'],
  ['trex', relatedListingIn, 'google_search_link'],
]

/**
 * Parses a link to a Google Search results page. Ignores `mpd=~<number>`: that is a Business Profile id, which differs
 * from the CID in every link that has both.
 */
export function readSearchLink({ query, fragment }: LinkUrl, work: Work): ListingReference | Refusal {
  const identifiers = [
    ...identifiersIn(fragment, searchParameters, work).map((identifier) => ({ ...identifier, inFragment: true })),
    ...identifiersIn(query, searchParameters, work),
  ]
  // The open listing may differ from the requested one. If it does, the Knowledge Graph id could belong to either one.
  const isOne = new Set(identifiers.map(({ id }) => id.cid).filter((cid) => cid !== 0n)).size <= 1
  const kgId = isOne ? kgIdIn(query, fragment) : null
  if (identifiers.every(({ kind }) => kind === 'pack' || kind === 'related') && hasDamaged([query, fragment], work))
    return noListing('damaged_id')
  const reading = referenceTo(
    identifiers.map((identifier) => ({ ...identifier, kgId })),
    null,
  )
  return reading ?? noListing(query.has('mpd') || fragment.has('mpd') ? 'profile_number' : 'google_search')
}

/**
 * Whether a link has a damaged identifier for the listing that it shows. The link's other identifiers may belong to
 * other listings.
 */
function hasDamaged(parts: readonly Parameters[], work: Work): boolean {
  return searchParameters
    .filter(([name]) => /^(?:lrd|ludocid|rlimm|rlfi)$/.test(name))
    .some(([name, read]) =>
      parts.some((part) =>
        part.get(name)?.some((value) => /[1-9]/.test(value) && read(queryDecode(value), work) === null),
      ),
    )
}

/** Returns a page's Knowledge Graph id; null unless it has exactly one. */
function kgIdIn(query: Parameters, fragment: Parameters): string | null {
  const values = [...(query.get('kgmid') ?? []), ...(fragment.get('kgmid') ?? [])].map(queryDecode)
  return new Set(values).size === 1 ? readKgId(values[0]) : null
}

/**
 * The maximum size of a token, because pasted text may contain a decompression bomb. Real search tokens are at most 120
 * bytes, before and after inflation.
 */
const maxBytes = 1_024
const longestInput = 256

/** How many compressed bytes are inflated between size checks. The data grows at most 1,032-fold. */
const stepBytes = 32

/**
 * Inflates gzip or zlib data of at most 256 bytes to at most 1 KiB, in bounded time, and verifies its checksum: a token with a
 * damaged digit would point to another listing.
 * @returns null for data that is longer, damaged, or in another format.
 */
export function inflateToken(data: Uint8Array, format: 'gzip' | 'zlib'): Uint8Array | null {
  if (data.length > longestInput) return null
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const isGzip = format === 'gzip'
  const bytes = new Uint8Array(maxBytes)
  let size = 0
  const stream = new Inflate((chunk) => {
    if (size + chunk.length <= maxBytes) bytes.set(chunk, size)
    size += chunk.length
  })
  try {
    // Search tokens have the shortest header, without a file name.
    if (isGzip ? view.getUint32(0) !== 0x1f8b0800 : view.getUint16(0) % 31 !== 0) return null
    const deflated = isGzip ? data.subarray(10, -8) : data.subarray(2, -4)
    for (let at = 0; at < deflated.length; at += stepBytes) {
      stream.push(deflated.subarray(at, at + stepBytes), at + stepBytes >= deflated.length)
      if (size > maxBytes) return null
    }
    const inflated = bytes.subarray(0, size)
    // gzip ends with four bytes of CRC-32 and four of size (RFC 1952), zlib with four bytes of Adler-32 (RFC 1950).
    const end = data.length - 4
    const isWhole = isGzip
      ? view.getUint32(end, true) === size && view.getUint32(end - 4, true) === crc32(inflated)
      : view.getUint32(end) === adler32(inflated)
    return isWhole ? inflated : null
  } catch {
    return null
  }
}

function adler32(bytes: Uint8Array): number {
  let low = 1
  let high = 0
  for (const byte of bytes) {
    low = (low + byte) % 65_521
    high = (high + low) % 65_521
  }
  return high * 65_536 + low
}

function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
