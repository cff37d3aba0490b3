import { store } from '@/server/platform/store/store'
import {
  type AnswerDay,
  answersOfDay,
  answersOfMonth,
  type CountsHash,
  callsOf,
  type Durations,
  dayMs,
  daysKept,
  durationBounds,
} from './counts'

/** Calls of one kind. */
export interface CallCount {
  operation: string
  outcome: string
  calls: number
}

/**
 * Reads all calls in a month.
 * @param month `2026-11`.
 */
export async function readCallCounts(month: string): Promise<CallCount[]> {
  const { redis } = await store()
  const kinds = await redis.hgetall<Record<string, number>>(callsOf(month).key)
  return Object.entries(kinds ?? {}).map(([kind, calls]) => {
    const [operation = '', outcome = ''] = kind.split(':')
    return { operation, outcome, calls }
  })
}

/** The counts from all processes, except for about the last ten seconds. */
export interface AnswerCounts {
  /** The last 90 days, oldest first. */
  days: AnswerDay[]
  /** Responses in the last 24 hours, including the current hour. */
  durations: Durations
  /** The same durations, without the time for short links and Google. */
  ownDurations: Durations
  /**
   * This hour and the previous one: calls that looked something up, and calls that failed because of short links or
   * Google.
   */
  upstream: { asked: number; unanswered: number }
}

/** @throws PinrefError `store_unavailable`. */
export async function readAnswerCounts(nowMs = Date.now()): Promise<AnswerCounts> {
  const { redis } = await store()
  const read = async ({ key }: CountsHash) => (await redis.hgetall<Record<string, number>>(key)) ?? {}
  const days = Array.from({ length: daysKept }, (_, back) => isoDay(nowMs - (daysKept - 1 - back) * dayMs))
  const months = [...new Set(days.map((day) => day.slice(0, 7)))]
  const [ofMonths, ofHours] = await Promise.all([
    Promise.all(months.map(async (month) => [month, await read(answersOfMonth(month))] as const)),
    Promise.all([isoDay(nowMs - dayMs), isoDay(nowMs)].map((day) => read(answersOfDay(day)))),
  ])
  return { days: daysOf(days, new Map(ofMonths)), ...hoursOf(ofHours, new Date(nowMs).getUTCHours()) }
}

const isoDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10)

function daysOf(days: string[], months: ReadonlyMap<string, Record<string, number>>): AnswerDay[] {
  return days.map((day) => {
    const counts = months.get(day.slice(0, 7)) ?? {}
    const of = (outcome: string) => counts[`${day.slice(8)}:${outcome}`] ?? 0
    return { day, ok: of('ok'), failed: of('failed') }
  })
}

/** @param hour the current hour. Yesterday's later hours and today's hours up to and including this one are counted. */
function hoursOf(
  [yesterday = {}, today = {}]: ReadonlyArray<Record<string, number>>,
  hour: number,
): Omit<AnswerCounts, 'days'> {
  const at = (back: number, what: string) =>
    (back > hour ? yesterday[`${hour - back + 24}:${what}`] : today[`${hour - back}:${what}`]) ?? 0
  const sum = (hours: number, what: string) =>
    Array.from({ length: hours }, (_, back) => at(back, what)).reduce((all, one) => all + one, 0)
  const durations = (kind: string): Durations =>
    [...durationBounds, null].map((boundMs) => ({ boundMs, calls: sum(24, `${kind}${boundMs ?? 'more'}`) }))
  return {
    durations: durations(''),
    ownDurations: durations('own:'),
    upstream: { asked: sum(2, 'asked'), unanswered: sum(2, 'unanswered') },
  }
}

/** How long counts are cached. The store is read only once in that time, no matter how many people view the page. */
const keepMs = 10_000

let read: { untilMs: number; counts: Promise<AnswerCounts | null> } | undefined

/** Returns the counts of all calls, up to ten seconds old; null if the store does not respond. */
export function recentAnswerCounts(): Promise<AnswerCounts | null> {
  if (read === undefined || Date.now() >= read.untilMs) {
    read = { untilMs: Date.now() + keepMs, counts: readAnswerCounts().catch(() => null) }
  }
  return read.counts
}
