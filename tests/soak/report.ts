import type { Sample } from './sample'
import type { Counts } from './tally'
import type { Trend } from './trend'

/** The results of the soak test. */
export interface Report {
  minutes: number
  samples: Sample[]
  /** By activity, then by status, code, or failure. */
  counts: Counts
  keyKinds: Record<string, number>
  trends: Trend[]
  /** The violations. */
  faults: string[]
}

const columns: Array<[string, (sample: Sample) => number, number]> = [
  ['minute', ({ minute }) => minute, 1],
  ['server MB', ({ residentMb }) => residentMb, 0],
  ['processes', ({ processes }) => processes.length, 0],
  ['descriptors', ({ descriptors }) => descriptors, 0],
  ['keys', ({ keys }) => keys, 0],
  ['lasting', ({ lastingKeys }) => lastingKeys, 0],
  ['store MB', ({ storeMb }) => storeMb, 1],
  ['Redis MB', ({ redisResidentMb }) => redisResidentMb, 0],
  ['longest ms', ({ longestHealthMs }) => longestHealthMs, 0],
  ['done', ({ done }) => done, 0],
]

const line = (cells: string[]) => `${cells.map((cell, at) => cell.padStart(columns[at]?.[0].length ?? 0)).join('  ')}\n`

export const tableHead = () => line(columns.map(([name]) => name))

export const tableRow = (sample: Sample) => line(columns.map(([, figure, digits]) => figure(sample).toFixed(digits)))

/** Returns the counts, the trends, and the faults as text. */
export function conclusion({ counts, keyKinds, trends, faults }: Report): string {
  const outcomes = Object.entries(counts).map(([activity, by]) => `  ${activity}: ${pairs(by)}\n`)
  const flat = trends.map(
    ({ name, before, after, most, verdict }) =>
      `  ${verdict}  ${name}: ${before.toFixed(1)} in the second quarter, ${after.toFixed(1)} in the last (at most ${most.toFixed(1)})\n`,
  )
  return [
    '\nWhat was done, and what came of it\n',
    ...outcomes,
    `\nKeys in the store at the end\n  ${pairs(keyKinds)}\n`,
    '\nMedians\n',
    ...flat,
    ...(faults.length > 0 ? ['\nWRONG\n', ...faults.slice(0, 20).map((fault) => `  ${fault}\n`)] : []),
  ].join('')
}

const pairs = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
