import type { JobOutcome } from '@/components/bulk/outcome'
import { type LookupChoices, noChoices, planBulk, type ReadList } from '@/components/bulk/plan'
import { rowReader, type Sameness } from '@/components/bulk/read-rows'
import { listRows, tableRows } from '@/server/features/lists/list-text'
import { linesLayout, sheetLayout } from '@/server/features/lists/sheet-layout'
import { env } from '@/server/platform/settings/env'

/** Reads the lines of a list the way the page's worker does. */
export function readList(text: string, sameness: Sameness = 'listing') {
  const rows = listRows(text)
  return read(rows, linesLayout(rows), sameness)
}

/** Reads a table the way the page's worker does. */
export function readTable(text: string, sameness: Sameness = 'listing') {
  const { layout, rows } = sheetLayout(tableRows(text), [], { headingRow: null, columns: null })
  return read(rows, layout, sameness)
}

function read(rows: ReadonlyArray<readonly string[]>, layout: ReturnType<typeof linesLayout>, sameness: Sameness) {
  const { names, columns, headingRow } = layout
  const reader = rowReader(layout, sameness)
  const list: ReadList = { rows: rows.map(reader.read), names, columns, headingRow }
  return { list, counts: reader.counts() }
}

/** Returns a list's plan. */
export const planOf = ({ list }: { list: ReadList }, choices: Partial<LookupChoices> = {}) =>
  planBulk(list, env(), { ...noChoices, ...choices })

export const waiting: JobOutcome = { state: 'waiting' }
