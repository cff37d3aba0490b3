import type { Proof } from '../sources/proof/proof-shape'
import { costCents, outcomes, ways } from '../sources/proof/ways'

/** Returns the results of a check as a table for a terminal. */
export function proofTable({ tries }: Proof): string {
  const rows = tries.map(({ way, outcome, why }) => [
    ways[way],
    outcomes[outcome],
    costWords(costCents(way)),
    why ?? '',
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

const costWords = (cents: number) => (cents === 0 ? 'free' : `up to $${(cents / 100).toFixed(2)}`)
