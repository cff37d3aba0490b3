import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { arch, cpus } from 'node:os'

/** The result of a load: what is printed, and what is written to `dist/load/<name>.json`. */
export interface Report {
  name: string
  tables: readonly Table[]
  /** Everything that was measured. */
  figures: unknown
  /** The violations. */
  faults: readonly string[]
}

/** A table in the report. The first cell of a row is its name. */
export interface Table {
  title: string
  head: readonly string[]
  rows: ReadonlyArray<readonly string[]>
  /** A note for readers. */
  note?: string
}

/** The environment of a report's measurements. */
export interface Machine {
  node: string
  cpus: number
  cpu: string
  arch: string
  commit: string
  /** The day. */
  at: string
}

/** The number of faults to print; the file has all of them. */
const printedFaults = 20

/** Prints a report and writes it to a file. Makes this process exit with 1 if there are faults. */
export function report({ name, tables, figures, faults }: Report): void {
  const machine = thisMachine()
  const file = `dist/load/${name}.json`
  mkdirSync('dist/load', { recursive: true })
  writeFileSync(file, `${JSON.stringify({ machine, figures, faults }, null, 2)}\n`)
  say(measuredOn(machine))
  for (const table of tables) say(`\n${tableText(table)}`)
  if (faults.length > 0) say(`\nWRONG: ${faults.length}`)
  for (const fault of faults.slice(0, printedFaults)) say(`  ${fault}`)
  say(`\nAll of it is in ${file}.`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

/** Writes a line. */
export const say = (text: string): void => void process.stdout.write(`${text}\n`)

export function thisMachine(): Machine {
  return {
    node: process.version,
    cpus: cpus().length,
    cpu: cpus()[0]?.model ?? 'unknown processor',
    arch: arch(),
    commit: commit(),
    at: new Date().toISOString().slice(0, 10),
  }
}

/** Returns the measured commit, and whether files differ from that commit. */
function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--untracked-files=no', '--', '.', ':!docs') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`
}

export const measuredOn = ({ node, cpus, cpu, arch, commit, at }: Machine): string =>
  `${at}, commit ${commit}, Node ${node.slice(1)}, ${cpus} cores of ${cpu} (${arch})`

/** Returns a table as text, with aligned cells and right-aligned numbers. */
export function tableText({ title, head, rows, note }: Table): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
  return `${title}\n${all.map((row) => `  ${line(row).trimEnd()}`).join('\n')}${note ? `\n  ${note}` : ''}`
}

export const count = (number: number): string => Math.round(number).toLocaleString('en')

export const mb = (megabytes: number): string => `${Math.round(megabytes)} MB`

/** Returns counts by name, most frequent first, e.g. `200 17, 429 3`. */
export const pairs = (counts: Record<string, number>): string =>
  Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([name, times]) => `${name} ${times}`)
    .join(', ')

/** Does some work on lines, and prints and returns the duration. */
export async function timed<T>(
  what: string,
  lines: number,
  work: () => T | Promise<T>,
): Promise<{ done: T; seconds: number }> {
  const started = performance.now()
  const done = await work()
  const seconds = (performance.now() - started) / 1_000
  say(`${what}: ${seconds.toFixed(1)} s, ${count(lines / seconds)} lines a second`)
  return { done, seconds }
}
