import { pack, readHash, unpack } from '@/server/features/batches/batch-store'
import { calendarDay } from '@/server/metering/access/calendar'
import { firstPlan, planOf } from '@/server/metering/access/limits'
import { runMemberScript } from '@/server/metering/access/member-script'
import { type Author, writerOf } from '@/server/metering/access/members'
import { readProfile } from '@/server/metering/access/profile'
import { askStore } from '@/server/platform/store/untyped'
import { eventsMs } from './limits'
import {
  type Bucket,
  closureDueMs,
  dueMs,
  findingsAbout,
  isClosureDue,
  isDue,
  readBucket,
  type StoredEvent,
  storedBucket,
  type WatchedListing,
} from './listing'
import { watchKeys, watchlistsOf, writeKeys } from './watch-store'
import {
  type AuditCount,
  auditCounts,
  type ClosureWaitReason,
  isClosed,
  type ListingCount,
  listingCounts,
  type WaitReason,
  type Watchlist,
} from './watchlist'
import { writeScript } from './work-scripts'

/** A bucket as it was read, with the version that a change replaces; empty if the bucket is new. */
export interface ReadBucket {
  bucket: Bucket
  version: string
}

/** Parses a bucket's stored value. @param value null if there is none. */
export async function parseBucket(value: string | null): Promise<ReadBucket> {
  if (!value) return { bucket: { listings: [] }, version: '' }
  const space = value.indexOf(' ')
  return { bucket: readBucket(await unpack(value.slice(space + 1))), version: value.slice(0, space) }
}

/** Reads buckets by their numbers. */
export async function readBuckets(accountId: string, id: string, numbers: readonly number[]): Promise<ReadBucket[]> {
  if (numbers.length === 0) return []
  const values = await askStore<Array<string | null>>('HMGET', watchKeys(accountId, id).buckets, ...numbers)
  return Promise.all(values.map(parseBucket))
}

/** What a check adds to a change; see `writeScript`. */
interface Checks {
  token: string
  /** When the token holder's lease on the watchlist ends, epoch milliseconds. */
  untilMs: number
  /** How many listings were checked and how many could not be. */
  checks: number
  failed: number
  /** The last error code; empty for none. */
  code: string
  /** How many checks count toward the quota, and in which month. */
  counted: number
  month: string
  /** Puts closure checks on hold, or ends their hold with the reason null; omitted for no change. */
  hold?: { reason: ClosureWaitReason | null; untilMs: number } | undefined
}

/** A bucket after a change. */
export interface Change {
  bucket: Bucket
  events: StoredEvent[]
}

export type WriteOutcome = 'done' | 'gone' | 'lost' | 'full'

const noChecks = { token: '', untilMs: 0, checks: 0, failed: 0, code: '', counted: 0, month: '' } satisfies Checks

/** The maximum number of tries if others change the same bucket at the same time. */
const maxTries = 20

/**
 * Atomically changes a bucket and stores its events.
 * @param author who changes it; the account for a check.
 * @param read the bucket as it was read. A bucket that has changed since then is reread.
 * @param change returns the bucket after the change; null if there is nothing to change. May be called several times.
 * @param most the account's limit on listings.
 * @returns `lost`: another process has the watchlist. `full`: the plan allows no more listings.
 * @throws PinrefError `store_unavailable`.
 */
export async function changeBucket(
  author: Author,
  watchlist: Watchlist,
  number: number,
  { read, change, most, checks = noChecks }: ChangeOptions,
): Promise<WriteOutcome> {
  let current = read
  for (let tries = 0; tries < maxTries; tries++) {
    const changed = change(current.bucket)
    if (changed === null) return 'done'
    const outcome = await write(author, watchlist, number, current, changed, most, checks)
    if (outcome !== 'changed') return outcome as WriteOutcome
    const [again] = await readBuckets(writerOf(author).accountId, watchlist.id, [number])
    if (again) current = again
  }
  throw new Error(`bucket ${number} of ${watchlist.id} keeps changing`)
}

interface ChangeOptions {
  read: ReadBucket
  change(bucket: Bucket): Change | null
  most: number
  checks?: Checks | undefined
}

