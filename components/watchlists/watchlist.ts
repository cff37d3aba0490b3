import type { Batch } from '@/components/batches/batch'
import { formatDollars } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'
import { withoutEnding } from '@/server/features/batches/batch'
import { businessStatusWords } from '@/server/features/listings/business-status'
import { isClosed } from '@/server/features/watchlists/watchlist'

/** A watchlist, a listing in it, and an event, as the API returns them. */
export type Watchlist = Outputs['watchlists']['get']
export type WatchedListing = Outputs['watchlists']['listListings']['listings'][number]
export type WatchEvent = Outputs['watchlists']['listEvents']['events'][number]
export type ListingState = WatchedListing['state']
export type Period = Watchlist['period']
export type Digest = Watchlist['digest']
export type ClosureInterval = Watchlist['closures']
export type ClosurePrices = Watchlist['closures_price']

/** How many listings the account watches, and how many its plan allows. */
export type Watched = NonNullable<Outputs['watchlists']['overview']>['watched']

export const watchlistAddress = (id: string): string => `/watchlists/${id}`

export const auditAddress = (id: string): string => `${watchlistAddress(id)}/audit`

/** The states of a listing, most important first, and their labels. */
export const listingStates = {
  moved: 'Moved',
  gone: 'Gone',
  listed: 'Unchanged',
  unchecked: 'Not checked',
  unreadable: 'Unreadable',
} as const satisfies Record<ListingState, string>

const { closed_permanently, closed_temporarily } = businessStatusWords

/** The listings that a page can show: those in a state, or those that are closed, and their labels. */
export const listingFilters = { ...listingStates, closed_permanently, closed_temporarily }

export type ListingFilter = keyof typeof listingFilters

/** Returns the fields of a request for the listings of a filter. */
export const filterFields = (filter: ListingFilter) =>
  isClosed(filter) ? { business_status: filter } : { state: filter }

/** Returns how many listings are closed, for good or for now. */
export const closedCount = (counts: Pick<ListingCounts, ClosedFilter>): number =>
  counts.closed_permanently + counts.closed_temporarily

type ListingCounts = Watchlist['listing_counts']

type ClosedFilter = Exclude<ListingFilter, ListingState>

export const periodWords: Record<Period, string> = { weekly: 'Every week', monthly: 'Every 30 days' }

export const digestWords: Record<Digest, string> = { off: 'Off', daily: 'Daily', weekly: 'Weekly, on Mondays' }

const callsWords = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'call' : 'calls'}`

export const closureChoices: Record<ClosureInterval, string> = { off: 'Off', ...periodWords }

/** Returns what closure checks take in a month. @param listings how many are checked; 0 if not known yet. */
export function closureWords(closures: ClosureInterval, prices: ClosurePrices, listings: number): string {
  const { weekly, monthly } = prices
  const isFree = weekly.usd_per_month === 0
  if (closures === 'off') {
    const each = [weekly, monthly].map(({ usd_per_month }) => formatDollars(usd_per_month))
    return `Reports businesses that close or reopen. Each of these checks counts as a call. ${
      isFree
        ? nothingCharged
        : `Google charges the operator up to ${each[0]} a month per listing every week, or ${each[1]} every 30 days.`
    }`
  }
  const { lookups_per_month, usd_per_month } = prices[closures]
  const calls = callsWords(Math.ceil(lookups_per_month * Math.max(1, listings)))
  const all = formatDollars(Math.ceil(usd_per_month * listings * 100 - 1e-6) / 100)
  const each = `${formatDollars(usd_per_month)} a month per listing`
  return `${listings > 0 ? `For ${listingsWords(listings)}` : 'For each listing'}, up to ${calls} a month. ${
    isFree ? nothingCharged : `Google charges the operator up to ${listings > 0 ? `${all} a month, ${each}` : each}.`
  }`
}

const nothingCharged = 'Google charges nothing, because no key is set.'

/** Counts listings: "1 listing", "10,000 listings". */
export const listingsWords = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'listing' : 'listings'}`

