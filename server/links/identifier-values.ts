import { cidFromDecimal, cidFromHex } from '@/server/identifiers/cid'
import { type FeatureId, parseFeatureId } from '@/server/identifiers/feature-id'
import { featureIdOf } from '@/server/identifiers/place-id'

/**
 * Readers of decoded values in links. An identifier must begin the value; what follows it may be junk (`,1`, `)`, a
 * query that was encoded along), but not a character that could belong to the identifier.
 */
export type ValueReader = (value: string) => FeatureId | null

/** `0x…:0x…` */
export const featureIdIn: ValueReader = (value) =>
  parseFeatureId(/^(0x[0-9a-f]+:0x[0-9a-f]+)(?!\w)/i.exec(value)?.[1] ?? '')

/** `ChIJ…` or `place_id:ChIJ…` */
export const placeIdIn: ValueReader = (value) =>
  featureIdOf(/^(?:place_id:)?\s*(ChIJ[\w-]{23})(?![\w-])/.exec(value)?.[1] ?? '')

/** A decimal CID, or one in hexadecimal after `0x`. */
export const cidIn: ValueReader = (value) => {
  const text = /^(?:\d{1,40}|0x[0-9a-f]{1,16})(?!\w)/i.exec(value)?.[0] ?? ''
  const cid = /^0x/i.test(text) ? cidFromHex(text) : cidFromDecimal(text)
  return cid === null ? null : { cell: 0n, cid }
}

/** `cid:` and a CID, as a search is told to look up by CID. */
export const prefixedCidIn: ValueReader = (value) => (/^cid:/i.test(value) ? cidIn(value.slice('cid:'.length)) : null)
