import { type Cell, csvRows, LongNumber } from '@/server/platform/runtime/csv'
import type { Row } from './row'

type Listing = NonNullable<Row['listing']>

/** The columns that are added to the caller's own columns, and their cells. */
const added: ReadonlyArray<[name: string, cell: (row: Row) => Cell]> = [
  ['line', ({ line }) => line],
  ['status', ({ status }) => status],
  ['problem', ({ problem }) => problem?.detail ?? null],
  ['problem_code', ({ problem }) => problem?.code ?? null],
  ['title', of('title')],
  ['address', of('address')],
  ['cid', ({ listing, problem }) => long(listing?.cid ?? problem?.cid)],
  ['hex_cid', of('hex_cid')],
  ['place_id', ({ listing, problem }) => listing?.place_id ?? problem?.place_id ?? null],
  ['rating', of('rating')],
  ['reviews_count', of('reviews_count')],
  ['maps_url', of('maps_url')],
  ['review_url', of('review_url')],
  ['feature_id', of('feature_id')],
  ['kg_id', of('kg_id')],
  ['listing_status', of('status')],
  ['moved_from_cid', ({ listing }) => long(listing?.moved_from?.cid)],
  ['moved_from_place_id', ({ listing }) => listing?.moved_from?.place_id ?? null],
  ['matches', of('matches')],
  ['same_as', ({ same_as }) => same_as],
]

function of(field: Exclude<keyof Listing, 'moved_from'>) {
  return ({ listing }: Row): Cell => listing?.[field] ?? null
}

/** Spreadsheets retain only 15 digits of a number. */
const long = (cid: string | null | undefined): Cell => (cid == null ? null : new LongNumber(cid))

/**
 * Returns the headings of a results table.
 * @param columns the caller's own columns, which come first. If there are none, the column `input` has the lines as
 *   they were sent. An added column gets the prefix `pinref_` if the caller already uses its name.
 */
export function headings(columns: readonly string[]): string[] {
  const own = columns.length > 0 ? columns : ['input']
  return [...own, ...added.map(([name]) => (own.includes(name) ? `pinref_${name}` : name))]
}

/** Returns the cells of a row, in the order of the headings. */
export const cellsOf = (row: Row, columns: readonly string[]): Cell[] => [...ownCells(row, columns), ...addedCells(row)]

/** Returns the cells of a row in the added columns. */
export const addedCells = (row: Row): Cell[] => added.map(([, cell]) => cell(row))

/** Returns the first line of a results CSV, with a byte order mark. */
export const csvHead = (columns: readonly string[]): string => `\ufeff${csvRows([headings(columns)])}`

/** Returns rows as lines of a results CSV. */
export const csvLines = (rows: readonly Row[], columns: readonly string[]): string =>
  csvRows(rows.map((row) => cellsOf(row, columns)))

function ownCells({ input }: Row, columns: readonly string[]): Cell[] {
  if (columns.length === 0) return [typeof input === 'string' ? input : JSON.stringify(input)]
  // The text of an unreadable row goes into the first column.
  if (typeof input !== 'object' || input === null)
    return columns.map((_, index) => (index === 0 ? String(input) : null))
  const cells = input as Record<string, string>
  return columns.map((name) => cells[name] ?? null)
}

/** Returns rows as JSON Lines. */
export const jsonLines = (rows: readonly Row[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
