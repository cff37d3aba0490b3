import writeXlsxFile from 'write-excel-file/browser'
import { tableCells, tableHeadings } from '@/server/features/lists/added-columns'
import type { Row } from '@/server/features/lists/row'
import { LongNumber } from '@/server/platform/runtime/csv'

/**
 * Writes rows to a workbook for Excel. CIDs are text, because spreadsheets store only 15 digits of a number.
 * @param columns from the user's table.
 */
export async function sheetOf(rows: readonly Row[], columns: readonly string[]): Promise<Blob> {
  const head = tableHeadings(columns).map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const body = rows.map((row) =>
    tableCells(row, columns).map((cell) => {
      if (cell === null || cell === '') return null
      if (typeof cell === 'number') return { value: cell, type: Number }
      return { value: cell instanceof LongNumber ? cell.text : cell, type: String }
    }),
  )
  return writeXlsxFile([head, ...body], { stickyRowsCount: 1 }).toBlob()
}
