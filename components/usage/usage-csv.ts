import type { Outputs } from '@/components/trpc/client'
import { csvRows } from '@/server/platform/runtime/csv'
import { clientWords, type Grouping } from './calls-by-day'

/**
 * Formats a month as CSV (RFC 4180) for the chosen grouping: a line for each day, operation, and outcome; for each day,
 * key, and client; or for each client of the month. Only the first has no field that needs quoting.
 */
export function usageCsv(
  { month, days, sources }: Pick<Outputs['usage']['month'], 'month' | 'days' | 'sources'>,
  grouping: Grouping,
): string {
  const date = (day: number) => `${month}-${String(day).padStart(2, '0')}`
  if (grouping === 'key') {
    const rows = sources
      .flatMap(({ id, isKey, name, client, days }) =>
        days.map(({ day, count }) => [date(day), isKey ? id : '', name, client ?? '', count] as const),
      )
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `\ufeff${csvRows([['date', 'key_id', 'key', 'client', 'calls'], ...rows])}`
  }
  if (grouping === 'client') {
    const calls = new Map<string, number>()
    for (const source of sources) {
      const sum = source.days.reduce((all, { count }) => all + count, 0)
      calls.set(clientWords(source), (calls.get(clientWords(source)) ?? 0) + sum)
    }
    const rows = [...calls].sort(([a], [b]) => a.localeCompare(b)).map(([client, sum]) => [month, client, sum])
    return `\ufeff${csvRows([['month', 'client', 'calls'], ...rows])}`
  }
  const lines = days.map(({ day, operation, outcome, count }) => `${date(day)},${operation},${outcome},${count}`)
  return `${['date,operation,outcome,calls', ...lines].join('\r\n')}\r\n`
}
