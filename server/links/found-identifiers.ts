import { type Cid, decimalCid, hexCid } from '@/server/identifiers/cid'
import { type FeatureId, knownPlaceIdOf } from '@/server/identifiers/feature-id'
import { isPlaceholder } from './cuts'
import { type Parameters, queryDecode } from './link-url'
import type { ListingReference, ReferenceForm } from './reference'
import { noListing, type Refusal } from './refusal'
import type { Work } from './work'

/**
 * How an identifier names its listing, which decides which one counts if two in a link disagree. `whole` is a feature id or
 * a place id, `cid` is the CID of what the page shows, `opened` and `pack` are the opened and the first listing of a local
 * pack, and `related` is a listing that the page was reached from.
 */
export type IdentifierKind = 'whole' | 'cid' | 'opened' | 'pack' | 'related'

export interface Identifier {
  kind: IdentifierKind
  id: FeatureId
  /** Whether it was read from digits that could have been cut off: not from a place id or a token, whose length shows it. */
  isDigits: boolean
}

/** Reads an identifier from a decoded value of a link; null if it has none of that kind. */
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
  const all = identifiers.filter(({ id }) => id.cid !== 0n)
  const named = all.filter(({ id, isDigits }) => !(isDigits && all.some((other) => isCutOf(id.cid, other.id.cid))))
  if (named.length === 0) return null
  const chosen = named.find((one) => named.every((other) => other.id.cid === one.id.cid || outranks(one, other)))
  if (!chosen) return noListing('disagreeing')
  if (isPlaceholder(chosen.id)) return noListing('placeholder')
  const same = named.filter(({ id }) => id.cid === chosen.id.cid)
  // A feature id has the cell that a CID beside it lacks.
  const { id } = same.find((one) => one.id.cell !== 0n) ?? chosen
  const kgId = same.find((one) => one.kgId)?.kgId ?? null
  const canBeCut = same.length === 1 && chosen.isDigits
  return { kind: 'listing', form: chosen.form, cid: id.cid, placeId: knownPlaceIdOf(id), kgId, title, canBeCut }
}

/** Whether one number is what is left of another after its last digits were cut off. */
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
