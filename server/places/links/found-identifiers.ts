import { type Cid, decimalCid, hexCid } from '@/server/places/identifiers/cid'
import { type FeatureId, knownPlaceIdOf } from '@/server/places/identifiers/feature-id'
import { type Parameters, queryDecode } from './link-url'
import type { Location } from './location'
import type { ListingReference, ReferenceForm } from './reference'
import { isPlaceholder, noListing, type Refusal } from './refusal'
import type { Work } from './work'

/**
 * How an identifier refers to its listing. If two identifiers in a link disagree, the kind decides which one wins.
 * `whole` is a feature id or a place id, `cid` is the CID of the listing that the page shows, `opened` and `pack` are
 * the opened and the first listing in a local pack, and `related` is a listing from which the page was reached.
 */
export type IdentifierKind = 'whole' | 'cid' | 'opened' | 'pack' | 'related'

export interface Identifier {
  kind: IdentifierKind
  id: FeatureId
  /**
   * Whether the identifier was read from digits that could have been cut off, rather than from a place id or a token
   * with a known length.
   */
  isDigits: boolean
  /** Whether the identifier is a decimal number that a program may have rounded. */
  canBeRounded?: boolean
}

/** Parses an identifier in a link's decoded value; null if the value has no identifier of that kind. */
export type ValueReader = (value: string, work: Work) => Identifier | null

/** An identifier in a link, its location, and the resulting form of the link. */
export interface FoundIdentifier extends Identifier {
  form: ReferenceForm
  /**
   * Whether the identifier comes after `#`, where Google Search stores the listing that is open now, which outranks the
   * one requested originally.
   */
  inFragment?: boolean
  /** The Knowledge Graph id that the link has for the same place. */
  kgId?: string | null
  /** The position that the link has for the same place. */
  location?: Location | null
}

/** A parameter that identifies a listing, the parser for its decoded value, and the resulting form of the link. */
export type IdentifierRule = readonly [name: string, read: ValueReader, form: ReferenceForm]

/**
 * Returns the identifiers in a query or fragment, in the order of the rules. Reads all repeated parameters, but each
 * distinct value only once.
 */
export function identifiersIn(parameters: Parameters, rules: readonly IdentifierRule[], work: Work): FoundIdentifier[] {
  if (parameters.size === 0) return []
  return rules.flatMap(([name, read, form]) => {
    const values = parameters.get(name)
    if (!values) return []
    return [...new Set(values)].flatMap((value): FoundIdentifier[] => {
      const named = read(queryDecode(value), work)
      return named ? [{ ...named, form }] : []
    })
  })
}

/** For each kind of identifier, the kinds that it outranks if they disagree, as observed in real links. */
const outranked: Readonly<Record<IdentifierKind, readonly IdentifierKind[]>> = {
  whole: ['cid', 'opened', 'pack', 'related'],
  cid: ['related'],
  opened: ['pack', 'related'],
  pack: ['related'],
  related: [],
}

/**
 * Returns the listing that a link points to. If its identifiers disagree, the one that outranks all others by kind and place
 * wins. If there is no such identifier, the link is rejected as ambiguous. A CID of 0 is never a listing.
 * @returns null if the link contains no identifier.
 */
export function referenceTo(
  identifiers: readonly FoundIdentifier[],
  title: string | null,
): ListingReference | Refusal | null {
  const all = identifiers.filter(({ id }) => id.cid !== 0n)
  const named = all.filter((one) => !all.some((other) => isDamaged(one, other)))
  if (named.length === 0) return null
  const chosen = named.find((one) => named.every((other) => other.id.cid === one.id.cid || outranks(one, other)))
  if (!chosen) return noListing('disagreeing')
  if (isPlaceholder(chosen.id)) return noListing('placeholder')
  const same = named.filter(({ id }) => id.cid === chosen.id.cid)
  // A feature id contains the cell, which a bare CID lacks.
  const { id } = same.find((one) => one.id.cell !== 0n) ?? chosen
  const kgId = same.find((one) => one.kgId)?.kgId ?? null
  const location = same.find((one) => one.location)?.location ?? null
  const canBeCut = same.length === 1 && chosen.isDigits
  const canBeRounded = same.every((one) => one.canBeRounded)
  const { form } = chosen
  const placeId = knownPlaceIdOf(id)
  return { kind: 'listing', form, cid: id.cid, placeId, kgId, title, location, canBeCut, canBeRounded }
}

/** Returns the digits of a CID that spreadsheets and JavaScript keep. */
const exactDigits = (cid: Cid) => decimalCid(cid).slice(0, 15)

/** Whether an identifier is another with its last digits cut off, or the CID in a whole identifier, but rounded. */
function isDamaged({ id, isDigits, canBeRounded }: Identifier, { id: other }: Identifier): boolean {
  const isRounded = canBeRounded && id.cid !== other.cid && exactDigits(id.cid) === exactDigits(other.cid)
  return (isRounded && other.cell !== 0n) || (isDigits && isCutOf(id.cid, other.cid))
}

/** Whether one number is another with its last digits cut off. */
export function isCutOf(one: Cid, other: Cid): boolean {
  if (one >= other) return false
  return decimalCid(other).startsWith(decimalCid(one)) || hexCid(other).startsWith(hexCid(one))
}

function outranks(one: FoundIdentifier, other: FoundIdentifier): boolean {
  const byKind = outranked[one.kind].includes(other.kind)
  const byPlace = Boolean(one.inFragment) && !other.inFragment
  const kindHolds = byKind || one.kind === other.kind
  const placeHolds = byPlace || Boolean(one.inFragment) === Boolean(other.inFragment)
  return kindHolds && placeHolds && (byKind || byPlace)
}
