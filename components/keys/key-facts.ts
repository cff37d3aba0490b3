import { formatCalls } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'

export type ApiKey = Outputs['keys']['list'][number]

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' })

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** A moment relative to now: "3 days ago", "in 2 hours", "now" within a minute. Both in epoch seconds. */
export function fromNow(momentSeconds: number, nowSeconds: number): string {
  const distance = momentSeconds - nowSeconds
  const [unit, length] = units.find(([, length]) => Math.abs(distance) >= length) ?? ['minute', 60]
  const steps = Math.trunc(distance / length)
  return steps === 0 ? 'now' : relative.format(steps, unit)
}

/** The last moment that a Date can hold, in seconds. */
const lastSecond = 8_640_000_000_000

/** A local day: "Nov 20, 2026". */
export const dayWords = (seconds: number): string => day.format(Math.min(seconds, lastSecond) * 1000)

/** Whether a key expires never, later, soon (within a week), or has expired. */
export function endOf({ expires }: Pick<ApiKey, 'expires'>, nowSeconds: number): 'never' | 'later' | 'soon' | 'over' {
  if (expires === null) return 'never'
  if (expires <= nowSeconds) return 'over'
  return expires - nowSeconds <= 7 * 86_400 ? 'soon' : 'later'
}

/** When a key expires, in words. */
export function endWords(key: Pick<ApiKey, 'expires'>, nowSeconds: number): string {
  const { expires } = key
  if (expires === null) return 'Never expires'
  const when = endOf(key, nowSeconds) === 'later' ? dayWords(expires) : fromNow(expires, nowSeconds)
  return endOf(key, nowSeconds) === 'over' ? `Expired ${when}` : `Expires ${when}`
}

/** When a key was last used and how often this month, in words. */
export function usedWords(
  { lastUsed, callsThisMonth }: Pick<ApiKey, 'lastUsed' | 'callsThisMonth'>,
  nowSeconds: number,
) {
  if (lastUsed === null) return 'Not used yet'
  const calls = `${formatCalls(callsThisMonth)} this month`
  const ago = fromNow(lastUsed, nowSeconds)
  return `Last used ${ago === 'now' ? 'just now' : ago}, ${calls}`
}
