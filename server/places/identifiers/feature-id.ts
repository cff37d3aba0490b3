import { decodeBase64Url, encodeBase64Url } from './base64url'
import { type Cid, cidFromBits, cidFromHex } from './cid'

/**
 * A feature id, written `0x<cell>:0x<cid>`. The cell is an S2 cell that may be far from the listing, so it is never a
 * position. A cell of 0 means that only the CID is known.
 */
export interface FeatureId {
  /** Unsigned 64-bit. */
  cell: bigint
  cid: Cid
}

const form = /^(0x[\da-f]{1,16}):(0x[\da-f]{1,16})$/i

/** Parses `0x…:0x…`, 1 to 16 hexadecimal digits per half, uppercase or lowercase; null for anything else. */
export function parseFeatureId(text: string): FeatureId | null {
  const [, cell = '', half = ''] = form.exec(text) ?? []
  const cid = cidFromHex(half)
  return cid === null ? null : { cell: BigInt(cell), cid }
}

/** Formats `0x…:0x…` in lowercase without zero padding, as in map links. */
export function formatFeatureId({ cell, cid }: FeatureId): string {
  return `0x${cell.toString(16)}:0x${cid.toString(16)}`
}

/**
 * A listing's place id is base64url of 20 bytes: `0a 12 09`, the cell, `11`, the CID, both numbers little-endian. This
 * is a protocol buffer message with two fixed64 fields. Place ids in other formats identify addresses and points.
 */
const size = 20
const length = 27

/** Returns the place id for a feature id: 27 characters beginning `ChIJ`. */
export function placeIdOf({ cell, cid }: FeatureId): string {
  const bytes = new Uint8Array(size)
  bytes.set([0x0a, 0x12, 0x09])
  bytes[11] = 0x11
  const view = new DataView(bytes.buffer)
  view.setBigUint64(3, cell, true)
  view.setBigUint64(12, cid, true)
  return encodeBase64Url(bytes)
}

/**
 * Returns the place id to return to callers; null if the cell is 0, because the result would be a well-formed
 * `ChIJAAAAAAAAAAAR…`, but only a placeholder. The listing's own place id cannot be computed from a CID alone.
 */
export function knownPlaceIdOf(featureId: FeatureId): string | null {
  return featureId.cell === 0n ? null : placeIdOf(featureId)
}

/** Parses the feature id inside a listing's place id; null for any other text, including other kinds of place ids. */
export function featureIdOf(placeId: string): FeatureId | null {
  if (placeId.length !== length) return null
  const bytes = decodeBase64Url(placeId)
  if (bytes?.[0] !== 0x0a || bytes[1] !== 0x12 || bytes[2] !== 0x09 || bytes[11] !== 0x11) return null
  const view = new DataView(bytes.buffer)
  return { cell: view.getBigUint64(3, true), cid: cidFromBits(view.getBigUint64(12, true)) }
}