const join = (parts: ReadonlyArray<readonly [count: number, words: string]>, separator: string): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`)
    .join(separator)

/** Returns how many lines of a batch found a listing. */
export const foundIn = ({ line_counts: lines }: Pick<Batch, 'line_counts'>): number => lines.found + lines.name_differs

/** Returns how many lines have no listing, and why: "3 not found, 7 unreadable"; empty if all have one. */
export const withoutListingWords = ({
  not_found,
  failed,
  unreadable,
  not_sent,
}: Record<'not_found' | 'failed' | 'unreadable' | 'not_sent', number>): string =>
  join(
    [
      [not_found, 'not found'],
      [failed, 'failed'],
      [unreadable, 'unreadable'],
      [not_sent, 'not sent'],
    ],
    ', ',
  )

/** Returns what has changed since the listings were added: "2 moved · 1 gone · 3 closed · 115 unchanged". */
export function diffWords({
  listing_counts: counts,
  audit,
}: Pick<Watchlist, 'listing_counts'> & { audit: { fine: number } }): string {
  const label = (state: ListingState) => listingStates[state].toLowerCase()
  const counted = [
    [counts.moved, label('moved')],
    [counts.gone, label('gone')],
    [closedCount(counts), 'closed'],
    [audit.fine, label('listed')],
    [counts.unchecked, label('unchecked')],
    [counts.unreadable, label('unreadable')],
  ] as const
  return join(counted, ' · ') || 'No listings yet'
}

/** Returns the changes of the last 30 days: "2 moved, 1 gone"; "None" if none. */
export const changesWords = ({ moved, gone, back, closed, reopened }: Watchlist['changes']): string =>
  join(
    [
      [moved, 'moved'],
      [gone, 'gone'],
      [back, 'back'],
      [closed, 'closed'],
      [reopened, 'reopened'],
    ],
    ', ',
  ) || 'None'

/** Returns the parts of a page's title: the name, and what has happened to the listings. */
export const titleParts = ({ name, listing_counts: counts }: Titled): readonly string[] => {
  const { moved, gone } = counts
  const happened = changesWords({ moved, gone, back: 0, closed: closedCount(counts), reopened: 0 })
  return happened === 'None' ? [name] : [name, happened]
}

interface Titled {
  name: string
  listing_counts: Pick<ListingCounts, 'moved' | 'gone' | ClosedFilter>
}

/** Returns a watchlist's state as a label. */
export function stateWords({ state, adding, failing }: Pick<Watchlist, 'state' | 'adding' | 'failing'>): string {
  if (state === 'paused') return 'Paused'
  if (adding) return 'Adding listings'
  if (state === 'waiting') return 'Waiting'
  return failing ? 'Some checks fail' : 'Active'
}

/** Returns the number of listings watched: "118 of 1,000 listings watched". */
export const watchedWords = ({ listings, most }: Watched): string =>
  isLimited(most)
    ? `${formatNumber(listings)} of ${formatNumber(most)} listings watched`
    : `${listingsWords(listings)} watched`

/** Whether a plan limits the number of listings: if it doesn't, the number is larger than any account can reach. */
export const isLimited = (most: number): boolean => most < 1_000_000_000

/** Why no listings are being checked, and what to do; null if they are. */
export function waitWords(
  { state, reason, listing_counts }: Pick<Watchlist, 'state' | 'reason' | 'listing_counts'>,
  watched: Watched | null,
): string | null {
  if (state === 'paused')
    return 'Nothing is checked until you resume the watchlist. Overdue listings are checked first.'
  if (state !== 'waiting') return null
  switch (reason) {
    case 'quota':
      return 'You’re out of calls for this month. Checks continue automatically next month, or right away with a larger plan.'
    case 'plan':
      return `Your plan allows ${watched ? listingsWords(watched.most) : 'fewer listings'}, but you watch ${formatNumber(watched?.listings ?? listing_counts.total)}. Remove listings or choose a larger plan, and checks continue automatically.`
    case 'suspended':
      return 'This account is suspended. Your account page shows who to contact.'
    default:
      return 'Google’s limits have been reached. Checks continue automatically.'
  }
}

/** Why closures are not being checked while other checks continue; null if they are, or are off. */
export function closureWaitWords({ closures_reason }: Pick<Watchlist, 'closures_reason'>): string | null {
  switch (closures_reason) {
    case null:
      return null
    case 'quota':
      return 'Closures aren’t being checked, because you’re out of calls for this month. Other checks continue.'
    default:
      return 'Closures aren’t being checked, because a limit on paid Google calls has been reached. Other checks continue.'
  }
}

/** How long a page expects changes after an action or a check, in milliseconds. */
const soonMs = 30_000

/**
 * Whether a watchlist may change within seconds.
 * @param actedMs when its owner last changed something on this page, in epoch milliseconds; 0 if never.
 */
export function isBusy({ adding, last_checked_at, created_at }: Watchlist, actedMs: number, nowMs: number): boolean {
  const last = Math.max(actedMs, Date.parse(created_at), last_checked_at === null ? 0 : Date.parse(last_checked_at))
  return adding !== null || nowMs - last < soonMs
}

/** Returns the name for a batch's watchlist: the batch's name without the file extension. */
export const nameFromBatch = ({ name }: { name: string | null }): string =>
  withoutEnding(name ?? '').trim() || 'My listings'

/** Returns the identifiers of a listing, for a spreadsheet: its CID and its place id, separated by a tab. */
export const bothIds = ({ cid, place_id }: NonNullable<WatchEvent['listing']>): string =>
  place_id === null ? cid : `${cid}\t${place_id}`

/** How long a name or a reference may be, in characters. */
export const longestLabel = 200

/** How many listings are sent at once. */
const sentAtOnce = 5_000

/** A listing to add. */
export interface SentListing {
  url: string
  name?: string
  reference?: string
}

/** Returns a listing to add. @param labels what the customer calls it; empty for nothing. */
export function sentListing(
  { cid, placeId }: { cid: string; placeId: string | null },
  labels: { name: string; reference: string },
): SentListing {
  const sent: SentListing = { url: placeId ?? cid }
  const name = labelText(labels.name)
  const reference = labelText(labels.reference)
  if (name !== '') sent.name = name
  if (reference !== '') sent.reference = reference
  return sent
}

const labelText = (text: string): string => [...text.trim()].slice(0, longestLabel).join('')

/** Splits listings into the parts that are sent one after the other. */
export const partsOf = (listings: readonly SentListing[]): SentListing[][] =>
  Array.from({ length: Math.ceil(listings.length / sentAtOnce) }, (_, part) =>
    listings.slice(part * sentAtOnce, (part + 1) * sentAtOnce),
  )
