import { cpus } from 'node:os'
import { figureOf, type MeasuredRow, ratioOf } from './calls'
import type { ReadReferenceTimes } from './read-reference'
import type { StartsAndMemory } from './start-and-memory'
import type { StoreCost } from './store-costs'
import type { UpstreamFigures } from './upstream'
import type { MeasuredWorkers } from './workers'

/** Everything that one run measures. */
export interface Figures {
  calls: MeasuredRow[]
  ratios: Ratio[]
  storeCosts: Record<string, StoreCost>
  upstream: UpstreamFigures
  workers: MeasuredWorkers[]
  startAndMemory: StartsAndMemory
  readReference: ReadReferenceTimes
}

/** A figure with a target. */
export interface Ratio {
  name: string
  value: number
  target: string
  met: boolean
}

/** Returns the figures that have targets: medians over the rounds of the ratios within one round. */
export function ratiosOf(calls: readonly MeasuredRow[], { node: pinref, next: bare }: StartsAndMemory): Ratio[] {
  const row = (name: string) => calls.find((measured) => measured.name === name)
  const node = row('convert, key')
  const fastify = row('convert, key: Fastify peer')
  return [
    atLeast('node server / Fastify peer, calls per second', ratioOf(node, fastify, 32, 'perSecond'), 0.65),
    under('node server / Fastify peer, p99', ratioOf(node, fastify, 32, 'p99Ms'), 2),
    atMost('node server / bare Next peer, start to first 200', pinref.startMs / bare.startMs, 1.4),
    atMost('node server / bare Next peer, start until pages are answered', pinref.pagesMs / bare.pagesMs, 1.4),
    atMost('node server / bare Next peer, resident after the load', pinref.loadedMb / bare.loadedMb, 1.4),
  ]
}

const atLeast = (name: string, value: number, least: number): Ratio => ({
  name,
  value,
  target: `at least ${least}`,
  met: value >= least,
})

const atMost = (name: string, value: number, most: number): Ratio => ({
  name,
  value,
  target: `at most ${most}`,
  met: value <= most,
})

const under = (name: string, value: number, bound: number): Ratio => ({
  name,
  value,
  target: `under ${bound}`,
  met: value < bound,
})

/** Prints the figures as tables. */
export function printFigures(figures: Figures): void {
  const { calls, ratios, storeCosts, upstream, workers, startAndMemory, readReference } = figures
  section('Calls (medians of the rounds)', [
    ['', 'connections', 'per second', 'p50 ms', 'p99 ms', 'errors'],
    ...calls.flatMap((row) =>
      Object.keys(row.loads).map((count) => [
        row.name,
        count,
        figureOf(row, Number(count), 'perSecond').toFixed(0),
        figureOf(row, Number(count), 'p50Ms').toFixed(0),
        figureOf(row, Number(count), 'p99Ms').toFixed(0),
        figureOf(row, Number(count), 'errors').toFixed(0),
      ]),
    ),
  ])
  section('Targets (convert with a key, 32 connections)', [
    ['', 'measured', 'target', ''],
    ...ratios.map(({ name, value, target, met }) => [name, value.toFixed(2), target, met ? 'met' : 'MISSED']),
  ])
  section('What one call costs at the store', [
    ['', 'round trips', 'commands'],
    ...Object.entries(storeCosts).map(([name, cost]) => [name, `${cost.roundTrips}`, `${cost.commands}`]),
  ])
  section(`Upstream of 200 ms (${upstream.load})`, [
    ['', 'billable per 1,000', 'median ms'],
    ...upstream.costs.map((cost) => [cost.name, cost.billablePerThousand.toFixed(0), cost.medianMs.toFixed(1)]),
    ['a resolve beyond its upstream', '', upstream.overheadMs.toFixed(2)],
  ])
  section('Workers of one server (convert with a key, 32 connections)', [
    ['', 'per second', 'to one worker', 'p99 ms', 'admitted of a quota of 1,000'],
    ...workers.map((at) => [
      `${at.workers}`,
      at.perSecond.toFixed(0),
      at.ratio.toFixed(2),
      at.p99Ms.toFixed(0),
      `${at.admitted}`,
    ]),
  ])
  console.log(`  ${whatCoresHide(cpus().length)}`)
  const { node, next, loadSeconds } = startAndMemory
  section('Start and memory (the node server: its primary, one worker, and the process that draws its pages)', [
    ['', 'node server', 'bare Next peer'],
    ['start to first 200, ms', node.startMs.toFixed(0), next.startMs.toFixed(0)],
    ['start until pages are answered, ms', node.pagesMs.toFixed(0), next.pagesMs.toFixed(0)],
    ['resident at rest, MB', node.restMb.toFixed(0), next.restMb.toFixed(0)],
    [`resident after ${loadSeconds} s of load, MB`, node.loadedMb.toFixed(0), next.loadedMb.toFixed(0)],
  ])
  section('Reading a link', [
    [`${readReference.links} real ones, median`, `${readReference.medianMicros.toFixed(1)} µs`],
    ['the slowest of them', `${readReference.slowest.medianMicros.toFixed(1)} µs`],
  ])
}

/** The load and the Redis alone keep about two cores busy. */
const whatCoresHide = (cores: number) =>
  `All of it shares ${cores} cores: workers, Redis and whoever calls. ${
    cores < 4
      ? 'What further workers would give on cores of their own does not show.'
      : `What more than ${cores - 2} workers would give on cores of their own does not show.`
  }`

/** Prints aligned rows, with numbers to the right. */
function section(title: string, rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  console.log(`\n${title}\n${rows.map((row) => `  ${line(row).trimEnd()}`).join('\n')}`)
}
