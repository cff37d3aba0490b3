import { createInterface } from 'node:readline'
import { isBlank } from '@/server/features/lists/list-text'
import { type Cell, LongNumber } from '@/server/platform/runtime/csv'
import type { Watchlist } from '../answers.js'
import { PinrefError } from '../errors.js'
import type { ListingToWatch, WatchEvent, WatchedListing, Watchlists } from '../watchlists.js'
import type { WatchOptions } from './arguments.js'
import { type BulkInput, raggedRows, readInput } from './bulk-input.js'
import { Exit } from './exit-codes.js'
import { clientWithKey } from './key.js'
import { type Columns, printAll, write } from './print.js'
import { reportFault, type Style, say, styleFor } from './terminal.js'

/** How often `--follow` looks for new events, in milliseconds. */
const pollMs = 5_000

/** Manages watchlists, and prints their listings and events. @returns whether all listings could be added. */
export async function runWatch(options: WatchOptions, signal: AbortSignal): Promise<boolean> {
  const { action, target: id, batch, period, closures, referenceColumn } = options
  const { watchlists } = clientWithKey('watch', options.url)
  switch (action) {
    case 'list':
      printWatchlists(await watchlists.list({ signal }), options)
      return true
    case 'create': {
      const source = {
        ...(batch && { batch_id: batch }),
        ...(referenceColumn && { reference_column: referenceColumn }),
      }
      const watchlist = await watchlists.create({ name: id, period, closures, ...source }, { signal })
      return createListings(watchlists, watchlist, options, signal)
    }
    case 'create-listings':
      return createListings(watchlists, await watchlists.get(id, { signal }), options, signal)
    case 'listings':
      await printListings(watchlists, options, signal)
      return true
    case 'events':
      return printEvents(watchlists, options, signal)
    case 'delete':
      await deleteWatchlist(watchlists, options, signal)
      return true
    default:
      printWatchlist(await watchlists[action](id, { signal }), options)
      return true
  }
}

/** Adds the listings in the file, if there is one, and prints the watchlist. @returns whether all could be added. */
async function createListings(
  watchlists: Watchlists,
  watchlist: Watchlist,
  options: WatchOptions,
  signal: AbortSignal,
): Promise<boolean> {
  const { file } = options
  if (file === null) {
    printWatchlist(watchlist, options)
    return true
  }
  const { id } = watchlist
  try {
    const input = await readInput(file, options, { lookUp: ['link'], roles: ['name', 'reference'] })
    const { rows, columns, headingRow, place } = input
    for (const { row, detail } of raggedRows(input)) reportFault(place(row, 0), detail)
    const placeOf = (row: number) => place(row, columns.link ?? 0)
    const sent: Array<{ row: number; listing: ListingToWatch }> = []
    let empty = 0
    for (let row = headingRow + 1; row <= rows.length; row += 1) {
      const listing = listingIn(input, row)
      if (listing !== null) sent.push({ row, listing })
      else if (!isBlank(rows[row - 1] ?? [])) {
        empty += 1
        reportFault(placeOf(row), 'This row has no link.')
      }
    }
    const listings = sent.map(({ listing }) => listing)
    const created = await watchlists.createListings(id, listings, { signal })
    const { created_count, existing_count, unreadable_listings: unreadable, full } = created
    for (const { index, detail } of unreadable) reportFault(placeOf(sent[index]?.row ?? 0), detail)
    say(
      `${countOf(created_count, 'listing')} added${existing_count > 0 ? `, ${existing_count.toLocaleString('en')} already there` : ''}` +
        `${unreadable.length > 0 ? `. ${unreadable.length.toLocaleString('en')} of them can't be read` : ''}.`,
    )
    if (full) say('The plan allows no more listings, so some were not added.')
    printWatchlist(await watchlists.get(id, { signal }), options)
    return empty === 0 && unreadable.length === 0 && !full
  } catch (error) {
    if (signal.aborted || error instanceof PinrefError || error instanceof Exit)
      say(`To add the listings in ${file}: pinref watch create-listings ${id} ${file}`)
    throw error
  }
}

/** The maximum length of a link. The API rejects longer ones, and no identifier comes after this point. */
const longestLink = 2_048

/** Returns the listing in a row; null if there is none. */
function listingIn({ rows, columns }: BulkInput, row: number): ListingToWatch | null {
  const cell = (column: number | null) => (column === null ? '' : (rows[row - 1]?.[column]?.trim() ?? ''))
  const [url, name, reference] = [cell(columns.link), cell(columns.name), cell(columns.reference)]
  return url === '' ? null : { url: url.slice(0, longestLink), ...(name && { name }), ...(reference && { reference }) }
}

async function printListings(watchlists: Watchlists, options: WatchOptions, signal: AbortSignal): Promise<void> {
  const { target: id, state, businessStatus } = options
  const filter = { ...(state && { state }), ...(businessStatus && { business_status: businessStatus }) }
  await printAll(watchlists.listListings(id, { signal, ...filter }), listingColumns, listingText, options)
}

async function printEvents(watchlists: Watchlists, options: WatchOptions, signal: AbortSignal): Promise<boolean> {
  const { target: id, after, isFollowing } = options
  let last = after
  async function* events() {
    const settings = { signal, ...(after !== null && { after }), ...(isFollowing && { pollMs }) }
    for await (const event of watchlists.listEvents(id, settings)) {
      last = event.id
      yield event
    }
  }
  try {
    await printAll(events(), eventColumns, eventText, options)
    return true
  } finally {
    if (signal.aborted && last !== null) say(`To continue, add --after ${last}`)
  }
}

