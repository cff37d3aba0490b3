import { changeWords, urgentFirst } from '@/server/features/watchlists/change-words'
import { csvRows, LongNumber } from '@/server/platform/runtime/csv'
import type { WatchEvent } from './watchlist'

const head = [
  'name',
  'reference',
  'change',
  'occurred_at',
  'cid',
  'place_id',
  'moved_from_cid',
  'moved_from_place_id',
  'business_status',
  'listing_id',
  'text',
  'detail',
]

const long = (cid: string | undefined) => (cid === undefined ? null : new LongNumber(cid))

/** Writes events as CSV for a spreadsheet: moved, gone, and closed listings first, with CIDs as text. */
export function changesCsv(events: readonly WatchEvent[]): string {
  const rows = urgentFirst(events).map(
    ({ type, occurred_at, name, reference, listing, moved_from, business_status, listing_id, text, detail }) => [
      ...[name, reference, changeWords[type], occurred_at],
      ...[long(listing?.cid), listing?.place_id ?? null, long(moved_from?.cid), moved_from?.place_id ?? null],
      business_status,
      ...[/^\d+$/.test(listing_id) ? new LongNumber(listing_id) : listing_id, text, detail],
    ],
  )
  return `\ufeff${csvRows([head, ...rows])}`
}
