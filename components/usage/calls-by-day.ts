import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'
import { daysIn } from './month-words'

type DayCount = Outputs['usage']['month']['days'][number]

/** How a day's calls can be grouped. Each part has the server's name for it, a label, and a color. */
export const groupings = {
  operation: [
    { key: 'resolve', label: 'Resolve', color: 'var(--cell)' },
    { key: 'search', label: 'Search', color: 'var(--cid)' },
    { key: 'convert', label: 'Convert', color: 'var(--edge)' },
  ],
  outcome: [
    { key: 'ok', label: 'Succeeded', color: 'var(--done)' },
    { key: 'failed', label: 'Refunded', color: 'var(--edge)' },
    { key: 'rejected', label: 'Rejected', color: 'var(--limit)' },
  ],
} as const

export type Grouping = keyof typeof groupings

/** A day's calls, totaled by operation and by outcome. */
export interface DayCalls {
  /** Day of the month, from 1. */
  day: number
  total: number
  /** Calls by operation and by outcome: `resolve`, `ok`. Missing if there were none. */
  counts: Record<string, number>
  /** Calls by operation and outcome together, as the server counts them. */
  kinds: DayCount[]
}

/** Returns every day of a month, including those without calls. */
export function callsByDay(month: string, counts: readonly DayCount[]): DayCalls[] {
  const days = Array.from({ length: daysIn(month) }, (_, index): DayCalls => {
    return { day: index + 1, total: 0, counts: {}, kinds: [] }
  })
  for (const kind of counts) {
    const entry = days[kind.day - 1]
    if (!entry) continue
    entry.total += kind.count
    for (const part of [kind.operation, kind.outcome]) entry.counts[part] = (entry.counts[part] ?? 0) + kind.count
    entry.kinds.push(kind)
  }
  return days
}

/** Describes a day's calls, one entry per operation: "Resolve" and "12 succeeded, 1 refunded". */
export function kindWords(kinds: readonly DayCount[]): Array<{ operation: string; words: string }> {
  return groupings.operation.flatMap(({ key, label }) => {
    const words = groupings.outcome.flatMap((outcome) => {
      const count = kinds.find(({ operation, outcome: other }) => operation === key && other === outcome.key)?.count
      return count ? [`${formatNumber(count)} ${outcome.label.toLowerCase()}`] : []
    })
    return words.length > 0 ? [{ operation: label, words: words.join(', ') }] : []
  })
}
