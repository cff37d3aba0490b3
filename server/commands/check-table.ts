import { capabilities, costWords, outcomes } from '../sources/google-check/capabilities'
import type { CheckReport } from '../sources/google-check/check-report'

/** Returns the results of a check as a table for a terminal. */
export function checkTable({ results }: CheckReport): string {
  const rows = results.map(({ capability, outcome, reason }) => [
    capabilities[capability],
    outcomes[outcome],
    costWords(capability),
    reason ?? '',
  ])
  const table = [['Check', 'Result', 'Cost', ''], ...rows]
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  return `${table
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`
}
