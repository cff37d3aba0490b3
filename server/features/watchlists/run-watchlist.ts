import { setTimeout as sleep } from 'node:timers/promises'
import { turnMs } from '@/server/features/batches/steps'
import { randomBase62 } from '@/server/metering/access/api-key'
import { calendarDay } from '@/server/metering/access/calendar'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { sampleSource } from '@/server/places/sources/sample/sample-source'
import { listingSource } from '@/server/places/sources/source'
import type { PinrefError } from '@/server/platform/problems/errors'
import type { Again, Attempts } from '@/server/platform/queue/job-queue'
import { queueKind } from '@/server/platform/queue/queue'
import { askStore, runScript } from '@/server/platform/store/untyped'
import { addNextLines } from './add-batch'
import { changeBucket, type DueListing, dueListings, parseBucket, type ReadBucket, whyNot } from './change-bucket'
import { afterChecks, checkListings } from './check-listings'
import { mailDigest } from './digest'
import { postEvents } from './events'
import { findWatchlist, forgetWatchlists } from './find-watchlist'
import { bucketsAtOnce, leaseMs } from './limits'
import {
  chargeChecks,
  countExtraChecks,
  countedChecks,
  grantChecks,
  isWatching,
  scheduleWatchlist,
  type WatchStep,
} from './schedule'
import { allDue, watchKeys } from './watch-store'
import { type ClosureWaitReason, latestCheckMs, periods, type WaitReason } from './watchlist'
import { leaveScript, takeScript } from './work-scripts'

/** How long a watchlist waits if its account may not run checks, in milliseconds. */
const waitMs = 3_600_000

/** How many of an account's watchlists a process works on at once. */
const maxOfAccount = 2
const running = new Map<string, number>()

/** One process's work on a watchlist. */
interface Work extends WatchStep {
  token: string
  /** Whether the previous holder is known to have died. */
  isTakeover: boolean
  stopping: AbortSignal
  /** When the turn ends, epoch milliseconds. */
  latestMs: number
}

/**
 * Works on a watchlist for a while: adds its batch's listings, checks listings that are due, and sends the changes. See
 * `RunJob`.
 * @throws PinrefError `store_unavailable`. The job can be retried.
 */
export async function runWatchlist(step: WatchStep, stopping: AbortSignal, { crashes }: Attempts): Promise<Again> {
  if (!isWatching()) return null
  const { accountId } = step
  // The process deleting the account died before deleting the watchlists.
  if ((await askStore<number>('EXISTS', redisKeys(accountId).members)) === 0) return forgetWatchlists(accountId)
  const others = running.get(accountId) ?? 0
  if (others >= maxOfAccount) return 1 + 2 * Math.random()
  running.set(accountId, others + 1)
  const turn = { stopping, token: randomBase62(8), latestMs: Date.now() + turnMs() }
  const work: Work = { ...step, ...turn, isTakeover: crashes > 0 }
  try {
    return await takeTurn(work)
  } catch (error) {
    // The watchlist has been deleted.
    if ((error as Partial<PinrefError>).code === 'watchlist_not_found') return forget(step)
    await release(work)
    throw error
  } finally {
    const left = (running.get(accountId) ?? 1) - 1
    if (left > 0) running.set(accountId, left)
    else running.delete(accountId)
  }
}

async function takeTurn(work: Work): Promise<Again> {
  const { accountId, id, stopping, latestMs } = work
  for (;;) {
    const [outcome, value = '', ...rest] = await take(work)
    switch (outcome) {
      case 'gone':
        return forget(work)
      case 'busy':
        // Another process is at work or has died. With QStash, the schedule queues the watchlist again.
        return queueKind() === 'qstash' ? null : Math.max(0.1, (Number(value) - Date.now()) / 1000)
      case 'paused':
        return leave(work, Date.now() + idleMs)
      case 'later':
        return leave(work, Number(value))
      case 'idle':
        return leave(work, value === '' ? Date.now() + idleMs : Number(value))
      case 'add':
        await addNextLines(accountId, await findWatchlist(accountId, id))
        break
      default: {
        const after = await checkBuckets(work, await bucketsIn([value, ...rest]))
        if (after !== 'more') return after
      }
    }
    if (stopping.aborted || Date.now() >= latestMs) return pause(work, 0)
  }
}

/**
 * Ends a turn. A large watchlist takes hours, so the changes so far are sent now. Among overdue watchlists, it goes
 * behind those still waiting for a turn. With QStash, the schedule skips it while its jobs run one after another.
 */
async function pause(work: Work, seconds: number): Promise<number> {
  const { accountId, id, token } = work
  await finish(work)
  await scheduleWatchlist(accountId, id, Date.now() + seconds * 1000 + (queueKind() === 'qstash' ? aloneMs : 0))
  await runScript(leaveScript, [watchKeys(accountId, id).record], [token])
  return seconds
}

