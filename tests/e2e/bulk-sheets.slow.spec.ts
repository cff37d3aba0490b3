import type { Page } from '@playwright/test'
import { choose, empireState, linesOf, openBulk, rowsOf, savedFile, savedLines, savedRows, start } from './bulk'
import { expectGoodLooks } from './looks'
import { colosseum, expect, test } from './pinref'
import { cellsOf, type SheetCell, workbookOf } from './workbooks'

const empireCid = '15074921902713971043'
const profile = (link: string): SheetCell => ({ text: 'Profile', link })

/** A list as people keep it: a title, blank rows, links behind texts, CIDs that a spreadsheet rounded, and a duplicate. */
const clients: SheetCell[][] = [
  ['Clients, November 2026'],
  [],
  ['No.', 'Client', 'Maps', 'CID', 'Since'],
  [4711, 'Colosseum', profile(colosseum.link), Number(colosseum.cid), { days: 45_000 }],
  [],
  [4712, 'Empire State', profile(`https://maps.google.com/?cid=${empireCid}`), Number(empireCid), { days: 45_001 }],
  [4713, 'Sydney Opera House', null, null, { days: 45_002 }],
  [4714, 'COLOSSEUM', profile(`https://search.google.com/local/writereview?placeid=${colosseum.placeId}`)],
  [4715, 'Trattoria "Luna"', profile('https://example.com/')],
]

const upload = (page: Page, name: string, buffer: Buffer) =>
  page.getByLabel('File with lines').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })

const role = (page: Page, column: string) => page.getByRole('combobox', { name: column, exact: true })

