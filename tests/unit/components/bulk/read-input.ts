import type { BulkPlan } from '@/components/bulk/input-lines'
import type { InputLine, Sameness } from '@/components/bulk/lines'
import { lineReader } from '@/components/bulk/read-lines'
import { env } from '@/server/env'

/** Reads lines as the page's worker does. */
export function readInput(
  lines: readonly InputLine[],
  columns: readonly string[] = [],
  sameness: Sameness = 'listing',
) {
  const reader = lineReader(sameness)
  const read = lines.map(reader.read)
  return { lines: read, columns, hosts: env(), counts: reader.counts() }
}

/** A plan of these lines without any lookup. */
export function planWithout(lines: readonly InputLine[], columns: readonly string[] = []): BulkPlan {
  const { counts: _, ...read } = readInput(lines, columns)
  return { ...read, jobs: [], jobOf: lines.map(() => -1), dropped: 0 }
}
