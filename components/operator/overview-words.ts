import { formatCents } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'

export type Overview = Outputs['operator']['overview']

export const refetchMs = 30_000

/** Formats a cost in US cents, rounded up to a whole cent: "$1.23". */
export const costWords = (cents: number): string => formatCents(Math.max(0, Math.ceil(cents - 1e-9)))

/** Describes the jobs in a lane of the queue: "3 waiting, the oldest for 12 s"; "None" if there are none. */
export function laneWords({ waiting, delayed, active, oldestMs }: Overview['queue'][number]): string {
  const seconds = Math.round(oldestMs / 1000)
  const parts = [
    waiting > 0 && `${formatNumber(waiting)} waiting, the oldest for ${formatNumber(seconds)} s`,
    active > 0 && `${formatNumber(active)} running`,
    delayed > 0 && `${formatNumber(delayed)} scheduled`,
  ]
  return parts.filter(Boolean).join('; ') || 'None'
}

/** Describes all watchlists: "40, 3 due, the oldest for 2 hours". */
export function watchlistWords({ isOn, watchlists, due, oldestMs }: Overview['watching'], nowMs: number): string {
  const all = formatNumber(watchlists)
  if (!isOn) return `${all}, not checked. To turn checks on, set WATCHING to “on”; on Vercel, also set QSTASH_TOKEN.`
  if (oldestMs === null) return `${all}, none due`
  return `${all}, ${formatNumber(due)} due, the oldest for ${runningWords(oldestMs / 1000, nowMs)}`
}

/** Describes the checks of watched listings with Google: "96 of at most 120 in the last minute". */
export function checkWords({ checksPerMinute, maxPerMinute }: Overview['watching']): string {
  const made = `${formatNumber(checksPerMinute)} of at most ${formatNumber(maxPerMinute)} in the last minute`
  return checksPerMinute < maxPerMinute * 0.9 ? made : `${made}. To allow more, raise WATCH_CHECKS_PER_MINUTE.`
}

/** Returns how long something has been running, in its largest unit: "3 days". */
export function runningWords(sinceSeconds: number, nowMs: number): string {
  const minutes = Math.max(0, Math.floor((nowMs / 1000 - sinceSeconds) / 60))
  const [count, unit] =
    minutes >= 2_880 ? [minutes / 1_440, 'days'] : minutes >= 120 ? [minutes / 60, 'hours'] : [minutes, 'minutes']
  return count < 2 ? 'less than two minutes' : `${Math.floor(count)} ${unit}`
}
