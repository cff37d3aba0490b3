import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'
import { daysIn } from './month-words'

type DayCount = Outputs['usage']['month']['days'][number]
type Source = Outputs['usage']['month']['sources'][number]

/** A part of each day's calls: its name in `counts`, label, and color. */
export interface Part {
  key: string
  label: string
  color: string
}

/** How all calls can be grouped, by the server's names for the parts. */
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

/** How a day's calls can be grouped. Only calls that counted are known by key and by client. */
export type Grouping = keyof typeof groupings | 'key' | 'client'

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

const colors = [
  'var(--cell)',
  'var(--cid)',
  'var(--done)',
  'color-mix(in oklab, var(--cell) 45%, var(--sheet))',
  'color-mix(in oklab, var(--cid) 45%, var(--sheet))',
]
const others = { key: 'others', label: 'Others', color: 'var(--edge)' }

/** Returns a month's days and the parts of their calls. */
export function groupedCalls(
  { month, days, sources }: Pick<Outputs['usage']['month'], 'month' | 'days' | 'sources'>,
  grouping: Grouping,
): { days: DayCalls[]; parts: readonly Part[] } {
  if (grouping === 'operation' || grouping === 'outcome') {
    return { days: callsByDay(month, days), parts: groupings[grouping] }
  }
  return callsBySource(month, sources, (one) =>
    grouping === 'key' ? { key: one.id, label: one.name } : { key: `for ${one.client ?? ''}`, label: clientWords(one) },
  )
}

export const clientWords = ({ client }: Pick<Source, 'client'>): string => client ?? 'No client'

/** The most used parts each have a color; all others share one. */
function callsBySource(
  month: string,
  sources: readonly Source[],
  partOf: (source: Source) => { key: string; label: string },
) {
  const totals = new Map<string, { key: string; label: string; calls: number }>()
  for (const source of sources) {
    const part = partOf(source)
    const calls = source.days.reduce((sum, { count }) => sum + count, totals.get(part.key)?.calls ?? 0)
    totals.set(part.key, { ...part, calls })
  }
  const ranked = [...totals.values()].sort((a, b) => b.calls - a.calls)
  const parts: Part[] = ranked
    .slice(0, colors.length)
    .map(({ key, label }, at) => ({ key, label, color: colors[at] ?? others.color }))
  if (ranked.length > parts.length) parts.push(others)
  const days = callsByDay(month, [])
  for (const source of sources) {
    const own = partOf(source).key
    const { key } = parts.find((part) => part.key === own) ?? others
    for (const { day, count } of source.days) {
      const entry = days[day - 1]
      if (!entry) continue
      entry.total += count
      entry.counts[key] = (entry.counts[key] ?? 0) + count
    }
  }
  return { days, parts }
}

/** Describes a day's calls: by operation if all calls are grouped, otherwise by part. */
export const dayWords = (
  { kinds, counts }: DayCalls,
  parts: readonly Part[],
): Array<{ name: string; words: string }> =>
  kinds.length > 0
    ? kindWords(kinds).map(({ operation, words }) => ({ name: operation, words }))
    : parts.flatMap(({ key, label }) => (counts[key] ? [{ name: label, words: formatNumber(counts[key]) }] : []))

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
