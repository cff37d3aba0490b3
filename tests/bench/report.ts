import { cpus } from 'node:os'
import type { PagesLoadFigures } from '../attack/pages-load'
import type { Table } from '../load/report'
import { median } from '../load/statistics'
import { type Figure, figureOf, type MeasuredPair, type MeasuredRow } from './calls'
import type { ColdStarts } from './cold-start'
import type { MillionLines } from './million-lines'
import type { ReadReferenceTimes } from './read-reference'
import type { StartsAndMemory } from './start-and-memory'
import type { StoreCost } from './store-costs'
import { missed, targets } from './tables'
import type { UpstreamFigures } from './upstream'
import type { MeasuredWorkers } from './workers'

/** All figures with targets, from one run. */
export interface Figures {
  besideFastify: MeasuredPair
  /** How much longer a resolve takes than the upstream call it makes. */
  overheadMs: number
  pages: PagesLoadFigures
  storeCosts: Record<string, StoreCost>
  startAndMemory: StartsAndMemory
  coldStarts: ColdStarts
  readReference: ReadReferenceTimes
  million: MillionLines
}

/** Figures that are measured only once, regardless of the number of runs. */
export interface FiguresOnce {
  calls: MeasuredRow[]
  /** A call's processor time after one sign-in, divided by that before. */
  signInRatio: number
  workers: MeasuredWorkers[]
  upstream: UpstreamFigures
}

/** A figure whose target is at least, at most, or under a number. */
interface Target {
  name: string
  bound: 'at least' | 'at most' | 'under'
  number: number
  digits: number
  of: (figures: Figures) => number
}

const target = (name: string, bound: Target['bound'], number: number, digits: number, of: Target['of']): Target => ({
  name,
  bound,
  number,
  digits,
  of,
})

const overNext = (of: (one: StartsAndMemory['node']) => number) => (figures: Figures) => {
  const { node, next } = figures.startAndMemory
  return of(node) / of(next)
}

/** The row with the store commands that the docs quote. */
export const keyedCall = 'convert, key'

/** The figures that have targets. Ratios are from a single run. */
const allTargets: readonly Target[] = [
  target('calls a second / Fastify peer', 'at least', 0.85, 2, ({ besideFastify }) => besideFastify.perSecond),
  target(
    'processor time of a call, worker alone / Fastify peer',
    'at most',
    1.13,
    2,
    ({ besideFastify: { micros } }) => micros.node / micros.fastify,
  ),
  target('p99 / Fastify peer', 'at most', 1.2, 2, ({ besideFastify }) => besideFastify.p99),
  target('a resolve without its upstream, ms', 'under', 1, 2, ({ overheadMs }) => overheadMs),
  target(
    'a million lines sent, run and fetched as CSV, s',
    'at most',
    90,
    0,
    ({ million: { sent, run, fetched } }) => sent + run + fetched,
  ),
  target('of these, run, s', 'at most', 55, 0, ({ million }) => million.run),
  target(
    'a million lines sent, run and fetched as CSV / a plain loop',
    'at most',
    2.5,
    2,
    ({ million: { sent, run, fetched, loop } }) => (sent + run + fetched) / loop,
  ),
  target('of these, run, processor time / the loop', 'at most', 1.5, 2, ({ million }) => million.runOverLoop),
  target(
    'median of a call while 30 pages a second are drawn / while none is',
    'under',
    2,
    2,
    ({ pages }) => pages.ratio,
  ),
  target(
    'commands at the store for a call with a key',
    'at most',
    5,
    0,
    ({ storeCosts }) => storeCosts[keyedCall]?.commands ?? Number.NaN,
  ),
  target(
    'start to first 200 / bare Next peer',
    'at most',
    1.4,
    2,
    overNext(({ startMs }) => startMs),
  ),
  target(
    'start until pages are answered / bare Next peer',
    'at most',
    1.4,
    2,
    overNext(({ pagesMs }) => pagesMs),
  ),
  target(
    'memory after a load, all processes / bare Next peer',
    'at most',
    1.4,
    2,
    overNext(({ loadedMb }) => loadedMb),
  ),
  target(
    'processor time of a cold start on Vercel, with its first convert / bare Next peer',
    'at most',
    1.5,
    2,
    ({ coldStarts: { pinref, next } }) => pinref.cpuMs / next.cpuMs,
  ),
]

export const targetNames = allTargets.map(({ name }) => name)

