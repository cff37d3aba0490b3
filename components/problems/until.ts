/** Describes the time left, rounded up: "in 6 hours and 12 minutes", "in 9 days and 3 hours". */
export function untilWords(momentMs: number, nowMs: number): string {
  const minutes = Math.max(1, Math.ceil((momentMs - nowMs) / 60_000))
  const hours = Math.ceil(minutes / 60)
  const parts: Array<[count: number, unit: string]> =
    minutes >= 2_880
      ? [
          [Math.floor(hours / 24), 'day'],
          [hours % 24, 'hour'],
        ]
      : [
          [Math.floor(minutes / 60), 'hour'],
          [minutes % 60, 'minute'],
        ]
  const texts = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return `in ${texts.join(' and ')}`
}

/** Returns the next midnight UTC, when the free quota resets, in epoch milliseconds. */
export function nextUtcMidnightMs(nowMs: number): number {
  const day = 86_400_000
  return (Math.floor(nowMs / day) + 1) * day
}
