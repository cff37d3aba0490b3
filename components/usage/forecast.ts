import { formatCalls, formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'
import { dayOf, daysIn, longDayName, monthAt } from './month-words'

type Usage = Outputs['usage']['month']

const dayMs = 86_400_000

/** No forecast until this much of the month is over: a day or two says little about the rest. */
const forecastAfterMs = 2 * dayMs

/** A month's forecast. */
export interface Forecast {
  /** The calls by the end of the month at the current rate, to three significant digits. */
  calls: number
  /** When the quota would be used up at that rate, in epoch milliseconds; null if it would last. */
  usedUpMs: number | null
}

/**
 * Forecasts the current month: the calls so far, divided by the share of the month that is over. Null on its first two days,
 * before the first call, and once the quota is used up.
 * @param nowMs epoch milliseconds.
 */
export function forecastOf({ month, used, limit, resetSeconds }: Usage, nowMs: number): Forecast | null {
  const startMs = Date.parse(`${month}-01T00:00:00Z`)
  const elapsedMs = nowMs - startMs
  if (elapsedMs < forecastAfterMs || used === 0 || (limit !== null && used >= limit)) return null
  const calls = used / Math.min(1, elapsedMs / (resetSeconds * 1000 - startMs))
  const usedUpMs = limit !== null && calls > limit ? startMs + (limit / used) * elapsedMs : null
  return { calls: Math.max(used, Number(calls.toPrecision(3))), usedUpMs }
}

/** Puts a forecast into words: "At this rate, about 3,400 calls by November 30." */
export function forecastWords({ calls, usedUpMs }: Forecast, { month, limit }: Pick<Usage, 'month' | 'limit'>): string {
  const end = longDayName(month, daysIn(month))
  const words = `At this rate, about ${formatNumber(calls)} calls by ${end}`
  if (usedUpMs === null || limit === null) return `${words}.`
  const last = longDayName(monthAt(usedUpMs), dayOf(usedUpMs))
  return `${words}. Your plan’s ${formatNumber(limit)} would be used up around ${last}.`
}

/** Returns the number of calls counted on a day of a month. */
const countedOn = ({ days }: Pick<Usage, 'days'>, dayOfMonth: number): number =>
  days.reduce((sum, { day, outcome, count }) => (day === dayOfMonth && outcome === 'ok' ? sum + count : sum), 0)

/**
 * Compares today with the same day of the previous month, or with its last day if that month is shorter: "Today so far:
 * 120 calls, 8% fewer than on October 22 (130)."
 * @param before the previous month; null if the account is newer.
 */
export function todayWords(current: Usage, before: Usage | null, nowMs: number): string {
  const today = dayOf(nowMs)
  const calls = countedOn(current, today)
  const words = `Today so far: ${calls === 0 ? 'no calls' : formatCalls(calls)}`
  if (before === null) return `${words}.`
  const sameDay = Math.min(today, daysIn(before.month))
  const then = countedOn(before, sameDay)
  const day = longDayName(before.month, sameDay)
  if (then === 0) return calls === 0 ? `${words}, and none on ${day}.` : `${words}. There were none on ${day}.`
  return `${words}, ${againstWords(calls, then)} on ${day} (${formatNumber(then)}).`
}

function againstWords(calls: number, then: number): string {
  const percent = Math.round((Math.abs(calls - then) / then) * 100)
  if (calls === then) return 'as many as'
  if (percent === 0) return `nearly as many as`
  return `${formatNumber(percent)}% ${calls < then ? 'fewer' : 'more'} than`
}
