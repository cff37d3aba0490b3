import Papa from 'papaparse'
import type { PlannedLine } from './input-lines'
import type { Found, Outcome } from './outcome'

/** The fields of a listing that are written to a file. */
type ListingColumns = Omit<Found, 'schema_hasmap'>

/** A line and its outcome, as written to a file. What is not known of its listing is null. */
export type ResultRow = {
  line: number
  input: string
  /** `waiting`: not looked up yet. */
  status: 'found' | 'failed' | 'waiting'
  /** What went wrong, in words; null where nothing did. */
  problem: string | null
} & { [Field in keyof ListingColumns]: ListingColumns[Field] | null }

const unknown: Record<keyof ListingColumns, null> = {
  title: null,
  cid: null,
  hex_cid: null,
  place_id: null,
  rating: null,
  reviews_count: null,
  maps_url: null,
  review_url: null,
  feature_id: null,
  kg_id: null,
}

/** Every line in order, including those that were not answered. */
export function resultRows(lines: readonly PlannedLine[], outcomes: readonly Outcome[]): ResultRow[] {
  return lines.map(({ number, text, job, fault }) => {
    const line = { line: number, input: text }
    const outcome = job === null ? null : outcomes[job]
    if (outcome?.state === 'found') {
      const { schema_hasmap: _, ...listing } = outcome.listing
      return { ...line, status: 'found', problem: null, ...listing }
    }
    if (outcome?.state === 'failed') {
      return { ...line, status: 'failed', problem: outcome.problem.detail, ...unknown, ...outcome.problem.identifiers }
    }
    return { ...line, status: fault === null ? 'waiting' : 'failed', problem: fault, ...unknown }
  })
}

/**
 * The rows as CSV (RFC 4180, UTF-8 with a byte order mark) for a spreadsheet. Names and inputs are untrusted, so a cell that
 * a spreadsheet would read as a formula is prefixed with an apostrophe.
 */
export function csvOf(rows: readonly ResultRow[]): string {
  return `\ufeff${Papa.unparse([...rows], { escapeFormulae: formula, newline: '\r\n' })}\r\n`
}

/** What makes a spreadsheet read a cell as a formula, also after white space. */
const formula = /^\s*[=+\-@\t\r]/

export function jsonOf(rows: readonly ResultRow[]): string {
  return `${JSON.stringify(rows, null, 2)}\n`
}
