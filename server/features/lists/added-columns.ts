import { type Cell, LongNumber } from '@/server/platform/runtime/csv'
import type { Row } from './row'
import { bucketOf, type NotSentReason } from './row-state'

type Listing = NonNullable<Row['listing']>

/** The columns that Pinref adds to a list, and their cells. */
const columns: ReadonlyArray<[heading: string, cell: (row: Row) => Cell]> = [
  ['pinref_row', ({ row }) => row],
  ['pinref_state', ({ state }) => state],
  ['pinref_code', ({ problem, reason }) => problem?.code ?? reason],
  ['pinref_reason', ({ problem, reason }) => problem?.detail ?? (reason && notSentWords[reason])],
  ['pinref_findings', findingsCell],
  ['pinref_title', of('title')],
  ['pinref_title_language', of('title_language')],
  ['pinref_address', of('address')],
  ['pinref_name_match', ({ name_match }) => name_match],
  ['pinref_business_status', ({ business_status }) => business_status],
  ['pinref_listing_status', ({ listing_status }) => listing_status],
  ['pinref_cid', ({ listing, problem }) => long(listing?.cid ?? problem?.cid)],
  ['pinref_hex_cid', of('hex_cid')],
  ['pinref_place_id', ({ listing, problem }) => listing?.place_id ?? problem?.place_id ?? null],
  ['pinref_latitude', ({ listing }) => listing?.location?.latitude ?? null],
  ['pinref_longitude', ({ listing }) => listing?.location?.longitude ?? null],
  ['pinref_rating', of('rating')],
  ['pinref_reviews_count', of('reviews_count')],
  ['pinref_maps_url', of('maps_url')],
  ['pinref_review_url', of('review_url')],
  ['pinref_reviews_url', of('reviews_url')],
  ['pinref_directions_url', of('directions_url')],
  ['pinref_feature_id', of('feature_id')],
  ['pinref_kg_id', of('kg_id')],
  ['pinref_moved_from_cid', ({ listing }) => long(listing?.moved_from?.cid)],
  ['pinref_moved_from_place_id', ({ listing }) => listing?.moved_from?.place_id ?? null],
  ['pinref_duplicate_of', ({ duplicate_of }) => duplicate_of],
  ['pinref_matches', of('matches')],
]

function of(field: Exclude<keyof Listing, 'moved_from' | 'location'>) {
  return ({ listing }: Row): Cell => listing?.[field] ?? null
}

/** Returns the findings of a line, such as "moved, closed_permanently", or "fine"; nothing for other rows. */
function findingsCell(row: Row): Cell {
  const bucket = bucketOf(row)
  return bucket === 'heading' || bucket === 'blank' ? null : row.findings.join(', ') || 'fine'
}

/** Spreadsheets retain only 15 digits of a number. */
const long = (cid: string | null | undefined): Cell => (cid == null ? null : new LongNumber(cid))

/** Why a row was not looked up. */
export const notSentWords: Readonly<Record<NotSentReason, string>> = {
  title: 'A title above the headings.',
  heading: 'The headings.',
  blank: 'The row is empty.',
  no_link: 'There is no link in this row, and no name to search for.',
  not_chosen: 'You did not choose to look up rows of this kind.',
  ended: 'The batch ended before this row was looked up.',
}

/** The headings of the added columns. */
export const addedHeadings: readonly string[] = columns.map(([heading]) => heading)

const known = new Set(addedHeadings)

/** Whether a heading is that of an added column, which isn't one of the list's own columns. */
export const isAddedHeading = (heading: string): boolean => known.has(heading.trim().toLowerCase())

/**
 * Returns the headings of a results table.
 * @param columns the list's own columns, which come first. If there are none, the column `input` has the rows as they were
 *   sent.
 */
export const tableHeadings = (columns: readonly string[]): string[] => [
  ...(columns.length > 0 ? columns : ['input']),
  ...addedHeadings,
]

/** Returns the cells of a row in a results table. */
export const tableCells = (row: Row, columns: readonly string[]): Cell[] => [
  ...ownCells(row, columns),
  ...addedCells(row),
]

function ownCells({ input }: Row, columns: readonly string[]): Cell[] {
  if (columns.length === 0) return [typeof input === 'string' ? input : JSON.stringify(input)]
  // The text of an unreadable row goes into the first column.
  if (typeof input !== 'object' || input === null)
    return columns.map((_, index) => (index === 0 ? String(input) : null))
  const cells = input as Record<string, string>
  return columns.map((name) => cells[name] ?? null)
}

/**
 * Returns the cells of a row in the added columns: the headings for the heading row, and nothing for the title rows above
 * it, so that the heading row is recognized again.
 */
export function addedCells(row: Row): Cell[] {
  if (bucketOf(row) === 'heading') return row.reason === 'heading' ? [...addedHeadings] : columns.map(() => null)
  return columns.map(([, cell]) => cell(row))
}
