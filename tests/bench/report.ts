import { figureOf, type MeasuredRow, ratioOf } from './calls'
import type { ReadReferenceTimes } from './read-reference'
import type { Scale } from './scale'
import type { StartAndMemory } from './start-and-memory'
import type { UpstreamFigures } from './upstream'

/** Everything that one run measures. */
export interface Figures {
  calls: MeasuredRow[]
  ratios: Ratio[]
  roundTrips: Record<string, number>
  upstream: UpstreamFigures
  scale: Scale[]
  startAndMemory: StartAndMemory
  readReference: ReadReferenceTimes
}

/** A figure that there is a target for. */
export interface Ratio {
  name: string
  value: number
  target: string
  met: boolean
}

/** The figures that there are targets for: the medians over the rounds of ratios within one round. */
export function ratiosOf(calls: readonly MeasuredRow[], { startMs, loadedMb }: StartAndMemory): Ratio[] {
  const row = (name: string) => calls.find((measured) => measured.name === name)
  const door = row('convert, key')
  const fastify = row('convert, key: Fastify peer')
  const routes = row('convert, key: route file')
  const next = row('convert, key: bare Next peer')
  const atLeast = (name: string, value: number, least: number): Ratio => ({
    name,
    value,
    target: `at least ${least}`,
    met: value >= least,
  })
  const under = (name: string, value: number, most: number): Ratio => ({
    name,
    value,
    target: `under ${most}`,
    met: value < most,
  })
  return [
    atLeast('node server / Fastify peer, calls per second', ratioOf(door, fastify, 32, 'perSecond'), 0.7),
    atLeast('node server / route file, calls per second', ratioOf(door, routes, 32, 'perSecond'), 5),
    under('node server / Fastify peer, p99', ratioOf(door, fastify, 32, 'p99Ms'), 2),
    atLeast('route file / bare Next peer, calls per second', ratioOf(routes, next, 32, 'perSecond'), 0.75),
    under('start to first 200, ms', startMs, 1_000),
    under('resident after the load, MB', loadedMb, 250),
  ]
}

/** Prints what was measured, as tables. */
export function printFigures(figures: Figures): void {
  const { calls, ratios, roundTrips, upstream, scale, startAndMemory, readReference } = figures
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
  section('Targets (convert with a key, 32 connections; ratios within a round)', [
    ['', 'measured', 'target', ''],
    ...ratios.map(({ name, value, target, met }) => [name, value.toFixed(2), target, met ? 'met' : 'MISSED']),
  ])
  section('Store round trips of one call', [
    ['', 'trips'],
    ...Object.entries(roundTrips).map(([name, count]) => [name, String(count)]),
  ])
  section(`Upstream of 200 ms (${upstream.load})`, [
    ['', 'billable per 1,000', 'median ms'],
    ...upstream.costs.map((cost) => [cost.name, cost.billablePerThousand.toFixed(0), cost.medianMs.toFixed(1)]),
    ['a resolve beyond its upstream', '', upstream.overheadMs.toFixed(2)],
  ])
  section('Processes on one Redis (convert with a key, 32 connections in all)', [
    ['', 'per second', 'p99 ms', 'admitted of a quota of 1,000'],
    ...scale.map((at) => [`${at.processes}`, at.perSecond.toFixed(0), at.p99Ms.toFixed(0), `${at.admitted}`]),
  ])
  const { startMs, restMb, loadedMb, loadSeconds } = startAndMemory
  section('One process', [
    ['start to first 200', `${startMs.toFixed(0)} ms`],
    ['resident at rest', `${restMb.toFixed(0)} MB`],
    [`resident after ${loadSeconds} s of load`, `${loadedMb.toFixed(0)} MB`],
    [`reading a link (${readReference.links} real ones), median`, `${readReference.medianMicros.toFixed(1)} µs`],
    ['reading the slowest of them', `${readReference.slowest.medianMicros.toFixed(1)} µs`],
  ])
}

/** Rows under each other, numbers to the right. */
function section(title: string, rows: string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (row: string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
  console.log(`\n${title}\n${rows.map((row) => `  ${line(row).trimEnd()}`).join('\n')}`)
}
