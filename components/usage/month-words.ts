const name = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })

const firstOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`)

/** Formats a month: "November 2026" for `2026-11`. */
export const monthName = (month: string): string => name.format(firstOf(month))

/** Formats a day: "Nov 20". */
export const dayName = (month: string, dayOfMonth: number): string =>
  shortDay.format(firstOf(month) + (dayOfMonth - 1) * 86_400_000)

/** Formats a day for running text: "November 20". */
export const longDayName = (month: string, dayOfMonth: number): string =>
  day.format(firstOf(month) + (dayOfMonth - 1) * 86_400_000)

export function daysIn(month: string): number {
  const first = new Date(firstOf(month))
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
}

/** Returns a time's month, in UTC: `2026-11`. */
export const monthAt = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 7)

/** Returns a time's day of the month, in UTC. */
export const dayOf = (timeMs: number): number => new Date(timeMs).getUTCDate()

/** Returns the previous month: `2026-10` for `2026-11`. */
export const monthBefore = (month: string): string => monthAt(firstOf(month) - 1)

/** Returns when a quota resets: "in 9 days, on December 1 at 00:00 UTC". */
export function resetWords(resetSeconds: number, nowMs: number): string {
  const hours = Math.max(1, Math.ceil((resetSeconds * 1000 - nowMs) / 3_600_000))
  const days = Math.floor(hours / 24)
  const wait = days > 1 ? `${days} days` : hours === 1 ? 'an hour' : `${hours} hours`
  return `in ${wait}, on ${day.format(resetSeconds * 1000)} at 00:00 UTC`
}
