import { type Cid, cidFromHex } from './cid'

/**
 * A feature id, written `0x<cell>:0x<cid>`. The cell is an S2 cell that may be far from the listing: never a position.
 * A cell of 0 says that only the CID is known.
 */
export interface FeatureId {
  /** Unsigned 64-bit. */
  cell: bigint
  cid: Cid
}

const form = /^(0x[0-9a-f]{1,16}):(0x[0-9a-f]{1,16})$/i

/** Reads `0x…:0x…`, 1 to 16 hexadecimal digits a half, any case; null for anything else. */
export function parseFeatureId(text: string): FeatureId | null {
  const [, cell = '', half = ''] = form.exec(text) ?? []
  const cid = cidFromHex(half)
  return cid === null ? null : { cell: BigInt(cell), cid }
}

/** `0x…:0x…`, lower case, no zero padding, as map links write it. */
export function formatFeatureId({ cell, cid }: FeatureId): string {
  return `0x${cell.toString(16)}:0x${cid.toString(16)}`
}
