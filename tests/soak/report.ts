import { pairs, type Table } from '../load/report'
import type { Sample } from './sample'
import type { Counts } from './tally'
import type { Trend } from './trend'

const columns: ReadonlyArray<readonly [name: string, figure: (sample: Sample) => number, digits: number]> = [
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

/** Returns a sample's figures with their names, in one line. */
export const sampleLine = (sample: Sample): string =>
  columns.map(([name, figure, digits]) => `${name} ${figure(sample).toFixed(digits)}`).join('  ')

/** Returns the soak's samples, counts by activity, keys in the store at the end, and trends. */
export function tablesOf(
  samples: readonly Sample[],
  counts: Counts,
  keyKinds: Record<string, number>,
  trends: readonly Trend[],
): Table[] {
  return [
    {
      title: 'Samples',
      head: columns.map(([name]) => name),
      rows: samples.map((sample) => columns.map(([, figure, digits]) => figure(sample).toFixed(digits))),
    },
    {
      title: 'What was done, and what came of it',
      head: ['', ''],
      rows: Object.entries(counts).map(([activity, outcomes]) => [activity, pairs(outcomes)]),
      note: `Keys in the store at the end: ${pairs(keyKinds)}.`,
    },
    {
      title: 'Medians',
      head: ['', 'second quarter', 'last quarter', 'at most', ''],
      rows: trends.map(({ name, before, after, most, verdict }) => [
        name,
        ...[before, after, most].map((figure) => figure.toFixed(1)),
        verdict,
      ]),
    },
  ]
}
