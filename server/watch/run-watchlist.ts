import { randomBase62 } from '@/server/access/api-key'
import { calendarDay, keepCountsSeconds } from '@/server/access/calendar'
import { planOf } from '@/server/access/limits'
import { readProfile } from '@/server/access/profile'
import { redisKeys } from '@/server/access/redis-keys'
import { askStore } from '@/server/batches/batch-store'
import { lookUpLines, verdictOn } from '@/server/batches/look-up'
import { turnMs } from '@/server/batches/steps'
import { env } from '@/server/env'
import type { PinrefError } from '@/server/errors'
import type { Again, Attempts } from '@/server/queue/job-queue'
import { queueKind } from '@/server/queue/queue'
import { createTurns } from '@/server/runtime/turns'
import { NoSuchListing } from '@/server/sources/listing-source'
import { sampleSource } from '@/server/sources/sample/sample-source'
import { listingSource } from '@/server/sources/source'
import { runScript } from '@/server/store/store'
import { type Lookup, withinDeadline } from '@/server/upstream/lookup'
import { addNextLines } from './add-batch'
import { type Change, changeBucket, dueListings, parseBucket, type ReadBucket, readWatched } from './change-bucket'
import { mailDigest } from './digest'
import { postEvents } from './events'
import { findWatchlist } from './find-watchlist'
import { leaseMs, sideBySide } from './limits'
import { afterCheck, type CheckResult, presentIdentifiers, storedCid, type WatchedListing } from './listing'
import { countExtraChecks, grantChecks, isWatching, scheduleWatchlist, type WatchStep } from './schedule'
import { allDue, watchKeys } from './watch-store'
import type { WaitReason, Watchlist } from './watchlist'
import { leaveScript, reserveScript, takeScript } from './work-scripts'

/** How long a watchlist waits if its account may not have it checked, in milliseconds. */
const waitMs = 3_600_000

/** How many watchlists of one account a process works on at the same time. */
const maxOfAccount = 2
const running = new Map<string, number>()

/** The work on a watchlist by one process. */
interface Work extends WatchStep {
  token: string
  /** Whether the process that had it before is known to have died. */
  isTakeover: boolean
  stopping: AbortSignal
  /** When its turn ends, epoch milliseconds. */
  latestMs: number
}

/**
 * Works on a watchlist for a while: adds the listings of its batch, checks listings that are due, and sends what happened. See
 * `RunJob`.
 * @throws PinrefError `store_unavailable`. It can then be run again.
 */
export async function runWatchlist(step: WatchStep, stopping: AbortSignal, { crashes }: Attempts): Promise<Again> {
  if (!isWatching()) return null
  const { accountId } = step
  const others = running.get(accountId) ?? 0
  if (others >= maxOfAccount) return 1 + 2 * Math.random()
  running.set(accountId, others + 1)
  try {
    const isTakeover = crashes > 0
    return await takeTurn({ ...step, isTakeover, stopping, token: randomBase62(8), latestMs: Date.now() + turnMs() })
  } catch (error) {
    // It was deleted in the meantime.
    if ((error as Partial<PinrefError>).code === 'watchlist_not_found') return forget(step)
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
    const [outcome, value, bucket] = await take(work)
    switch (outcome) {
      case 'gone':
        return forget(work)
      case 'busy':
        // Another process is at work, or has died. With QStash, the next look is that of the schedule.
        return queueKind() === 'qstash' ? null : Math.max(0.1, (Number(value) - Date.now()) / 1000)
      case 'paused':
        await finish(work)
        return leave(work, Date.now() + idleMs)
      case 'later':
        await finish(work)
        return leave(work, Number(value))
      case 'idle': {
        await finish(work)
        return leave(work, value === '' ? null : Number(value))
      }
      case 'add':
        await addNextLines(accountId, await findWatchlist(accountId, id))
        break
      default: {
        const after = await checkBucket(work, Number(value), await parseBucket(bucket ?? null))
        if (after !== 'more') return after
      }
    }
    if (stopping.aborted || Date.now() >= latestMs) return pause(work, 0)
  }
}