test('a messy workbook comes back with every cell unchanged and columns added, and can be used again', async ({
  page,
}, { project }) => {
  await openBulk(page)
  const workbook = workbookOf(clients)
  await upload(page, 'Clients.xlsx', workbook)
  await expect(page.getByText('Clients.xlsx')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Sheet' }), 'the sheet with the list').toHaveValue('1')
  await expect(page.getByRole('radio', { name: 'Row 3' })).toBeChecked()
  await expect(page.getByText('9 rows: 2 headings, 2 blank, 5 lines.')).toBeVisible()
  await expect(role(page, 'Maps (link)')).toHaveValue('link')
  await expect(role(page, 'Client')).toHaveValue('name')
  await expect(role(page, 'No.')).toHaveValue('reference')
  await expectGoodLooks(page, 'bulk-sheet', project.name)

  // Another heading row and another column, and back.
  await page.getByRole('radio', { name: 'Row 4' }).check()
  await expect(page.getByText('9 rows: 3 headings, 2 blank, 4 lines.')).toBeVisible()
  await page.getByRole('radio', { name: 'Row 3' }).check()
  await role(page, 'CID').selectOption('Link')
  await expect(page.getByText('This column was damaged by the spreadsheet.')).toBeVisible()
  await expect(page.getByText(/It rounded 2 numbers in “CID”/)).toBeVisible()
  await expect(rowsOf(page).nth(3)).toContainText('rounded this number')
  await expectGoodLooks(page, 'bulk-damaged', project.name)
  await role(page, 'Maps (link)').selectOption('Link')
  await expect(page.getByText('3 found, 2 to check: 1 unreadable, 1 not sent. 1 duplicate.')).toBeVisible()
  await expect(rowsOf(page).nth(7)).toContainText('Same listing as row 4')

  await expect(page.getByText('Find by name: 2 lookups')).toBeVisible()
  await choose(page, 'Add names and ratings', 'Find by name')
  await start(page)
  await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
  await expect(rowsOf(page).nth(3)).toHaveText(/^4Colosseum4711/)
  await expect(rowsOf(page).nth(6)).toContainText('Sydney Opera House')
  await expect(page.getByText('9 rows: 2 headings, 2 blank, 5 lines.')).toBeVisible()
  await expectGoodLooks(page, 'bulk-sheet-results', project.name)

  const added = await savedFile(page, 'Your sheet with columns added (XLSX)')
  expect(added.name).toBe('Clients.xlsx')
  const [before, after] = [cellsOf(workbook), cellsOf(added.bytes)]
  for (const [at, cell] of before.cells) expect(after.cells.get(at), at).toEqual(cell)
  expect(after.columns).toContain('<col min="3" max="3" width="44" customWidth="1"/>')
  expect([after.merges, after.sheets]).toEqual([before.merges, before.sheets])
  const columnOf = new Map(
    [...after.cells].flatMap(([at, { value }]) => (/^[A-Z]+3$/.test(at) ? [[value, at.slice(0, -1)]] : [])),
  )
  const cell = (heading: string, row: number) => after.cells.get(`${columnOf.get(heading)}${row}`)
  const values = (heading: string) => clients.map((_, index) => cell(heading, index + 1)?.value ?? '')
  expect(values('pinref_state')).toEqual([
    ...['', 'not_sent', 'pinref_state', 'found', 'not_sent', 'found', 'found', 'found', 'not_found'],
  ])
  expect(values('pinref_row').slice(3)).toEqual(['4', '5', '6', '7', '8', '9'])
  expect(values('pinref_duplicate_of')[7]).toBe('4')
  expect(cell('pinref_cid', 4)).toMatchObject({ type: 'text', value: colosseum.cid })
  expect(cell('pinref_cid', 8)).toMatchObject({ type: 'text', value: colosseum.cid })
  expect(cell('pinref_maps_url', 4)).toMatchObject({ value: colosseum.mapsUrl, link: colosseum.mapsUrl })
  const width = [...after.cells].length

  // A filter's file has only its rows.
  await page.getByRole('button', { name: 'To check 1' }).click()
  await page.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByRole('menuitem', { name: 'Rows shown (XLSX)' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Files contain only the 1 row shown.')).toBeVisible()
  expect(await savedLines(page)).toMatchObject([{ row: 9, state: 'not_found' }])
  const [head = [], ...cells] = await savedRows(page)
  expect([head.slice(0, 2), cells.map((row) => row.slice(0, 2))]).toEqual([
    ['No.', 'Client'],
    [['4715', 'Trattoria "Luna"']],
  ])

  // The results survive a reload, with the workbook.
  await page.reload()
  const again = await savedFile(page, 'Your sheet with columns added (XLSX)')
  expect(cellsOf(again.bytes).cells).toEqual(after.cells)

  // The file can be used again: its added columns are replaced.
  await page.getByRole('button', { name: 'Edit lines' }).click()
  await upload(page, 'Clients again.xlsx', added.bytes)
  await expect(page.getByText('28 columns are from an earlier Pinref file.')).toBeVisible()
  await expect(role(page, 'Maps (link)')).toHaveValue('link')
  // Everything has been looked up already.
  await choose(page, 'Add names and ratings', 'Find by name')
  await expect(page.getByText('4 found, 1 to check: 1 not found. 1 duplicate.')).toBeVisible()
  const second = await savedFile(page, 'Your sheet with columns added (XLSX)')
  const secondCells = cellsOf(second.bytes).cells
  expect(secondCells.size).toBe(width)
  for (const [at, value] of after.cells) expect(secondCells.get(at), at).toEqual(value)
})

test('a workbook that is being edited survives a reload', async ({ page }) => {
  await openBulk(page)
  await upload(page, 'Clients.xlsx', workbookOf(clients))
  await expect(page.getByText('Clients.xlsx')).toBeVisible()
  await expect(page.getByText('9 rows: 2 headings, 2 blank, 5 lines.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Clients.xlsx')).toBeVisible()
  await page.getByRole('button', { name: 'Remove file' }).click()
  await expect(linesOf(page)).toHaveValue('')
})

test('cells pasted from a spreadsheet keep the links behind them', async ({ page }) => {
  await openBulk(page)
  await linesOf(page).focus()
  await page.evaluate(
    async ([text = '', html = '']) => {
      const item = new ClipboardItem({
        'text/plain': new Blob([text], { type: 'text/plain' }),
        'text/html': new Blob([html], { type: 'text/html' }),
      })
      await navigator.clipboard.write([item])
    },
    [
      'Client\tMaps\n"Colosseum\nRome"\tProfile\nEmpire State\tProfile\n',
      `<table><tr><td>Client</td><td>Maps</td></tr><tr><td>Colosseum<br>Rome</td><td><a href="${colosseum.mapsUrl}">Profile</a></td></tr>` +
        `<tr><td>Empire State</td><td><a href="https://search.google.com/local/writereview?placeid=${empireState}">Profile</a></td></tr></table>`,
    ],
  )
  await page.keyboard.press('ControlOrMeta+V')
  await expect(role(page, 'Maps (link)')).toHaveValue('link')
  await expect(page.getByText('3 rows: 1 heading, 2 lines.')).toBeVisible()
  await expect(page.getByText('2 found.')).toBeVisible()
  await expect(rowsOf(page).nth(1)).toContainText(colosseum.cid)
  await expect(linesOf(page)).toHaveValue(/Maps \(link\)\n/)
})
