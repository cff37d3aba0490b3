import { featureIdOf } from '@/server/places/identifiers/feature-id'

/**
 * The sixteen bytes behind a listing's identifiers, numbered as in a feature id, highest byte first: 0 to 7 are
 * the cell, 8 to 15 the CID.
 */
export type Byte = number

export const cellBytes: readonly Byte[] = [0, 1, 2, 3, 4, 5, 6, 7]
export const cidBytes: readonly Byte[] = [8, 9, 10, 11, 12, 13, 14, 15]
export const allBytes: readonly Byte[] = [...cellBytes, ...cidBytes]

/**
 * Writes bytes for `data-bytes` (what an element spells) or `data-points` (what pointing at it highlights): see `app/bytes.css`.
 */
export const bytesAttribute = (bytes: readonly Byte[]): string | undefined => bytes.join(' ') || undefined

/** Part of an identifier's text and the bytes it encodes; no bytes if the text is the same in every identifier. */
export interface Piece {
  text: string
  bytes: readonly Byte[]
  /**
   * Whether to draw a thin gap before the piece, to make the text easier to read. Gaps are only drawn and are not part
   * of the text.
   */
  gap: boolean
}

/** One listing's identifiers, each split into pieces that spell it when joined. */
export interface IdentifierBytes {
  /** `0x<cell>`; null if only the CID is known. */
  cell: Piece[] | null
  /** `0x<cell>:0x<cid>`; null if only the CID is known. */
  featureId: Piece[] | null
  /** Null if only the CID is known. */
  placeId: Piece[] | null
  hexCid: Piece[]
  cid: Piece[]
}

/** The number of decimal digits in a group. */
const groupLength = 3

/**
 * Splits a listing's identifiers into pieces, so that the reader can point at the same bytes in all of them.
 * @param cid decimal, as the API returns it.
 * @param hexCid `0x`, not padded, as the API returns it.
 * @param placeId begins with `ChIJ`; null for a bare CID.
 */
export function readIdentifierBytes(cid: string, hexCid: string, placeId: string | null): IdentifierBytes {
  const featureId = placeId === null ? null : featureIdOf(placeId)
  const cell = featureId && hexPieces(`0x${featureId.cell.toString(16)}`, cellBytes)
  return {
    featureId: cell && [...cell, { text: ':', bytes: [], gap: false }, ...hexPieces(hexCid, cidBytes)],
    cell,
    placeId: placeId !== null && featureId ? placeIdPieces(placeId) : null,
    hexCid: hexPieces(hexCid, cidBytes),
    // Each decimal digit depends on every byte.
    cid: digitGroups(cid).map((text, index) => ({ text, bytes: cidBytes, gap: index > 0 })),
  }
}

/**
 * Splits a hexadecimal number from the right, two digits per byte. The first byte may have one digit; leading zero
 * bytes have none.
 */
function hexPieces(hex: string, bytes: readonly Byte[]): Piece[] {
  const digits = hex.slice(2)
  const pairs = digits.padStart(digits.length + (digits.length % 2), ' ').match(/../g) ?? []
  const spelled = bytes.slice(bytes.length - pairs.length)
  return [
    { text: '0x', bytes: [], gap: false },
    ...pairs.map((pair, index) => ({
      text: pair.trim(),
      bytes: spelled.slice(index, index + 1),
      gap: index > 0 && (pairs.length - index) % 2 === 0,
    })),
  ]
}

/** Positions in a place id: where its cell starts, the character after the cell, and where its CID starts. */
const placeIdGaps = [4, 15, 16]

/**
 * A place id is base64url of 20 bytes: `0a 12 09`, the cell and then `11`, the CID, both in little-endian order. A
 * character is 6 bits, so most characters encode parts of two bytes.
 */
function placeIdPieces(placeId: string): Piece[] {
  const characters = [...placeId].map((text, index) => {
    const packed = [Math.floor((index * 6) / 8), Math.floor((index * 6 + 5) / 8)]
    const bytes = [...new Set(packed.flatMap(unpack))].sort((a, b) => a - b)
    return { text, bytes, gap: placeIdGaps.includes(index) }
  })
  const [header, rest] = [characters.slice(0, 4), characters.slice(4)]
  return [{ text: header.map(({ text }) => text).join(''), bytes: [], gap: false }, ...rest]
}

/** Returns the cell or CID byte at this position in the packed bytes. Other positions have none. */
function unpack(position: number): Byte[] {
  if (position >= 3 && position <= 10) return [10 - position]
  if (position >= 12 && position <= 19) return [8 + 19 - position]
  return []
}

function digitGroups(digits: string): string[] {
  const first = digits.length % groupLength
  const groups = digits.slice(first).match(/.{3}/g) ?? []
  return first === 0 ? groups : [digits.slice(0, first), ...groups]
}