/** Returns a report's tables: medians over the runs, and the figures measured once. */
export function tablesOf(
  runs: readonly Figures[],
  { calls, signInRatio, workers, upstream }: FiguresOnce,
  earlier: ReadonlyMap<string, string>,
): Table[] {
  const over = (of: Target['of'], digits = 0) => grouped(median(runs.map(of)), digits)
  return [
    { ...targets, rows: allTargets.map((one) => targetRow(one, runs, earlier)), note: targetNote(over) },
    callsTable(calls, signInRatio),
    storeTable(runs),
    {
      title: 'Upstream',
      head: ['', 'billable calls to Google for 1,000', 'median, ms'],
      rows: upstream.costs.map(({ name, billablePerThousand, medianMs }) => [
        name,
        grouped(billablePerThousand, 0),
        grouped(medianMs, 1),
      ]),
      note: `${upstream.load}; the stand-in for Google takes 200 ms.`,
    },
    {
      title: 'Workers',
      head: ['', 'calls a second', 'to one worker', 'p99, ms', 'admitted of a quota of 1,000'],
      rows: workers.map((one) => [
        `${one.workers}`,
        grouped(one.perSecond, 0),
        grouped(one.ratio, 2),
        grouped(one.p99Ms, 1),
        grouped(one.admitted, 0),
      ]),
      note: coresNote(cpus().length),
    },
    {
      title: 'Start and memory',
      head: ['', 'node server', 'bare Next peer'],
      rows: (
        [
          ['start to first 200, ms', 'startMs'],
          ['start until pages are answered, ms', 'pagesMs'],
          ['resident at rest, MB', 'restMb'],
          [`resident after ${runs[0]?.startAndMemory.loadSeconds} s of load, MB`, 'loadedMb'],
        ] as const
      ).map(([name, of]) => [
        name,
        over(({ startAndMemory: { node } }) => node[of]),
        over(({ startAndMemory: { next } }) => next[of]),
      ]),
      note: 'The node server: its primary, one worker, and one site process.',
    },
    coldStartTable(runs.map(({ coldStarts }) => coldStarts)),
  ]
}

/** Returns the table of the functions that Vercel runs. */
export function coldStartTable(runs: readonly ColdStarts[]): Table {
  const rows = [
    ['size of the function, MB', ({ megabytes }) => megabytes, 1],
    ['files', ({ files }) => files, 0],
    ['start until loaded, ms', ({ loadedMs }) => loadedMs, 0],
    ['start to first convert, ms', ({ answeredMs }) => answeredMs, 0],
    ['processor time until then, ms', ({ cpuMs }) => cpuMs, 0],
  ] as const satisfies readonly [string, (one: ColdStarts['next']) => number, number][]
  return {
    title: 'A cold start on Vercel',
    head: ['', 'route file of the API', 'bare Next peer', 'ratio'],
    rows: rows.map(([name, of, digits]) => {
      const [pinref, next] = (['pinref', 'next'] as const).map((side) => median(runs.map((run) => of(run[side]))))
      return [name, grouped(pinref ?? 0, digits), grouped(next ?? 0, digits), grouped((pinref ?? 0) / (next ?? 1), 2)]
    }),
    note: 'The functions are the output of `vercel build`, each in a new process. Vercel also caches compiled code.',
  }
}

function targetRow(
  { name, bound, number, digits, of }: Target,
  runs: readonly Figures[],
  earlier: ReadonlyMap<string, string>,
): string[] {
  const values = runs.map(of)
  const middle = median(values)
  const isMet = bound === 'at least' ? middle >= number : bound === 'at most' ? middle <= number : middle < number
  const range = `${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)}`
  return [
    name,
    `${bound} ${number}`,
    earlier.get(name) ?? '–',
    `${middle.toFixed(digits)}${isMet ? '' : missed}`,
    range,
  ]
}

/** Figures that explain the targets. */
function targetNote(over: (of: Target['of'], digits?: number) => string): string {
  const node = over(({ besideFastify }) => besideFastify.micros.node)
  const fastify = over(({ besideFastify }) => besideFastify.micros.fastify)
  const [sent, run, fetched, loop] = (['sent', 'run', 'fetched', 'loop'] as const).map((part) =>
    over(({ million }) => million[part]),
  )
  const read = over(({ readReference }) => readReference.medianMicros, 1)
  return `A call takes ${node} µs of the worker's processor time, ${fastify} µs of the Fastify peer's. Of the batch, ${sent} s are for sending it, ${run} s for running it, ${fetched} s for the CSV, taken from a tenth of the lines; a plain loop that reads the same lines and writes the same CSV takes ${loop} s. Reading a link takes ${read} µs.`
}

function callsTable(calls: readonly MeasuredRow[], signInRatio: number): Table {
  const counts = [1, 32, 128]
  const cell = (row: MeasuredRow, count: number) => {
    const of = (figure: Figure) => figureOf(row, count, figure)
    const failed = of('errors')
    return `${grouped(of('perSecond'), 0)} (${of('p50Ms').toFixed(1)}, ${of('p99Ms').toFixed(1)})${failed > 0 ? `, ${failed} failed` : ''}`
  }
  return {
    title: 'Calls',
    head: ['calls a second (p50, p99 in ms)', '1 connection', '32', '128'],
    rows: calls.map((row) => [row.name, ...counts.map((count) => cell(row, count))]),
    note: `No calls failed unless noted. After one sign-in, a convert with a key takes ${signInRatio.toFixed(2)} times the worker's processor time. All tables except the first are from a single run.`,
  }
}

function storeTable(runs: readonly Figures[]): Table {
  return {
    title: 'The store',
    head: ['', 'round trips', 'commands'],
    rows: Object.entries(runs.at(-1)?.storeCosts ?? {}).map(([name, { roundTrips, commands }]) => [
      name,
      `${roundTrips}`,
      `${commands}`,
    ]),
    note:
      'The cost of one call, in commands as Redis counts them, including those in scripts and after the response. ' +
      'With the default `UPSTREAM_CALLER_SHARE`, lookups take more commands ' +
      '([scaling.md](scaling.md#what-one-call-needs)).',
  }
}

const grouped = (value: number, digits: number) =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** The load and Redis alone use about two cores. */
const coresNote = (cores: number) =>
  `Workers, Redis and the callers share ${cores} cores, so this does not show what ${
    cores < 4 ? 'more' : `more than ${cores - 2}`
  } workers would give on cores of their own.`
