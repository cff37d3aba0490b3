import { sweepJob } from '@/server/features/batches/steps'
import { calendarDay, keepCountsSeconds } from '@/server/metering/access/calendar'
import { planOf } from '@/server/metering/access/limits'
import { readProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { createThrottledLog } from '@/server/platform/observability/logger'
import type { Job } from '@/server/platform/queue/job-queue'
import { jobQueue, queueKind } from '@/server/platform/queue/queue'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { env } from '@/server/platform/settings/env'
import { askStore, runScript } from '@/server/platform/store/untyped'
import { checksPerWindow, windowMs } from './limits'
import { allDue, watchKeys, windowKey } from './watch-store'
import type { WaitReason, Watchlist } from './watchlist'
import { grantScript, reserveScript } from './work-scripts'

/*
 * When watchlists are worked on. `watch:due` says when each next has work; a timer in every
 * process, or a QStash schedule, queues those that are due.
 */

/** A unit of work on a watchlist. It may run twice, late, or needlessly. */
export interface WatchStep {
  accountId: string
  id: string
}

/** Whether this server watches listings. False if the operator turned this off or there is no queue. */
export const isWatching = (): boolean => env().WATCHING === 'on' && queueKind() !== null

/** Records when a watchlist next has work. @param atMs epoch milliseconds; null if never. */
export async function scheduleWatchlist(accountId: string, id: string, atMs: number | null): Promise<void> {
  const member = `${accountId} ${id}`
  await (atMs === null ? askStore('ZREM', allDue, member) : askStore('ZADD', allDue, atMs, member))
}

/**
 * Queues a watchlist that has work now. After an interruption, the timer does this within a minute.
 * @throws PinrefError `store_unavailable`.
 */
export async function addToQueue(accountId: string, id: string): Promise<void> {
  await scheduleWatchlist(accountId, id, Date.now())
  if (!isWatching()) return
  const queue = await jobQueue()
  await queue.repeat?.(sweepJob)
  await queue.add([jobOf({ accountId, id }, Date.now())])
}

/** QStash rejects an id used within the last ten minutes; BullMQ rejects one that is still queued. */
const jobOf = (step: WatchStep, nowMs: number): Job => ({
  kind: 'watch',
  id: queueKind() === 'qstash' ? `${step.id}-${nowMs}` : step.id,
  data: step,
})

/** How many watchlists are queued at once. The rest follow when these are done, because the most overdue come first. */
const queuedAtOnce = 500

/**
 * Queues the watchlists that have work now.
 * @returns null, like a finished job.
 * @throws PinrefError `store_unavailable`.
 */
export async function queueDue(): Promise<null> {
  if (!isWatching()) return null
  const nowMs = Date.now()
  const due = await askStore<string[]>('ZRANGEBYSCORE', allDue, '-inf', nowMs, 'LIMIT', 0, queuedAtOnce)
  if (due.length === 0) return null
  const steps = due.map((member) => {
    const [accountId = '', id = ''] = member.split(' ')
    return { accountId, id }
  })
  await (await jobQueue()).add(steps.map((step) => jobOf(step, nowMs)))
  return null
}

const everyMs = 60_000

const logFailure = createThrottledLog()

/** Queues due watchlists every minute until this process ends. With QStash, a schedule does this. */
export function startWatchTimer(stopping: AbortSignal): void {
  if (queueKind() !== 'bullmq' || !isWatching()) return
  const look = () => {
    afterResponse(queueDue().catch((error: unknown) => logFailure('due watchlists could not be queued', error)))
  }
  // Processes that start together do not all do this at once.
  const timer = setInterval(look, everyMs + Math.random() * 5_000).unref()
  stopping.addEventListener('abort', () => clearInterval(timer))
}

/** How many windows to store check counts for. */
const windowsKept = 12
const keptSeconds = (windowsKept * windowMs) / 1000

/**
 * Grants an account checks with Google in the current window, within the limit for all watchlists.
 * @returns how many, and the seconds until more can be requested.
 */
export async function grantChecks(
  accountId: string,
  wanted: number,
): Promise<{ granted: number; waitSeconds: number }> {
  const nowMs = Date.now()
  const window = Math.floor(nowMs / windowMs)
  const keys = [windowKey(window), windowKey(window - 1)]
  const args = [accountId, wanted, checksPerWindow(), keptSeconds]
  const granted = (await runScript(grantScript, keys, args)) as number
  return { granted, waitSeconds: ((window + 1) * windowMs - nowMs) / 1000 + Math.random() }
}

/** How many checks an account was charged for in advance, and in which month. */
export interface Charge {
  checks: number
  month: string
}

/**
 * Which of a watchlist's checks count toward the account's quota: `all` if its plan says so, or only closure checks,
 * which Google may bill. A test key's checks never count.
 */
export async function countedChecks(
  accountId: string,
  { isTest }: Pick<Watchlist, 'isTest'>,
): Promise<'all' | 'closures' | 'none'> {
  if (isTest) return 'none'
  return planOf((await readProfile(accountId)).plan)?.rechecksCount === true ? 'all' : 'closures'
}

/** Charges an account in advance for checks that count. @returns `lost`: another process has the watchlist. */
export async function chargeChecks(
  { accountId, id }: WatchStep,
  token: string,
  checks: number,
): Promise<Charge | Exclude<WaitReason, 'plan' | 'upstream'> | 'lost'> {
  const now = Date.now()
  const { month, day } = calendarDay(now)
  if (checks === 0) return { checks, month }
  const { profile, counts } = redisKeys(accountId)
  const keys = [watchKeys(accountId, id).record, profile, counts(month)]
  const args = [token, checks, `${month}-${day}`, Math.floor(now / 1000), keepCountsSeconds]
  const reply = await runScript(reserveScript(), keys, args)
  if (typeof reply === 'number') return reply < 0 ? 'lost' : { checks: reply, month }
  return reply === 'suspended' || reply === 'gone' ? 'suspended' : 'quota'
}

/** Counts calls to Google that were not granted, so the next window has fewer. */
export async function countExtraChecks(calls: number): Promise<void> {
  if (calls <= 0) return
  const next = windowKey(Math.floor(Date.now() / windowMs) + 1)
  await Promise.all([askStore('HINCRBY', next, 'all', calls), askStore('EXPIRE', next, keptSeconds)])
}

/** The load of all watchlists, for the operator. */
export interface WatchLoad {
  isOn: boolean
  watchlists: number
  /** How many watchlists have work now, and when the oldest was due, epoch milliseconds; null if none. */
  due: number
  oldestMs: number | null
  /** Checks with Google in the last full minute, and how many are allowed. */
  checksPerMinute: number
  maxPerMinute: number
}

/** Reads the load of all watchlists. @throws PinrefError `store_unavailable`. */
export async function readWatchLoad(): Promise<WatchLoad> {
  const nowMs = Date.now()
  const window = Math.floor(nowMs / windowMs)
  const windows = Array.from({ length: 60_000 / windowMs }, (_, back) => window - 1 - back)
  const [watchlists, due, [, oldest], ...counts] = await Promise.all([
    askStore<number>('ZCARD', allDue),
    askStore<number>('ZCOUNT', allDue, '-inf', nowMs),
    askStore<string[]>('ZRANGE', allDue, 0, 0, 'WITHSCORES'),
    ...windows.map((one) => askStore<string | null>('HGET', windowKey(one), 'all')),
  ])
  return {
    isOn: isWatching(),
    watchlists,
    due,
    oldestMs: due > 0 ? Number(oldest) : null,
    checksPerMinute: counts.reduce((sum, count) => sum + Number(count ?? 0), 0),
    maxPerMinute: env().WATCH_CHECKS_PER_MINUTE,
  }
}
