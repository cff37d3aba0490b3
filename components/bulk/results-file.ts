import type { PlannedLine } from './input-lines'
import type { Found, Outcome } from './outcome'

/** The fields of a listing that are written to a file, in this order. */
const fields = [
  'title',
  'cid',
  'hex_cid',
  'place_id',
  'rating',
  'reviews_count',
  'maps_url',
  'review_url',
  'feature_id',
  'kg_id',
] as const satisfies ReadonlyArray<keyof Found>

/** What is not known of a listing is null. */
type ListingCells = { [Field in (typeof fields)[number]]: Found[Field] | null } & {
  /** The `status` of the listing: a line has one of its own. */
  listing_status: Found['status'] | null
  moved_from_cid: string | null
  moved_from_place_id: string | null
}

/** A line and its outcome, as written to a file. */
export type ResultRow = {
  line: number
  input: string
  /** `waiting`: not looked up yet. */
  status: 'found' | 'failed' | 'waiting'
  /** What went wrong, in words; null where nothing did. */
  problem: string | null
} & ListingCells

const cellsOf = (listing: Partial<Found> = {}): ListingCells => ({
  ...(Object.fromEntries(fields.map((field) => [field, listing[field] ?? null])) as ListingCells),
  listing_status: listing.status ?? null,
  moved_from_cid: listing.moved_from?.cid ?? null,
  moved_from_place_id: listing.moved_from?.place_id ?? null,
})

/** Every line in order, including those that were not answered. */
export function resultRows(lines: readonly PlannedLine[], outcomes: readonly Outcome[]): ResultRow[] {
  return lines.map(({ number, text, job, fault }) => {
    const line = { line: number, input: text }
    const outcome = job === null ? null : outcomes[job]
    if (outcome?.state === 'found') return { ...line, status: 'found', problem: null, ...cellsOf(outcome.listing) }
    if (outcome?.state === 'failed') {
      return { ...line, status: 'failed', problem: outcome.problem.detail, ...cellsOf(outcome.problem.identifiers) }
    }
    return { ...line, status: fault === null ? 'waiting' : 'failed', problem: fault, ...cellsOf() }
  })
}

export function jsonOf(rows: readonly ResultRow[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`
}
