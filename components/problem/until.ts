/** How long until a moment, in words, rounded up to the minute: "in 6 hours and 12 minutes". */
export function untilWords(momentMs: number, nowMs: number): string {
  const minutes = Math.max(1, Math.ceil((momentMs - nowMs) / 60_000))
  const parts = [
    [Math.floor(minutes / 60), 'hour'],
    [minutes % 60, 'minute'],
  ] as const
  const said = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
  return `in ${said.join(' and ')}`
}

/** The next midnight of universal time, when free lookups return, in epoch milliseconds. */
export function nextUtcMidnightMs(nowMs: number): number {
  const day = 86_400_000
  return (Math.floor(nowMs / day) + 1) * day
}
