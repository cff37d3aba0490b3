import { knownPlaceIdOf } from '@/server/identifiers/feature-id'
import type { NamedValue, NamingKind, ValueReader } from './identifier-values'
import { type Parameters, queryDecode } from './link-url'
import type { ListingReference, ReferenceForm } from './reference'
import { noListing, type Refusal } from './refusal'

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
