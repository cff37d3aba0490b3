import { type Cid, cidFromDecimal, cidFromHex, cidFromSigned } from '@/server/identifiers/cid'
import { type FeatureId, featureIdOf, knownPlaceIdOf, parseFeatureId } from '@/server/identifiers/feature-id'
import { type Parameters, queryDecode } from './link-url'
import type { ListingReference, ReferenceForm } from './reference'
import { noListing, type Refusal } from './refusal'

/**
 * How an identifier names its listing, which decides what counts where two in one link disagree: `whole` is a feature id
 * or a place id; `cid` the CID of what the page shows; `opened` and `pack` are the opened and the first listing of a
 * local pack; `related` is a listing that the page was reached from.
 */
type NamingKind = 'whole' | 'cid' | 'opened' | 'pack' | 'related'

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

/** An identifier in a link: where it stands and what that makes the link. */
export interface Naming extends NamedValue {
  form: ReferenceForm
  /** Behind `#`: Google Search keeps there what is open now, over what the page was asked for. */
  inFragment?: boolean
  /** The Knowledge Graph id that stands beside it for the same place. */
  kgId?: string | null
}

/** A parameter that names a listing, how its decoded value is read, and what it makes the link. */
export type NamingRule = readonly [name: string, read: ValueReader, form: ReferenceForm]

/** The namings in a query or a fragment, in the order of the rules; a parameter that stands twice is read twice. */
export function namingsIn(parameters: Parameters, rules: readonly NamingRule[]): Naming[] {
  if (parameters.size === 0) return []
  return rules.flatMap(([name, read, form]) =>
    (parameters.get(name) ?? []).flatMap((value): Naming[] => {
      const named = read(queryDecode(value))
      return named ? [{ ...named, form }] : []
    }),
  )
}

/** What each kind of naming outranks where they disagree, as seen in real links. Kinds not told of here are equals. */
const outranked: Readonly<Record<NamingKind, readonly NamingKind[]>> = {
  whole: ['cid', 'opened', 'pack', 'related'],
  cid: ['related'],
  opened: ['pack', 'related'],
  pack: ['related'],
  related: [],
}

/**
 * The listing that a link names. Of identifiers that disagree the one counts that outranks all others, by its kind and by
 * its place; where none does, the link is refused: nothing says which listing is meant. A CID of 0 is never a listing.
 * @returns null where there is none.
 */
export function referenceTo(namings: readonly Naming[], title: string | null): ListingReference | Refusal | null {
  const named = namings.filter(({ id }) => id.cid !== 0n)
  if (named.length === 0) return null
  const chosen = named.find((one) => named.every((other) => other.id.cid === one.id.cid || outranks(one, other)))
  if (!chosen) return noListing('disagreeing')
  const same = named.filter(({ id }) => id.cid === chosen.id.cid)
  // A feature id knows the cell that a CID beside it lacks.
  const { id } = same.find((one) => one.id.cell !== 0n) ?? chosen
  const kgId = same.find((one) => one.kgId)?.kgId ?? null
  return { kind: 'listing', form: chosen.form, cid: id.cid, placeId: knownPlaceIdOf(id), kgId, title }
}

function outranks(one: Naming, other: Naming): boolean {
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
