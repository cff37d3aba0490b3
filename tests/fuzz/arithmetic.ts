/**
 * Identifiers, computed with Node's own buffers; shares no code with the code under test.
 */
const message = /^0a1209([0-9a-f]{16})11([0-9a-f]{16})$/

/** A cell and a CID, both unsigned 64-bit integers. */
export interface Numbers {
  cell: bigint
  cid: bigint
}

const littleEndian = (number: bigint): Buffer =>
  Buffer.from(number.toString(16).padStart(16, '0'), 'hex').reverse() as Buffer

const readLittleEndian = (hex: string): bigint => BigInt(`0x${Buffer.from(hex, 'hex').reverse().toString('hex')}`)

/** Returns the place id for a cell and a CID. */
export function packPlaceId({ cell, cid }: Numbers): string {
  const bytes = [Buffer.from('0a1209', 'hex'), littleEndian(cell), Buffer.from('11', 'hex'), littleEndian(cid)]
  return Buffer.concat(bytes).toString('base64url')
}

/** Returns the cell and the CID in a place id; null for any other text. */
export function unpackPlaceId(placeId: string): Numbers | null {
  const bytes = Buffer.from(placeId, 'base64url')
  if (bytes.toString('base64url') !== placeId) return null
  const [, cell, cid] = message.exec(bytes.toString('hex')) ?? []
  return cell && cid ? { cell: readLittleEndian(cell), cid: readLittleEndian(cid) } : null
}

/** Whether a decimal number is what JavaScript prints for it even though it has more digits than JavaScript keeps. */
export const looksRounded = (decimal: string): boolean =>
  Math.abs(Number(decimal)) > 2 ** 53 && String(Number(decimal)) === decimal

/** Returns a number as a signed 64-bit integer. */
export const signed = (number: bigint): string => String(BigInt.asIntN(64, number))

/** Returns the code in a `g.page/r/` link. */
export const packProfileCode = (cid: bigint): string =>
  Buffer.concat([Buffer.from([0x09]), littleEndian(cid), Buffer.from([0x10, 0x01])]).toString('base64url')

/** Returns the CID in the code of a `g.page/r/` link; null for any other text. */
export function unpackProfileCode(code: string): bigint | null {
  const [, cid] = /^09([0-9a-f]{16})10[0-9a-f]{2}$/.exec(Buffer.from(code, 'base64url').toString('hex')) ?? []
  return cid ? readLittleEndian(cid) : null
}

export const featureIdOf = ({ cell, cid }: Numbers): string => `0x${cell.toString(16)}:0x${cid.toString(16)}`
