import { deflateSync, gunzipSync, gzipSync, inflateSync } from 'node:zlib'
import { featureIdOf, type Numbers } from '../arithmetic'

/** Returns a Protocol Buffers varint. */
function varint(value: bigint): Buffer {
  const bytes: number[] = []
  for (let left = value; ; left >>= 7n) {
    if (left < 128n) return Buffer.from([...bytes, Number(left)])
    bytes.push(Number(left & 127n) | 128)
  }
}

const text = (field: number, value: string): Buffer =>
  Buffer.concat([varint(BigInt(field * 8 + 2)), varint(BigInt(Buffer.byteLength(value))), Buffer.from(value)])

/** `stick=` with a feature id. */
export const stickOf = (both: Numbers): string =>
  gzipSync(Buffer.concat([Buffer.from('0806', 'hex'), text(4, featureIdOf(both)), text(84, 'Opera')])).toString(
    'base64url',
  )

/** `stick=` with only a CID. */
export const stickOfCid = ({ cid }: Numbers): string =>
  gzipSync(Buffer.concat([Buffer.from('0806', 'hex'), text(3, String(cid)), text(84, 'Opera')])).toString('base64url')

/** `gs_ssp=` */
export const suggestionOf = (both: Numbers): string =>
  deflateSync(Buffer.concat([text(1, '/g/11hdj97ktm'), text(7, featureIdOf(both)), text(9, 'opera')])).toString(
    'base64url',
  )

/** The token of a hotel, or of a rental (whose number is not a CID). */
export function hotelTokenOf({ cid }: Numbers, isRental = false): string {
  const place = Buffer.concat([Buffer.from([isRental ? 0x10 : 0x08]), varint(cid), text(3, '/g/11hdj97ktm')])
  return Buffer.concat([Buffer.from([0x0a, place.length]), place, Buffer.from([0x10, isRental ? 2 : 1])]).toString(
    'base64url',
  )
}

/** Returns a string's tokens, unpacked; shares no code with the code under test. */
export function unpackTokens(spelling: string): string[] {
  // If two links are glued together, the token ends before the second link.
  const apart = spelling.replace(/https?:\/\//gi, ' ')
  return [...apart.matchAll(/(?:H4sI|eJ)[\w-]{10,}/g)].flatMap(([token]) => {
    const packed = Buffer.from(token, 'base64url')
    try {
      return [(token.startsWith('H4sI') ? gunzipSync(packed) : inflateSync(packed)).toString('latin1')]
    } catch {
      return []
    }
  })
}

/** Whether a hotel token in a string contains a CID. */
export function hasHotelToken(spelling: string, cid: bigint): boolean {
  return [...spelling.matchAll(/entity\/([\w-]+)/gi)].some(([, token = '']) =>
    Buffer.from(token, 'base64url').includes(Buffer.concat([Buffer.from([0x08]), varint(cid)])),
  )
}
