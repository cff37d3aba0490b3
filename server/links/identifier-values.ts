import { type Cid, cidFromDecimal, cidFromHex, cidFromSigned } from '@/server/identifiers/cid'
import { type FeatureId, featureIdOf, parseFeatureId } from '@/server/identifiers/feature-id'

/**
 * How an identifier names its listing, which decides what counts where two in one link disagree: `whole` is a feature id
 * or a place id; `cid` the CID of what the page shows; `opened` and `pack` are the opened and the first listing of a
 * local pack; `related` is a listing that the page was reached from.
 */
export type NamingKind = 'whole' | 'cid' | 'opened' | 'pack' | 'related'

export interface NamedValue {
  kind: NamingKind
  id: FeatureId
}

/**
 * Reads a decoded value of a link; null where it is no identifier of that kind. The identifier begins the value. After it
 * comes the end or a mark that identifiers do not have (`,1` or `)`), never more of a number: `0x1:0x2` has no CID of 1,
 * `1.7e19` none of 1.
 */
export type ValueReader = (value: string) => NamedValue | null

const end = String.raw`(?=$|[\s,;&?#/|)\]}>"'!<*]|%(?:25)*(?:2[0236CF]|3[BEF]|[57]D))`
const featureId = new RegExp(`^(0x[0-9a-f]+:0x[0-9a-f]+)${end}`, 'i')
const placeId = new RegExp(`^(ChIJ[\\w-]{23})${end}`)
/** A number may go on after a comma: `3,545,450` is not 3. */
const numberEnd = String.raw`(?![,;|]\d)${end}`
const decimal = new RegExp(`^(-?\\d{1,40})${numberEnd}`)
const hexadecimal = new RegExp(`^(0x[0-9a-f]{1,16})${numberEnd}`, 'i')

/** A feature id or a listing's place id: tools write either where Google has the other, and no other number looks so. */
export const wholeIdIn: ValueReader = (value) => {
  const id = parseFeatureId(featureId.exec(value)?.[1] ?? '') ?? featureIdOf(placeId.exec(value)?.[1] ?? '')
  return id && { kind: 'whole', id }
}

/** A decimal CID, or its two's complement below zero. */
export const decimalCidIn: ValueReader = (value) => named('cid', cidFromSigned(decimal.exec(value)?.[1] ?? ''))

/** A CID in hexadecimal after `0x`. */
export const hexCidIn: ValueReader = (value) => named('cid', cidFromHex(hexadecimal.exec(value)?.[1] ?? ''))

/** The value of `cid=`, where tools write all four: decimal, hexadecimal, feature id, place id. */
export const anyIdIn: ValueReader = (value) => wholeIdIn(value) ?? decimalCidIn(value) ?? hexCidIn(value)

/** `place_id:` and a place id or a feature id. */
export const prefixedIdIn: ValueReader = (value) => wholeIdIn(behind('place_id:', value))

/** `cid:` and a CID. */
export const prefixedCidIn: ValueReader = (value) => {
  const cid = behind('cid:', value)
  return decimalCidIn(cid) ?? hexCidIn(cid)
}

/** `hd:;si:<CID>;mv:…`: the listing opened in a local pack. */
export const openedListingIn: ValueReader = (value) =>
  named('opened', cidFromDecimal(/(?:^|;)si:(\d{1,20})(?=[,;]|$)/.exec(value)?.[1] ?? ''))

/** A decimal CID as `rldimm=` has it: the listing that a local pack begins with. */
export const packListingIn: ValueReader = (value) => {
  const found = decimalCidIn(value)
  return found && { ...found, kind: 'pack' }
}

/** `m_t:lcl_akp,rc_ludocids:<CID>,…`: the listing whose panel was open before. */
export const relatedListingIn: ValueReader = (value) =>
  named('related', cidFromDecimal(/(?:^|,)rc_ludocids:(\d{1,20})(?=,|$)/.exec(value)?.[1] ?? ''))

function named(kind: NamingKind, cid: Cid | null): NamedValue | null {
  return cid === null ? null : { kind, id: { cell: 0n, cid } }
}

function behind(prefix: string, value: string): string {
  return value.toLowerCase().startsWith(prefix) ? value.slice(prefix.length).trimStart() : ''
}