/** Ends a turn. A large watchlist takes hours, so what has happened until now is already sent. */
async function pause(work: Work, seconds: number): Promise<number> {
  const { accountId, id, token } = work
  await finish(work)
  await runScript(leaveScript, [watchKeys(accountId, id).record], [token])
  return seconds
}

async function take({
  accountId,
  id,
  token,
  isTakeover,
}: Work): Promise<[outcome: string, value: string, bucket?: string]> {
  const { record, due, buckets } = watchKeys(accountId, id)
  const now = Date.now()
  const { month } = calendarDay(now)
  const keys = [record, due, buckets, redisKeys(accountId).counts(month)]
  return (await runScript(takeScript, keys, [token, now, now + leaseMs, month, isTakeover ? 1 : 0])) as [
    string,
    string,
    string?,
  ]
}

/** Sends what has happened: to callbacks, and by mail if it is time. */
async function finish({ accountId, id, stopping }: Work): Promise<void> {
  const watchlist = await findWatchlist(accountId, id)
  await postEvents(accountId, watchlist, stopping)
  await mailDigest(accountId, watchlist, Date.now())
}

/** Ends the work on a watchlist until a time; null if nothing is due at any time. */
async function leave(work: Work, untilMs: number | null): Promise<Again> {
  const { accountId, id, token } = work
  const { record, due } = watchKeys(accountId, id)
  const { digestDue } = await findWatchlist(accountId, id)
  const times = [untilMs ?? Date.now() + idleMs, ...(digestDue > 0 ? [digestDue] : [])]
  const nextMs = Math.min(...times)
  await scheduleWatchlist(accountId, id, nextMs)
  await runScript(leaveScript, [record], [token])
  // Listings may have been added before this entry was written over theirs.
  const first = await nextDue(due)
  if (untilMs === null || first === null || first >= untilMs) return null
  await scheduleWatchlist(accountId, id, first)
  return 0
}

/** How often a watchlist without listings is looked at, in milliseconds. */
const idleMs = 86_400_000

async function nextDue(due: string): Promise<number | null> {
  const [, score] = await askStore<string[]>('ZRANGE', due, 0, 0, 'WITHSCORES')
  return score === undefined ? null : Number(score)
}

/** Removes the entry of a watchlist that was deleted, unless it is just being created. */
async function forget({ accountId, id }: WatchStep): Promise<null> {
  const score = await askStore<string | null>('ZSCORE', allDue, `${accountId} ${id}`)
  if (score !== null && Number(score) <= Date.now()) await scheduleWatchlist(accountId, id, null)
  return null
}

/** Makes a watchlist wait, with the reason for its owner. */
async function wait({ accountId, id, token }: Work, reason: WaitReason, untilMs: number): Promise<null> {
  const fields = ['reason', reason, 'until', untilMs]
  await scheduleWatchlist(accountId, id, untilMs)
  await runScript(leaveScript, [watchKeys(accountId, id).record], [token, ...fields])
  return null
}

/** Checks the listings of a bucket that are due, as many as there is time for. @returns what to do next. */
async function checkBucket(work: Work, number: number, read: ReadBucket): Promise<'more' | Again> {
  const { accountId, id, token } = work
  const watchlist = await findWatchlist(accountId, id)
  const reason = await whyNot(accountId)
  if (reason !== null) return wait(work, reason, Date.now() + waitMs)
  const due = dueListings(read.bucket, watchlist, Date.now())
  const source = watchlist.isTest ? sampleSource : listingSource()
  const grant = source.kind === 'sample' ? null : await grantChecks(accountId, due.length)
  if (grant?.granted === 0) return pause(work, grant.waitSeconds)
  const granted = grant ? due.slice(0, grant.granted) : due
  const charge = await reserve(work, watchlist, granted.length)
  if (charge === 'lost') return null
  if (typeof charge === 'string') return wait(work, charge, Date.now() + waitMs)
  const { results, calls, postponeSeconds, code } = await check(work, watchlist, granted.slice(0, charge.checks))
  await countExtraChecks(calls - granted.length)
  const nowMs = Date.now()
  const failed = [...results.values()].filter((result) => result === 'failed').length
  const outcome = await changeBucket(accountId, watchlist, number, {
    read,
    change: ({ listings }) => afterChecks(listings, results, nowMs),
    most: 0,
    checks: {
      ...{ token, untilMs: nowMs + leaseMs, checks: results.size - failed, failed, code, month: charge.month },
      counted: charge.isCounted ? results.size - failed : 0,
    },
  })
  if (outcome === 'lost' || outcome === 'gone') return null
  return postponeSeconds === null ? 'more' : wait(work, 'upstream', nowMs + postponeSeconds * 1000)
}