const aloneMs = 300_000

/** How many times a process tries to release a watchlist after an error, and the delay in milliseconds. */
const releases = { most: 20, pauseMs: 500 }

/** Releases a watchlist after an error, so the next turn does not have to wait until the lease ends. */
async function release({ accountId, id, token, stopping }: Work): Promise<void> {
  for (let tries = 0; tries < releases.most; tries++) {
    try {
      await runScript(leaveScript, [watchKeys(accountId, id).record], [token])
      return
    } catch {
      await sleep(releases.pauseMs, undefined, { signal: stopping }).catch(() => {})
    }
  }
}

async function take({ accountId, id, token, isTakeover }: Work): Promise<[outcome: string, ...values: string[]]> {
  const { record, due, closureDue, buckets } = watchKeys(accountId, id)
  const now = Date.now()
  const { month } = calendarDay(now)
  const keys = [record, due, closureDue, buckets, redisKeys(accountId).counts(month)]
  const latest = periods.map((period) => latestCheckMs({ period }, now))
  const args = [token, now, now + leaseMs, month, isTakeover ? 1 : 0, ...latest, bucketsAtOnce]
  return (await runScript(takeScript, keys, args)) as [string, ...string[]]
}

/** Parses buckets from a reply of alternating numbers and values. */
const bucketsIn = (values: readonly string[]): Promise<Array<[number, ReadBucket]>> =>
  Promise.all(
    Array.from({ length: values.length / 2 }, async (_, at): Promise<[number, ReadBucket]> => {
      return [Number(values[2 * at]), await parseBucket(values[2 * at + 1] ?? null)]
    }),
  )

/** Sends changes to callbacks and, if a digest is due, by email. */
async function finish({ accountId, id, stopping }: Work): Promise<void> {
  const watchlist = await findWatchlist(accountId, id)
  await postEvents(accountId, watchlist, stopping)
  await mailDigest(accountId, watchlist, Date.now())
}

/**
 * Stops work on a watchlist until the given time, after sending changes.
 * @param fields to set in its record.
 */
async function leave(work: Work, untilMs: number, fields: Array<string | number> = []): Promise<Again> {
  const { accountId, id, token } = work
  await finish(work)
  const { digestDue } = await findWatchlist(accountId, id)
  const times = [untilMs, Date.now() + idleMs, ...(digestDue > 0 ? [digestDue] : [])]
  await scheduleWatchlist(accountId, id, Math.min(...times))
  await runScript(leaveScript, [watchKeys(accountId, id).record], [token, ...fields])
  // New work may have been scheduled just before, in an entry that this one overwrote.
  const nextMs = await nextWork(accountId, id)
  if (nextMs === null || nextMs >= untilMs) return null
  await scheduleWatchlist(accountId, id, nextMs)
  return nextMs <= Date.now() ? 0 : null
}

/** How often an idle watchlist gets a turn, in milliseconds. */
const idleMs = 86_400_000

/** Returns when a watchlist next has work; null if it has none. */
async function nextWork(accountId: string, id: string): Promise<number | null> {
  const { due, closureDue } = watchKeys(accountId, id)
  const [{ isPaused, adding, until, closuresUntil }, [, next], [, nextOfClosure]] = await Promise.all([
    findWatchlist(accountId, id),
    askStore<string[]>('ZRANGE', due, 0, 0, 'WITHSCORES'),
    askStore<string[]>('ZRANGE', closureDue, 0, 0, 'WITHSCORES'),
  ])
  if (isPaused) return null
  if (adding !== null) return Date.now()
  const nextMs = Math.min(
    next === undefined ? Number.POSITIVE_INFINITY : Number(next),
    nextOfClosure === undefined ? Number.POSITIVE_INFINITY : Math.max(Number(nextOfClosure), closuresUntil),
  )
  return nextMs === Number.POSITIVE_INFINITY ? null : Math.max(nextMs, until)
}

/** Removes the entry of a nonexistent watchlist, unless it is being created. */
async function forget({ accountId, id }: WatchStep): Promise<null> {
  const score = await askStore<string | null>('ZSCORE', allDue, `${accountId} ${id}`)
  if (score !== null && Number(score) <= Date.now()) await scheduleWatchlist(accountId, id, null)
  return null
}

/** Makes a watchlist wait, with the reason for its owner. */
const wait = (work: Work, reason: WaitReason, untilMs: number): Promise<Again> =>
  leave(work, untilMs, ['reason', reason, 'until', untilMs])

