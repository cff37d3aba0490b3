import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { measuredOn, type Table, thisMachine } from '../load/report'

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
export function writeTables(runs: number, tables: readonly Table[]): void {
  const [before = '', rest = ''] = readFileSync(document, 'utf8').split(begin)
  const [, after = ''] = rest.split(end)
  const text = [`${measuredOn(thisMachine())}; medians of ${runs} runs.\n`, ...tables.map(toMarkdown)].join('\n')
  writeFileSync(document, `${before}${begin}${text}${end}${after}`)
}

function toMarkdown({ title, head, rows, note }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')
  const lines = [line(head), line(head.map(() => '---')), ...rows.map(line)]
  return [`### ${title}`, '', ...lines, '', ...(note ? [note, ''] : [])].join('\n')
}
