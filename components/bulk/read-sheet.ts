import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/web-worker'

/**
 * Returns the first sheet of an Excel file as text: cells are tab-separated and quoted as in a CSV.
 * @throws Error with a message for the user.
 */
export async function sheetText(file: File): Promise<string> {
  const rows = await readSheet(file).catch(() => {
    throw new Error(`${file.name} can’t be read as an Excel file. Save it as XLSX or CSV, then try again.`)
  })
  return Papa.unparse(
    rows.map((row) => row.map(cellText)),
    { delimiter: '\t' },
  )
}

/**
 * Writes a cell as text. A number with more digits than a spreadsheet stores has lost the last ones, so it is written
 * in rounded form.
 */
export function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell === 'number' && Math.abs(cell) >= 1e15) return cell.toExponential().toUpperCase()
  return String(cell)
}