/** Returns why the listings of an account may not be checked; null if they may. */
async function whyNot(accountId: string): Promise<WaitReason | null> {
  const [{ suspended }, { listings, most }] = await Promise.all([readProfile(accountId), readWatched(accountId)])
  if (suspended) return 'suspended'
  return listings > most ? 'plan' : null
}

/** How many checks an account was charged for in advance: all if they do not count. */
interface Charge {
  checks: number
  isCounted: boolean
  month: string
}

/** Charges an account for checks in advance, if its plan counts them. */
async function reserve(work: Work, { isTest }: Watchlist, checks: number): Promise<Charge | WaitReason | 'lost'> {
  const { accountId, id, token } = work
  const now = Date.now()
  const { month, day } = calendarDay(now)
  if (isTest || !planOf((await readProfile(accountId)).plan)?.rechecksCount) return { checks, isCounted: false, month }
  const { profile, counts } = redisKeys(accountId)
  const keys = [watchKeys(accountId, id).record, profile, counts(month)]
  const args = [token, checks, `${month}-${day}`, Math.floor(now / 1000), keepCountsSeconds]
  const reply = await runScript(reserveScript(), keys, args)
  if (typeof reply === 'number') return reply < 0 ? 'lost' : { checks: reply, isCounted: true, month }
  return reply === 'suspended' || reply === 'gone' ? 'suspended' : 'quota'
}

/** The results of checks, by the ids of the listings. */
interface Checked {
  results: Map<string, CheckResult | 'failed'>
  /** How many calls to Google they took. */
  calls: number
  /** In how many seconds the rest may be checked; null for no delay. */
  postponeSeconds: number | null
  /** The code of the last failure; empty for none. */
  code: string
}

async function check(work: Work, { isTest }: Watchlist, listings: readonly WatchedListing[]): Promise<Checked> {
  const { accountId, stopping, latestMs } = work
  const source = isTest ? sampleSource : listingSource()
  let calls = 0
  const lookup: Lookup = {
    ...{ caller: accountId, inBackground: true, isLast: true, sampleOnly: isTest },
    signal: new AbortController().signal,
    noteAsked: () => {
      calls += 1
    },
  }
  const { answered, postponeSeconds } = await lookUpLines<CheckResult>({
    count: listings.length,
    sideBySide,
    async lookUp(index) {
      const { cid, placeId } = presentIdentifiers(listings[index] as WatchedListing)
      const key = { cid: storedCid(cid), placeId }
      try {
        const found = await withinDeadline(env().UPSTREAM_DEADLINE_MS, lookup, (limited) => source.check(key, limited))
        return { found }
      } catch (error) {
        if (error instanceof NoSuchListing) return 'missing'
        throw error
      }
    },
    verdictOn,
    ...{ yieldTurn: createTurns(accountId), stopping, latestMs },
  })
  const checked: Checked = { results: new Map(), calls, postponeSeconds, code: '' }
  for (const [index, answer] of answered.entries()) {
    const { id } = listings[index] as WatchedListing
    if ('problem' in answer) checked.code = answer.problem.code
    checked.results.set(id, 'found' in answer ? answer.found : 'failed')
  }
  return checked
}

/** Returns a bucket after checks, with the events that they caused. A check that failed changes nothing about its listing. */
function afterChecks(
  listings: readonly WatchedListing[],
  results: ReadonlyMap<string, CheckResult | 'failed'>,
  nowMs: number,
): Change {
  const events: Change['events'] = []
  let failing = 0
  const checked = listings.map((listing) => {
    const result = results.get(listing.id)
    if (result === 'failed') failing += 1
    if (result === undefined || result === 'failed') return listing
    const after = afterCheck(listing, result, nowMs)
    if (after.event) events.push(after.event)
    return after.listing
  })
  return { bucket: { failing, listings: checked }, events }
}
