import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

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

export const document = 'docs/performance.md'
export const [begin, end] = ['<!-- bench -->\n', '<!-- /bench -->'] as const

/** The title and columns of the table with the targets. */
export const targets = {
  title: 'Targets',
  head: ['', 'target', 'before', 'median', 'range'],
} as const

/** Marks a figure that misses its target. */
export const missed = ' (missed)'

/** Returns the targets' medians in the last commit, by row name; empty if there is no commit. */
export function earlierFigures(): ReadonlyMap<string, string> {
  try {
    const text = execFileSync('git', ['show', `HEAD:${document}`], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return new Map(
      rowsOf(text, targets.title).map(([name = '', , , median = '']) => [name, median.replace(missed, '')]),
    )
  } catch {
    return new Map()
  }
}

/** Returns a table's rows in the document. */
export function rowsOf(text: string, title: string): string[][] {
  const [, section = ''] = text.split(`### ${title}\n`)
  const [table = ''] = section.split(/^#|^<!--/m)
  const lines = table.split('\n').filter((line) => line.startsWith('| '))
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '))
}

/** Writes the tables into the document, between its markers. */
export function writeTables(machine: Machine, runs: number, tables: readonly Table[]): void {
  const [before = '', rest = ''] = readFileSync(document, 'utf8').split(begin)
  const [, after = ''] = rest.split(end)
  const text = [`${measuredOn(machine, runs)}\n`, ...tables.map(toMarkdown)].join('\n')
  writeFileSync(document, `${before}${begin}${text}${end}${after}`)
}

const measuredOn = ({ node, cpus, cpu, arch, commit, at }: Machine, runs: number) =>
  `${at}, commit ${commit}, Node ${node.slice(1)}, ${cpus} cores of ${cpu} (${arch}); medians${runs > 1 ? ` of ${runs} runs` : ''}.`

function toMarkdown({ title, head, rows, note }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  const lines = [line(head), line(head.map(() => '---')), ...rows.map(line)]
  return [`### ${title}`, '', ...lines, '', ...(note ? [note, ''] : [])].join('\n')
}

/** Prints the tables with aligned cells and right-aligned numbers. */
export function printTables(machine: Machine, runs: number, tables: readonly Table[]): void {
  console.log(measuredOn(machine, runs))
  for (const { title, head, rows, note } of tables) {
    const all = [head, ...rows]
    const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
    const line = (row: readonly string[]) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ')
    console.log(`\n${title}\n${all.map((row) => `  ${line(row).trimEnd()}`).join('\n')}${note ? `\n  ${note}` : ''}`)
  }
}
