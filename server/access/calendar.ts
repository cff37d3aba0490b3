/** A UTC day and its month. Counts are kept by day and by month. */
export interface CalendarDay {
  /** `2026-11` */
  month: string
  /** `01` to `31` */
  day: string
  /** When the day ends, 00:00 UTC, epoch seconds. */
  dayEndSeconds: number
  /** When the month began and when it ends (the first of the next, 00:00 UTC), epoch seconds. */
  monthStartSeconds: number
  monthEndSeconds: number
}

/** How many months of an account's counts are kept: ten years, so all since the account began. */
export const monthsKept = 120
export const keepCountsSeconds = monthsKept * 31 * 86_400

/** How many months back the last use of a key or an account is looked for. */
const monthsOfUse = 14

const dayMs = 86_400_000
let known: { number: number; day: CalendarDay } | undefined

/** Returns the day of a time. Cached for the day: every call needs it, and date arithmetic costs more than counting the call. */
export function calendarDay(timeMs: number): CalendarDay {
  const number = Math.floor(timeMs / dayMs)
  if (known?.number !== number) known = { number, day: workedOut(timeMs) }
  return known.day
}

/** The calendar month of a time, in UTC: `2026-11`. */
export const monthOf = (timeMs: number): string => calendarDay(timeMs).month

/** Returns the months in which the last use of a key or an account is looked for, newest first. */
export const recentMonths = (nowMs: number): string[] => monthsBack(nowMs, monthsOfUse)

/** Returns the months since an account began, newest first. The current month is always among them. */
export function monthsSince(createdMs: number, nowMs: number): string[] {
  const first = monthOf(Math.min(createdMs, nowMs))
  return monthsBack(nowMs, monthsKept).filter((month) => month >= first)
}

/** Returns this many months, newest first; the first is the current one. */
export function monthsBack(nowMs: number, count: number): string[] {
  const now = new Date(nowMs)
  return Array.from({ length: count }, (_, back) => monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back)))
}

/** Writes a time of the store, in epoch seconds, as answers have it: ISO 8601 in UTC. */
export const isoTime = (timeSeconds: number): string => new Date(timeSeconds * 1000).toISOString()

/** The same of a time that may be missing. */
export const isoTimeOrNull = (timeSeconds: number | null): string | null =>
  timeSeconds === null ? null : isoTime(timeSeconds)

/** Seconds from now to a time (epoch seconds), at least 1. */
export const secondsUntil = (timeSeconds: number, nowMs: number): number =>
  Math.max(1, Math.ceil(timeSeconds - nowMs / 1000))

function workedOut(timeMs: number): CalendarDay {
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