async function write(
  author: Author,
  watchlist: Watchlist,
  number: number,
  { bucket: before, version }: ReadBucket,
  { bucket, events }: Change,
  most: number,
  { token, untilMs, checks, failed, code, counted, month, hold }: Checks,
): Promise<string> {
  const nowMs = Date.now()
  const due = dueMs(bucket, number, watchlist, nowMs)
  const counts = countListings(before)
  const after = countListings(bucket)
  const marked = marks.map((name) => after[name])
  const today = calendarDay(nowMs)
  const args = [
    ...[watchlist.id, number, version, bucket.listings.length > 0 ? await pack(storedBucket(bucket)) : '', due ?? ''],
    closureDueMs(bucket, number, watchlist, nowMs) ?? '',
    ...[marked.some((count) => count > 0) ? marked.join(' ') : '', most, token, untilMs, nowMs],
    ...[`${today.month}-${today.day}`, checks, failed, failingOf(bucket) - failingOf(before), code, counted, month],
    ...[hold?.reason ?? '', hold?.untilMs ?? '', nowMs - eventsMs],
    `${watchlist.period} ${watchlist.closures} ${watchlist.forced}`,
    ...[...listingCounts, ...auditCounts].map((name) => after[name] - counts[name]),
    ...events.map((event) => JSON.stringify(event)),
  ]
  const keys = writeKeys(writerOf(author).accountId, watchlist.id, month || today.month)
  return String(await runMemberScript(author, writeScript, keys, args))
}

/** Counts a bucket's listings whose last check failed. */
const failingOf = ({ listings }: Bucket): number => listings.filter(({ failed }) => failed > 0).length

/** The counts by which buckets can be found, in the order in which they are stored. */
export const marks = ['moved', 'gone', 'unreadable', 'closed_permanently', 'closed_temporarily'] as const

export type Mark = (typeof marks)[number]

/** Counts a bucket's listings by state, and the further counts. */
function countListings({ listings }: Bucket): Record<ListingCount | AuditCount, number> {
  const counts = Object.fromEntries([...listingCounts, ...auditCounts].map((name) => [name, 0]))
  const add = (name: ListingCount | AuditCount) => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  for (const listing of listings) {
    const { state, businessStatus } = listing
    add(state)
    if (isClosed(businessStatus)) add(businessStatus)
    if (state === 'listed' && findingsAbout(listing).length > 0) add('listed_unfine')
    if (state !== 'gone' && businessStatus !== null) add('status_known')
  }
  return counts as Record<ListingCount | AuditCount, number>
}

/** A listing that is due, and for which checks. */
export interface DueListing {
  listing: WatchedListing
  /** Whether it is due for a check of its identifiers alone. */
  isDue: boolean
  /** Whether it is due for a closure check, which includes the other one. */
  isClosureDue: boolean
}

/** Returns a bucket's listings that are due now. */
export const dueListings = ({ listings }: Bucket, number: number, watchlist: Watchlist, nowMs: number): DueListing[] =>
  listings
    .map((listing) => ({
      listing,
      isDue: isDue(listing, watchlist, nowMs),
      isClosureDue: isClosureDue(listing, watchlist, number, nowMs),
    }))
    .filter((one) => one.isDue || one.isClosureDue)

/** What an account watches. */
export interface Watched {
  watchlists: number
  listings: number
  /** How many listings its plan allows; if unlimited, more than any account can add. */
  most: number
  isUnlimited: boolean
}

/** Reads how many listings an account watches and how many its plan allows. */
export async function readWatched(accountId: string): Promise<Watched> {
  const [sizes, { plan }] = await Promise.all([readHash(watchlistsOf(accountId).watched), readProfile(accountId)])
  const listings = Object.values(sizes).reduce((sum, size) => sum + Number(size), 0)
  const most = watchedMax(plan)
  return { watchlists: Object.keys(sizes).length, listings, most, isUnlimited: most === unlimited }
}

/** Returns why an account's listings may not be checked; null if they may. */
export async function whyNot(accountId: string): Promise<WaitReason | null> {
  const [{ suspended }, { listings, most }] = await Promise.all([readProfile(accountId), readWatched(accountId)])
  if (suspended) return 'suspended'
  return listings > most ? 'plan' : null
}

/** Returns how many listings a plan lets an account watch. */
const watchedMax = (plan: string): number => (planOf(plan) ?? firstPlan()).watched ?? unlimited

/** More than any account can add. */
const unlimited = 1_000_000_000
