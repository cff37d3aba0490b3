import { statusWords } from '@/server/features/listings/business-status'
import type { RowState } from '@/server/features/lists/row-state'
import type { Listing } from '../answers.js'
import type { Output } from './arguments.js'
import type { Style } from './terminal.js'

/** A listing as printed: without the quota. */
export type ShownListing = Omit<Listing, 'rate_limit'>

/** A line that was looked up, with the same fields as a batch's rows. */
export interface Row {
  row: number
  input: string
  state: RowState
  listing: ShownListing | null
  problem: { code: string; detail: string; cid: string | null; place_id: string | null } | null
}

/** Why a line has no listing: a `PinrefError` or similar error. */
export interface Failure {
  code: string
  message: string
  identifiers?: { cid: string; place_id: string | null } | undefined
}

/** Creates a row from a lookup's result. @param failure null if the listing was found. */
export function rowOf(row: number, input: string, listing: ShownListing | null, failure: Failure | null): Row {
  if (!failure) return { row, input, state: 'found', listing, problem: null }
  const { code, message, identifiers } = failure
  const identified = { cid: identifiers?.cid ?? null, place_id: identifiers?.place_id ?? null }
  return { row, input, state: stateOf(code), listing: null, problem: { code, detail: message, ...identified } }
}

/** Returns the state of a row that failed with this code, as in a batch. */
function stateOf(code: string): RowState {
  if (code === 'listing_not_found') return 'not_found'
  const isInvalid = /^(?:invalid_request|invalid_cid|rounded_cid|unsupported_link|no_listing_in_link)$/.test(code)
  return isInvalid ? 'unreadable' : 'failed'
}

/** Prints rows as they arrive. */
export interface Printer {
  print(row: Row): void
  /** Called after the last row. */
  end(): void
}

/** @param isOne whether there is a single link: if so, JSON output is its result, not an array. */
export function printerFor(output: Output, isOne: boolean, style: Style, write: (text: string) => void): Printer {
  if (output === 'jsonl') return { print: (row) => write(`${JSON.stringify(row)}\n`), end: () => {} }
  if (output === 'text') return textPrinter(style, write)
  if (isOne) return { print: ({ listing, problem }) => write(json(listing ?? { problem })), end: () => {} }
  const rows: Row[] = []
  return { print: (row) => rows.push(row), end: () => write(json(rows)) }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Prints only listings. Failures are reported on standard error. */
function textPrinter(style: Style, write: (text: string) => void): Printer {
  let between = ''
  return {
    print({ listing }) {
      if (!listing) return
      write(between + listingText(listing, style))
      between = '\n'
    },
    end: () => {},
  }
}

function listingText(listing: ShownListing, { bold, soft }: Style): string {
  const { title, business_status, address, rating, reviews_count, moved_from } = listing
  const reviews =
    reviews_count === null
      ? null
      : `${reviews_count.toLocaleString('en')} ${reviews_count === 1 ? 'review' : 'reviews'}`
  const rated = [rating && `${rating} stars`, reviews].filter(Boolean).join(', ')
  const head = [title && bold(title), statusWords(business_status), address, rated]
  const rows: Array<[label: string, value: string | null]> = [
    ['Place id', listing.place_id],
    ['CID', listing.cid],
    ['Hex CID', listing.hex_cid],
    ['Feature id', listing.feature_id],
    ['KG id', listing.kg_id],
    ['Maps link', listing.maps_url],
    ['Review link', listing.review_url],
    ['Moved from', moved_from && (moved_from.place_id ?? moved_from.cid)],
  ]
  const lines = rows.flatMap(([label, value]) => (value === null ? [] : [`${soft(label.padEnd(12))}${value}`]))
  return `${[...head.filter(Boolean), ...lines].join('\n')}\n`
}
