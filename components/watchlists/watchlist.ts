import type { Batch } from '@/components/batches/batch'
import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'
import { withoutEnding } from '@/server/features/batches/batch'

/** A watchlist, a listing in it, and an event, as the API returns them. */
export type Watchlist = Outputs['watchlists']['get']
export type WatchedListing = Outputs['watchlists']['listings']['listings'][number]
export type WatchEvent = Outputs['watchlists']['events']['events'][number]
export type ListingState = WatchedListing['state']
export type Period = Watchlist['period']
export type Digest = Watchlist['digest']

/** How many listings the account watches, and how many its plan allows. */
export type Watched = NonNullable<Outputs['watchlists']['overview']>['watched']

export const watchlistAddress = (id: string): string => `/watchlists/${id}`

/** The states of a listing, most important first, and their labels. */
export const listingStates = {
  moved: 'Moved',
  gone: 'Gone',
  listed: 'Unchanged',
  unchecked: 'Not checked',
  unreadable: 'Unreadable',
} as const satisfies Record<ListingState, string>

export const periodWords: Record<Period, string> = { weekly: 'Every week', monthly: 'Every 30 days' }

export const digestWords: Record<Digest, string> = { off: 'Off', daily: 'Daily', weekly: 'Weekly, on Mondays' }

/** Counts listings: "1 listing", "10,000 listings". */
export const listingsWords = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'listing' : 'listings'}`

const join = (parts: ReadonlyArray<readonly [count: number, words: string]>, separator: string): string =>
  parts
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${formatNumber(count)} ${words}`)
    .join(separator)

/** Returns how many lines of a batch found a listing. */
export const foundIn = ({ lines }: Pick<Batch, 'lines'>): number => lines.found + lines.name_differs

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

/** Returns what has changed since the listings were added: "2 moved · 1 gone · 118 unchanged". */
export function diffWords({ listings }: Pick<Watchlist, 'listings'>): string {
  const parts = Object.entries(listingStates) as Array<[ListingState, string]>
  const counted = parts.map(([state, label]) => [listings[state], label.toLowerCase()] as const)
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
export const titleParts = ({ name, listings }: Titled): readonly string[] => {
  const { moved, gone, closed_permanently, closed_temporarily } = listings
  const happened = changesWords({ moved, gone, back: 0, closed: closed_permanently + closed_temporarily, reopened: 0 })
  return happened === 'None' ? [name] : [name, happened]
}

interface Titled {
  name: string
  listings: Pick<Watchlist['listings'], 'moved' | 'gone' | 'closed_permanently' | 'closed_temporarily'>
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
  { state, reason, listings }: Pick<Watchlist, 'state' | 'reason' | 'listings'>,
  watched: Watched | null,
): string | null {
  if (state === 'paused')
    return 'Nothing is checked until you resume the watchlist. Overdue listings are checked first.'
  if (state !== 'waiting') return null
  switch (reason) {
    case 'quota':
      return 'You’re out of calls for this month. Checks continue automatically next month, or right away with a larger plan.'
    case 'plan':
      return `Your plan allows ${watched ? listingsWords(watched.most) : 'fewer listings'}, but you watch ${formatNumber(watched?.listings ?? listings.total)}. Remove listings or choose a larger plan, and checks continue automatically.`
    case 'suspended':
      return 'This account is suspended. Your account page shows who to contact.'
    default:
      return 'Google’s limits have been reached. Checks continue automatically.'
  }
}

/** How long a page expects changes after an action or a check, in milliseconds. */
const soonMs = 30_000

/**
 * Whether a watchlist may change within seconds.
 * @param actedMs when its owner last changed something on this page, in epoch milliseconds; 0 if never.
 */
export function isBusy({ adding, last_check, created }: Watchlist, actedMs: number, nowMs: number): boolean {
  const last = Math.max(actedMs, Date.parse(created), last_check === null ? 0 : Date.parse(last_check))
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