/** Deletes a watchlist after asking. @throws Exit if the reply is not yes. */
async function deleteWatchlist(
  watchlists: Watchlists,
  { target: id, isConfirmed }: WatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const { name, listing_counts } = await watchlists.get(id, { signal })
  const what = `"${name}" with ${countOf(listing_counts.total, 'listing')} and its events`
  if (!isConfirmed) {
    process.stderr.write(`Delete ${what}? [y/N] `)
    const reply = await firstLine()
    signal.throwIfAborted()
    if (!/^y(?:es)?$/i.test(reply))
      throw new Exit('failed', 'Nothing was deleted. To delete without asking, add --yes.')
  }
  await watchlists.delete(id, { signal })
  say(`Deleted ${what}.`)
}

/** Returns the first line of standard input; empty if there is none. */
async function firstLine(): Promise<string> {
  for await (const line of createInterface({ input: process.stdin })) return line.trim()
  return ''
}

function printWatchlists(all: readonly Watchlist[], { output }: WatchOptions): void {
  const style = styleFor(process.stdout)
  if (output === 'json') write(`${JSON.stringify(all, null, 2)}\n`)
  else if (output === 'jsonl') write(all.map((one) => `${JSON.stringify(one)}\n`).join(''))
  else write(all.map((one) => watchlistText(one, style)).join('\n'))
}

function printWatchlist(watchlist: Watchlist, { output }: WatchOptions): void {
  if (output === 'text') write(watchlistText(watchlist, styleFor(process.stdout)))
  else write(`${JSON.stringify(watchlist, null, output === 'json' ? 2 : 0)}\n`)
}

const countOf = (count: number, what: string) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`

function watchlistText(watchlist: Watchlist, { bold, soft }: Style): string {
  const { id, name, period, closures, state, reason, listing_counts, changes, last_checked_at, adding } = watchlist
  const { total, ...states } = listing_counts
  const rows: Array<[label: string, value: string]> = [
    ['Id', id],
    [
      'State',
      `${state}${reason ? ` (${reason})` : ''}, checked ${period}${closures === 'off' ? '' : `, for closure ${closures}`}`,
    ],
    ['Listings', `${total.toLocaleString('en')}${listed(states)}`],
    ['30 days', listed(changes).slice(2) || 'no changes'],
    ...(adding
      ? [['Adding', `${adding.done_count} of ${adding.row_count} rows of ${adding.batch_id}`] as [string, string]]
      : []),
    ['Last check', last_checked_at === null ? 'none yet' : `${timeText(last_checked_at)} UTC`],
  ]
  return `${[bold(name), ...rows.map(([label, value]) => `${soft(label.padEnd(12))}${value}`)].join('\n')}\n`
}

/** Returns counts as text, such as `: 118 listed, 2 moved`; empty if all are 0. */
function listed(counts: Record<string, number>): string {
  const words = Object.entries(counts).flatMap(([name, count]) =>
    count > 0 ? [`${count.toLocaleString('en')} ${wordsOf(name)}`] : [],
  )
  return words.length > 0 ? `: ${words.join(', ')}` : ''
}

/** Returns a name of the API in words, such as `closed permanently`. */
const wordsOf = (name: string) => name.replaceAll('_', ' ')

const timeText = (iso: string) => iso.slice(0, 16).replace('T', ' ')

type Identifiers = WatchEvent['listing']

const idOf = (identifiers: Identifiers) => identifiers && (identifiers.place_id ?? identifiers.cid)

/** Formats a listing's id change, such as `ChIJ… -> ChIJ…`, or the reason it can't be read. */
const becameText = ({ listing, moved_from, text, detail }: WatchEvent | WatchedListing): string =>
  listing === null
    ? `${text ?? ''}: ${detail ?? ''}`
    : [moved_from, listing].flatMap((one) => idOf(one) ?? []).join(' -> ')

const eventText = (event: WatchEvent): string =>
  [timeText(event.occurred_at), event.type.replace('listing.', '').padEnd(10), ...labelParts(event)].join('  ')

const listingText = (listing: WatchedListing): string => [listing.state.padEnd(10), ...labelParts(listing)].join('  ')

/** Returns what the caller calls a listing, its identifiers, and its business status, unless it is open or unknown. */
const labelParts = (one: WatchEvent | WatchedListing): string[] => {
  const status = one.business_status
  return [one.name, one.reference, becameText(one), status && status !== 'operational' ? wordsOf(status) : null].filter(
    (part) => part !== null,
  )
}

/** Spreadsheets retain only 15 digits of a number. */
const long = (digits: string | undefined): Cell =>
  digits === undefined ? null : /^\d+$/.test(digits) ? new LongNumber(digits) : digits

const shared: Columns<WatchEvent | WatchedListing> = [
  ['name', ({ name }) => name],
  ['reference', ({ reference }) => reference],
  ['cid', ({ listing }) => long(listing?.cid)],
  ['place_id', ({ listing }) => listing?.place_id ?? null],
  ['moved_from_cid', ({ moved_from }) => long(moved_from?.cid)],
  ['moved_from_place_id', ({ moved_from }) => moved_from?.place_id ?? null],
  ['business_status', ({ business_status }) => business_status],
  ['text', ({ text }) => text],
  ['detail', ({ detail }) => detail],
]

const eventColumns: Columns<WatchEvent> = [
  ['id', ({ id }) => id],
  ['type', ({ type }) => type],
  ['occurred_at', ({ occurred_at }) => occurred_at],
  ['listing_id', ({ listing_id }) => long(listing_id)],
  ...shared,
]

const listingColumns: Columns<WatchedListing> = [
  ['id', ({ id }) => long(id)],
  ['state', ({ state }) => state],
  ...shared,
  ['changed_at', ({ changed_at }) => changed_at],
  ['checked_at', ({ checked_at }) => checked_at],
  ['closure_checked_at', ({ closure_checked_at }) => closure_checked_at],
]