/** Checks the listings of due buckets, as many as time allows. @returns what to do next. */
async function checkBuckets(
  work: Work,
  all: ReadonlyArray<[number: number, read: ReadBucket]>,
): Promise<'more' | Again> {
  const { accountId, id, token } = work
  const watchlist = await findWatchlist(accountId, id)
  const reason = await whyNot(accountId)
  if (reason !== null) return wait(work, reason, Date.now() + waitMs)
  const counted = await countedChecks(accountId, watchlist)
  const startMs = Date.now()
  const isCounted = (one: DueListing) => counted === 'all' || (counted === 'closures' && one.isClosureDue)
  const dueIn = ([number, { bucket }]: [number, ReadBucket]) => dueListings(bucket, number, watchlist, startMs)
  // Checks that count are charged in advance and settled with their bucket.
  const firstCounted = all.findIndex((one) => dueIn(one).some(isCounted))
  const taken = firstCounted < 0 ? all : all.slice(0, Math.max(1, firstCounted))
  const due = taken.flatMap(dueIn)
  const source = watchlist.isTest ? sampleSource : listingSource()
  // A bucket without due listings was scheduled for another period or by another clock. It just gets a new time.
  const grant = source.kind === 'sample' || due.length === 0 ? null : await grantChecks(accountId, due.length)
  if (grant?.granted === 0) return pause(work, grant.waitSeconds)
  const granted = grant ? due.slice(0, grant.granted) : due
  const charge = await chargeChecks(work, token, granted.filter(isCounted).length)
  if (charge === 'lost') return null
  if (charge === 'suspended' || (charge === 'quota' && counted === 'all'))
    return wait(work, charge, Date.now() + waitMs)
  const paid = charge === 'quota' ? 0 : charge.checks
  const checking = withinCharge(granted, isCounted, paid, counted === 'all')
  const { results, calls, postponeSeconds, closuresWaitSeconds, code } = await checkListings(
    accountId,
    watchlist,
    checking,
    work,
  )
  await countExtraChecks(calls - granted.length)
  const nowMs = Date.now()
  const hold = holdAfter(charge === 'quota', closuresWaitSeconds, checking, nowMs)
  const after = hold ? { ...watchlist, closuresReason: hold.reason, closuresUntil: hold.untilMs } : watchlist

  const write = async ([number, read]: [number, ReadBucket]) => {
    const own = read.bucket.listings.flatMap((listing) => results.get(listing.id) ?? [])
    // Its turn comes later.
    if (own.length === 0 && dueListings(read.bucket, number, after, nowMs).length > 0) return 'done'
    const done = own.filter((result) => typeof result === 'object' || result === 'missing')
    const ofClosure = done.filter((result) => typeof result === 'object' && result.businessStatus !== undefined)
    return changeBucket(accountId, watchlist, number, {
      read,
      change: ({ listings }) => afterChecks(listings, results, nowMs),
      most: 0,
      checks: {
        token,
        untilMs: nowMs + leaseMs,
        checks: done.length,
        failed: own.length - done.length,
        code,
        month: charge === 'quota' ? '' : charge.month,
        counted: { all: done.length, closures: ofClosure.length, none: 0 }[counted],
        hold,
      },
    })
  }
  const outcomes = await Promise.all(taken.map(([number, read]) => write([number, read])))
  if (outcomes.some((outcome) => outcome === 'lost' || outcome === 'gone')) return null
  return postponeSeconds === null ? 'more' : wait(work, 'upstream', nowMs + postponeSeconds * 1000)
}

/**
 * Returns the checks to make with the number that was charged for. If only closure checks count, the others are made
 * anyway, and a closure check over that number becomes an ordinary one if the listing is due for one.
 */
function withinCharge(
  due: readonly DueListing[],
  isCounted: (one: DueListing) => boolean,
  charged: number,
  countsAll: boolean,
): DueListing[] {
  let left = charged
  return due.flatMap((one) => {
    if (!isCounted(one)) return [one]
    left -= 1
    if (left >= 0) return [one]
    return one.isDue && !countsAll ? [{ ...one, isClosureDue: false }] : []
  })
}

/** Returns the change to the hold on closure checks; undefined for none. */
function holdAfter(
  isQuotaUsed: boolean,
  waitSeconds: number | null,
  checked: readonly DueListing[],
  nowMs: number,
): { reason: ClosureWaitReason | null; untilMs: number } | undefined {
  if (isQuotaUsed) return { reason: 'quota', untilMs: nowMs + waitMs }
  if (waitSeconds !== null) return { reason: 'upstream', untilMs: nowMs + waitSeconds * 1000 }
  return checked.some(({ isClosureDue }) => isClosureDue) ? { reason: null, untilMs: 0 } : undefined
}
