import type { BulkPlan } from '@/components/bulk/input-lines'
import type { InputLine, Sameness } from '@/components/bulk/lines'
import { lineReader } from '@/components/bulk/read-lines'
import { env } from '@/server/platform/settings/env'

/** Reads lines the way the page's worker does. */
export function readInput(
  lines: readonly InputLine[],
  columns: readonly string[] = [],
  sameness: Sameness = 'listing',
) {
  const reader = lineReader(sameness)
  const read = lines.map(reader.read)
  return { lines: read, columns, hosts: env(), counts: reader.counts() }
}

/** Returns a plan for these lines without any lookups. */
export function planWithout(lines: readonly InputLine[], columns: readonly string[] = []): BulkPlan {
  const { counts: _, ...read } = readInput(lines, columns)
  return { ...read, jobs: [], jobOf: lines.map(() => -1), dropped: 0 }
}
