/** The UTC day and month that calls count toward. */
export interface CalendarDay {
  /** `2026-11` */
  month: string
  /** `01` to `31` */
  day: string
  /** When the day ends (00:00 UTC), epoch seconds. */
  dayEndSeconds: number
  /** When the month begins and ends (the first of the next month, 00:00 UTC), epoch seconds. */
  monthStartSeconds: number
  monthEndSeconds: number
}

/** How many months of an account's counts are stored: ten years, which covers the lifetime of any account. */
export const monthsStored = 120
export const keepCountsSeconds = monthsStored * 31 * 86_400

/** How many months back to look for the last use of a key or an account. */
const monthsOfUse = 14

const dayMs = 86_400_000
let cached: { number: number; day: CalendarDay } | undefined

/**
 * Returns the day that a time falls on. Cached for the day, because every call needs it and date arithmetic costs more
 * than counting the call.
 */
export function calendarDay(timeMs: number): CalendarDay {
  const number = Math.floor(timeMs / dayMs)
  if (cached?.number !== number) cached = { number, day: computeDay(timeMs) }
  return cached.day
}

/** The calendar month of a time, in UTC: `2026-11`. */
export const monthOf = (timeMs: number): string => calendarDay(timeMs).month

/** Returns the months to search for the last use of a key or an account, newest first. */
export const recentMonths = (nowMs: number): string[] => monthsBack(nowMs, monthsOfUse)

/** Returns the months since an account was created, newest first, always including the current month. */
export function monthsSince(createdMs: number, nowMs: number): string[] {
  const first = monthOf(Math.min(createdMs, nowMs))
  return monthsBack(nowMs, monthsStored).filter((month) => month >= first)
}

/** Returns this many months, newest first, starting with the current one. */
export function monthsBack(nowMs: number, count: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: count }, (_, back) => monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)))
}

/** Formats a stored time (epoch seconds) for responses: ISO 8601 in UTC. */
export const isoTime = (timeSeconds: number): string => new Date(timeSeconds * 1000).toISOString()

/** Formats a stored time that may be missing. */
export const isoTimeOrNull = (timeSeconds: number | null): string | null =>
  timeSeconds === null ? null : isoTime(timeSeconds)

/** Seconds from now to a time (epoch seconds), at least 1. */
export const secondsUntil = (timeSeconds: number, nowMs: number): number =>
  Math.max(1, Math.ceil(timeSeconds - nowMs / 1000))

function computeDay(timeMs: number): CalendarDay {
  const time = new Date(timeMs)
  const text = time.toISOString()
  return {
    month: text.slice(0, 7),
    day: text.slice(8, 10),
    dayEndSeconds: (Math.floor(timeMs / dayMs) + 1) * (dayMs / 1000),
    monthStartSeconds: Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), 1) / 1000,
    monthEndSeconds: Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1) / 1000,
  }
}
