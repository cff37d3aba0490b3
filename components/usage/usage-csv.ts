import type { Outputs } from '@/components/trpc/client'

const columns = 'date,operation,outcome,calls'

/** Writes a month as CSV (RFC 4180): a line for each day, operation and outcome with calls. No field needs quoting. */
export function usageCsv({ month, days }: Pick<Outputs['usage']['month'], 'month' | 'days'>): string {
  const lines = days.map(
    ({ day, operation, outcome, count }) => `${month}-${String(day).padStart(2, '0')},${operation},${outcome},${count}`,
  )
  return `${[columns, ...lines].join('\r\n')}\r\n`
}
