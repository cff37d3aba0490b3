import { describe, expect, test } from 'vitest'
import { guessColumns } from '@/server/features/lists/columns'
import { columnNames, headingRow } from '@/server/features/lists/headings'
import { readWorkbook, writeWorkbook } from '@/server/features/lists/workbook'
import { textsOf, xlsxOf } from '../../support/messy-sheets/files'
import { longSheet, messySheets } from '../../support/messy-sheets/sheets'

describe.each([...messySheets, longSheet()])('the sheet “$name”', (sheet) => {
  test('shows where its headings are and what its columns hold', () => {
    const { rows, linkColumns } = textsOf(sheet)
    const heading = headingRow(rows)
    expect(heading).toBe(sheet.headingRow)
    expect(guessColumns(columnNames(rows, heading, linkColumns), rows.slice(heading))).toEqual(sheet.columns)
  })
  test('is read from a workbook, and keeps its cells when columns are added', async () => {
    const { rows, linkColumns } = textsOf(sheet)
    const bytes = xlsxOf(sheet)
    const at = sheet.coverSheet === undefined ? 0 : 1
    const read = async (file: Uint8Array) => (await readWorkbook(file)).sheets[at]
    const filled = (cells: readonly string[]) => cells.join('\t').replace(/\t+$/, '')
    const original = await read(bytes)
    expect(original?.linkColumns).toEqual(linkColumns)
    expect(original?.rows.map(filled)).toEqual(rows.map(filled))
    const columns = [{ heading: 'pinref_row', cells: (row: number) => `row ${row}` }]
    const again = await read(await writeWorkbook(bytes, at, { headingRow: sheet.headingRow, columns }))
    const shift = sheet.headingRow === 0 ? 1 : 0
    expect(again?.rows).toHaveLength(rows.length + shift)
    for (const [index, cells] of (again?.rows ?? []).slice(shift).entries()) {
      const without = cells.filter((cell) => cell !== `row ${index + 1}` && cell !== 'pinref_row')
      expect(filled(without)).toBe(filled(original?.rows[index] ?? []))
    }
  })
})
