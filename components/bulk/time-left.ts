import { formatNumber } from '@/components/format/number'

/**
 * Estimates the remaining time of a run from its pace so far.
 * @returns milliseconds; null until enough is done to tell.
 */
export function timeLeftMs(doneInRun: number, elapsedMs: number, waiting: number): number | null {
  if (waiting === 0) return 0
  return doneInRun < 5 || elapsedMs < 500 ? null : (elapsedMs / doneInRun) * waiting
}

/** Words for a duration: "about 40 seconds", "about 3 minutes", "about 5 hours", "about 2 days". */
export function timeLeftWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 5) return 'a few seconds'
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `about ${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? `about ${hours} hours` : `about ${Math.ceil(hours / 24)} days`
}

/** Words for a pace: "25 lines a second", "40 lines a minute"; null if there is no pace. */
export function rateWords(lines: number, ms: number): string | null {
  if (lines <= 0 || ms <= 0) return null
  const aSecond = (lines / ms) * 1000
  if (aSecond >= 1.5) return `${formatNumber(Math.round(aSecond))} lines a second`
  const aMinute = Math.max(1, Math.round(aSecond * 60))
  return `${aMinute} ${aMinute === 1 ? 'line' : 'lines'} a minute`
}
