import { describe, expect, test } from 'vitest'
import { guessColumns } from '@/server/features/lists/columns'
import { columnNames, headingRow } from '@/server/features/lists/headings'
import { textsOf } from '../../support/messy-sheets/files'
import { longSheet, messySheets } from '../../support/messy-sheets/sheets'

describe.each([...messySheets, longSheet()])('the sheet “$name”', (sheet) => {
  test('shows where its headings are and what its columns hold', () => {
    const { rows, linkColumns } = textsOf(sheet)
    const heading = headingRow(rows)
    expect(heading).toBe(sheet.headingRow)
    expect(guessColumns(columnNames(rows, heading, linkColumns), rows.slice(heading))).toEqual(sheet.columns)
  })
})
