import { bucketOf, countRows, type RowFacts, sumsOf } from '@/server/features/lists/row-state'
import { linesWords, rowsWords } from '@/server/features/lists/sum-words'
import { readWorkbook } from '@/server/features/lists/workbook'
import type { MessyRow } from '../support/messy-sheets/cells'
import { textsOf, xlsxOf } from '../support/messy-sheets/files'
import { messySheets } from '../support/messy-sheets/sheets'
import { openBulk, savedFile, start } from './bulk'
import { expect, test } from './pinref'

/** The facts that count a row in its bucket. */
function factsOf({ bucket, nameMatch }: MessyRow, isAbove: boolean): RowFacts {
  if (bucket === 'heading') return { state: 'not_sent', reason: isAbove ? 'title' : 'heading', name_match: null }
  if (bucket === 'blank') return { state: 'not_sent', reason: 'blank', name_match: null }
  if (bucket === 'not_sent') return { state: 'not_sent', reason: 'no_link', name_match: null }
  return { state: bucket === 'name_differs' ? 'found' : bucket, reason: null, name_match: nameMatch ?? null }
}

for (const sheet of messySheets)
  test(`the sheet “${sheet.name}” comes back with all rows and cells, and with the same sums`, async ({ page }) => {
    await openBulk(page)
    const bytes = Buffer.from(xlsxOf(sheet))
    await page
      .getByLabel('File with lines')
      .setInputFiles({ name: 'Sheet.xlsx', mimeType: 'application/octet-stream', buffer: bytes })
    await expect(page.getByRole('heading', { name: 'Rows' })).toBeVisible()
    for (const label of ['Add names and ratings', 'Find by name']) {
      const choice = page.getByRole('checkbox', { name: label })
      if (await choice.isVisible()) await choice.check()
    }
    await start(page)
    await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
    const facts = sheet.rows.map((row, at) => factsOf(row, at + 1 < sheet.headingRow))
    expect(facts.map(bucketOf)).toEqual(sheet.rows.map(({ bucket }) => bucket))
    const sums = sumsOf(countRows(facts))
    const duplicates = sheet.rows.filter(({ duplicateOf }) => duplicateOf !== undefined).length
    await expect(page.getByText(`${rowsWords(sums)} ${linesWords(sums, duplicates)}`)).toBeVisible()

    const added = await savedFile(page, 'Your sheet with columns added (XLSX)')
    const { rows } = (await readWorkbook(added.bytes)).sheets[sheet.coverSheet === undefined ? 0 : 1] ?? { rows: [] }
    // A list without headings gets some.
    const shift = sheet.headingRow === 0 ? 1 : 0
    const headings = rows[Math.max(0, sheet.headingRow - 1)] ?? []
    const cellsIn = (heading: string) => rows.slice(shift).map((cells) => cells[headings.indexOf(heading)] ?? '')
    const lines = sheet.rows.map(({ bucket }, at) => ({ bucket, at })).filter(({ bucket }) => bucket !== 'heading')
    expect(lines.map(({ at }) => cellsIn('pinref_cid')[at])).toEqual(lines.map(({ at }) => sheet.rows[at]?.cid ?? ''))
    expect(lines.map(({ at }) => cellsIn('pinref_row')[at])).toEqual(lines.map(({ at }) => String(at + 1)))
    const original = textsOf(sheet)
    const isOwn = (original.rows[sheet.headingRow - 1] ?? []).map((heading) => !heading.startsWith('pinref_'))
    const width = (original.rows[0]?.length ?? 0) - original.linkColumns.length
    const own = (cells: readonly string[]) =>
      Array.from({ length: width }, (_, at) => ((isOwn[at] ?? true) ? (cells[at] ?? '') : ''))
    expect(rows.slice(shift).map(own)).toEqual(original.rows.map(own))
  })
