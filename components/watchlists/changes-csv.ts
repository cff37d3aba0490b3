import { csvRows, LongNumber } from '@/server/platform/runtime/csv'
import { eventWords, type WatchEvent } from './watchlist'

const head = [
  'time',
  'change',
  'reference',
  'cid',
  'place_id',
  'old_cid',
  'old_place_id',
  'listing_id',
  'text',
  'detail',
]

const long = (cid: string | undefined) => (cid === undefined ? null : new LongNumber(cid))

/** Writes events as CSV for a spreadsheet, with CIDs as text. */
export function changesCsv(events: readonly WatchEvent[]): string {
  const rows = events.map(({ type, at, reference, listing, moved_from, listing_id, text, detail }) => [
    ...[at, eventWords[type].toLowerCase(), reference],
    ...[long(listing?.cid), listing?.place_id ?? null, long(moved_from?.cid), moved_from?.place_id ?? null],
    ...[/^\d+$/.test(listing_id) ? new LongNumber(listing_id) : listing_id, text, detail],
  ])
  return `\ufeff${csvRows([head, ...rows])}`
}
