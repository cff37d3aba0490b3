import { featureIdOf } from '@/server/identifiers/feature-id'

/**
 * The sixteen bytes behind a listing's identifiers, numbered as a feature id writes them, highest byte first: 0 to 7 are
 * the cell, 8 to 15 the CID.
 */
export type Byte = number

export const cellBytes: readonly Byte[] = [0, 1, 2, 3, 4, 5, 6, 7]
export const cidBytes: readonly Byte[] = [8, 9, 10, 11, 12, 13, 14, 15]
export const allBytes: readonly Byte[] = [...cellBytes, ...cidBytes]

/** For `data-bytes`, what an element spells, and `data-points`, what pointing at it highlights: `app/bytes.css` reads them. */
export const bytesAttribute = (bytes: readonly Byte[]): string | undefined => bytes.join(' ') || undefined

/** A stretch of an identifier's text and the bytes it spells; none where the text is the same in every identifier. */
export interface Piece {
  text: string
  bytes: readonly Byte[]
  /** Whether the eye is helped by a thin gap before it. Gaps are drawn, never in the text. */
  gap: boolean
}

/** One listing's identifiers, each cut into pieces; a piece's text joined to the next gives the identifier back. */
export interface IdentifierBytes {
  /** `0x<cell>`; null where only the CID is known. */
  cell: Piece[] | null
  /** `0x<cell>:0x<cid>`; null where only the CID is known. */
  featureId: Piece[] | null
  /** Null where only the CID is known. */
  placeId: Piece[] | null
  hexCid: Piece[]
  cid: Piece[]
}

/** How many digits of a decimal stand together. */
const groupLength = 3

/**
 * Cuts a listing's identifiers so that the same bytes can be pointed at in all of them.
 * @param cid decimal, as answered.
 * @param hexCid `0x`, not padded, as answered.
 * @param placeId begins `ChIJ`; null for a bare CID.
 */
export function readIdentifierBytes(cid: string, hexCid: string, placeId: string | null): IdentifierBytes {
  const featureId = placeId === null ? null : featureIdOf(placeId)
  const cell = featureId && hexPieces(`0x${featureId.cell.toString(16)}`, cellBytes)
  return {
    featureId: cell && [...cell, { text: ':', bytes: [], gap: false }, ...hexPieces(hexCid, cidBytes)],
    cell,
    placeId: placeId !== null && featureId ? placeIdPieces(placeId) : null,
    hexCid: hexPieces(hexCid, cidBytes),
    // Each digit of a decimal depends on every byte.
    cid: digitGroups(cid).map((text, index) => ({ text, bytes: cidBytes, gap: index > 0 })),
  }
}

/** Two digits a byte from the right; the first byte may have one, and leading zero bytes have none. */
function hexPieces(hex: string, bytes: readonly Byte[]): Piece[] {
  const digits = hex.slice(2)
  const pairs = digits.padStart(digits.length + (digits.length % 2), ' ').match(/../g) ?? []
  const spelt = bytes.slice(bytes.length - pairs.length)
  return [
    { text: '0x', bytes: [], gap: false },
    ...pairs.map((pair, index) => ({
      text: pair.trim(),
      bytes: spelt.slice(index, index + 1),
      gap: index > 0 && (pairs.length - index) % 2 === 0,
    })),
  ]
}

/** Where a place id's cell begins, the character after it, and where its CID begins. */
const placeIdGaps = [4, 15, 16]

/**
 * A place id is base64url of 20 bytes: `0a 12 09`, the cell and then `11`, the CID, both lowest byte first. A character
 * is 6 bits, so most spell parts of two bytes.
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

/** The byte of the two numbers that the packed byte at this position is; none for the bytes between them. */
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
