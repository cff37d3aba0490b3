import { type Cid, cidFromDecimal, cidFromHex, cidFromSigned } from '@/server/identifiers/cid'
import { type FeatureId, featureIdOf, knownPlaceIdOf, parseFeatureId } from '@/server/identifiers/feature-id'
import { type Parameters, queryDecode } from './link-url'
import type { ListingReference, ReferenceForm } from './reference'
import { noListing, type Refusal } from './refusal'
import type { Work } from './work'

/**
 * How an identifier names its listing, which decides which one counts if two in a link disagree. `whole` is a feature id or
 * a place id, `cid` is the CID of what the page shows, `opened` and `pack` are the opened and the first listing of a local
 * pack, and `related` is a listing that the page was reached from.
 */
type IdentifierKind = 'whole' | 'cid' | 'opened' | 'pack' | 'related'

export interface Identifier {
  kind: IdentifierKind
  id: FeatureId
}

/**
 * Reads an identifier from a decoded value of a link; null if it has none of that kind. A plain identifier begins the value
 * and is followed by its end or by a mark that no identifier contains (`,1` or `)`), never by more of a number: neither
 * `0x1:0x2` nor `1.7e19` holds a CID of 1.
 */
export type ValueReader = (value: string, work: Work) => Identifier | null

/** An identifier in a link, with where it was found and the form that this gives the link. */
export interface FoundIdentifier extends Identifier {
  form: ReferenceForm
  /** Whether it comes after `#`, where Google Search keeps what is open now. That outranks what the page was asked for. */
  inFragment?: boolean
  /** The Knowledge Graph id that the link has for the same place. */
  kgId?: string | null
}

/** A parameter that names a listing, how its decoded value is read, and the form that it gives the link. */
export type IdentifierRule = readonly [name: string, read: ValueReader, form: ReferenceForm]

/** Returns the identifiers in a query or a fragment, in the order of the rules. Repeated parameters are all read, equal ones once. */
export function identifiersIn(parameters: Parameters, rules: readonly IdentifierRule[], work: Work): FoundIdentifier[] {
  if (parameters.size === 0) return []
  return rules.flatMap(([name, read, form]) =>
    [...new Set(parameters.get(name))].flatMap((value): FoundIdentifier[] => {
      const named = read(queryDecode(value), work)
      return named ? [{ ...named, form }] : []
    }),
  )
}

/** What each kind of identifier outranks if they disagree, as seen in real links. A kind that is not listed is not outranked. */
const outranked: Readonly<Record<IdentifierKind, readonly IdentifierKind[]>> = {
  whole: ['cid', 'opened', 'pack', 'related'],
  cid: ['related'],
  opened: ['pack', 'related'],
  pack: ['related'],
  related: [],
}

/**
 * Returns the listing that a link names. If its identifiers disagree, the one that outranks all others by kind and place
 * counts. If none does, the link is refused, because nothing says which listing is meant. A CID of 0 is never a listing.
 * @returns null if the link names none.
 */
export function referenceTo(
  identifiers: readonly FoundIdentifier[],
  title: string | null,
): ListingReference | Refusal | null {
  const named = identifiers.filter(({ id }) => id.cid !== 0n)
  if (named.length === 0) return null
  const chosen = named.find((one) => named.every((other) => other.id.cid === one.id.cid || outranks(one, other)))
  if (!chosen) return noListing('disagreeing')
  const same = named.filter(({ id }) => id.cid === chosen.id.cid)
  // A feature id has the cell that a CID beside it lacks.
  const { id } = same.find((one) => one.id.cell !== 0n) ?? chosen
  const kgId = same.find((one) => one.kgId)?.kgId ?? null
  return { kind: 'listing', form: chosen.form, cid: id.cid, placeId: knownPlaceIdOf(id), kgId, title }
}

function outranks(one: FoundIdentifier, other: FoundIdentifier): boolean {
  const byKind = outranked[one.kind].includes(other.kind)
  const byPlace = Boolean(one.inFragment) && !other.inFragment
  const kindHolds = byKind || one.kind === other.kind
  const placeHolds = byPlace || Boolean(one.inFragment) === Boolean(other.inFragment)
  return kindHolds && placeHolds && (byKind || byPlace)
}

const end = String.raw`(?=$|[\s,;&?#/|)\]}>"'!<*]|%(?:25)*(?:2[0236CF]|3[BEF]|[57]D))`
const featureId = new RegExp(`^(0x[0-9a-f]+:0x[0-9a-f]+)${end}`, 'i')
const placeId = new RegExp(`^(ChIJ[\\w-]{23})${end}`)
/** A number may go on after a comma: `3,545,450` is not 3. */
const numberEnd = String.raw`(?![,;|]\d)${end}`
const decimal = new RegExp(`^(-?\\d{1,40})${numberEnd}`)
const hexadecimal = new RegExp(`^(0x[0-9a-f]{1,16})${numberEnd}`, 'i')

/** Reads a feature id or a listing's place id. Tools write one where Google has the other, and nothing else looks like either. */
export const wholeIdIn = (value: string): Identifier | null => {
  const id = parseFeatureId(featureId.exec(value)?.[1] ?? '') ?? featureIdOf(placeId.exec(value)?.[1] ?? '')
  return id && { kind: 'whole', id }
}

/** Reads a decimal CID; a negative number is taken as two's complement. */
export const decimalCidIn = (value: string): Identifier | null =>
  named('cid', cidFromSigned(decimal.exec(value)?.[1] ?? ''))

/** Reads a CID in hexadecimal after `0x`. */
export const hexCidIn = (value: string): Identifier | null =>
  named('cid', cidFromHex(hexadecimal.exec(value)?.[1] ?? ''))

/** Reads the value of `cid=`, where tools write all four: decimal, hexadecimal, feature id, place id. */
export const anyIdIn = (value: string): Identifier | null => wholeIdIn(value) ?? decimalCidIn(value) ?? hexCidIn(value)

/** Reads a place id or a feature id after `place_id:`. */
export const prefixedIdIn = (value: string): Identifier | null => wholeIdIn(behind('place_id:', value))

/** Reads a CID after `cid:`. */
export const prefixedCidIn = (value: string): Identifier | null => {
  const cid = behind('cid:', value)
  return decimalCidIn(cid) ?? hexCidIn(cid)
}

/** Reads the listing opened in a local pack from `hd:;si:<CID>;mv:…`. */
export const openedListingIn: ValueReader = (value) =>
  named('opened', cidFromDecimal(/(?:^|;)si:(\d{1,20})(?=[,;]|$)/.exec(value)?.[1] ?? ''))

/** Reads the first listing of a local pack, the decimal CID in `rldimm=`. */
export const packListingIn: ValueReader = (value) => {
  const found = decimalCidIn(value)
  return found && { ...found, kind: 'pack' }
}

/** Reads the listing whose panel was open before from `m_t:lcl_akp,rc_ludocids:<CID>,…`. */
export const relatedListingIn: ValueReader = (value) =>
  named('related', cidFromDecimal(/(?:^|,)rc_ludocids:(\d{1,20})(?=,|$)/.exec(value)?.[1] ?? ''))

function named(kind: IdentifierKind, cid: Cid | null): Identifier | null {
  return cid === null ? null : { kind, id: { cell: 0n, cid } }
}

function behind(prefix: string, value: string): string {
  return value.toLowerCase().startsWith(prefix) ? value.slice(prefix.length).trimStart() : ''
}
