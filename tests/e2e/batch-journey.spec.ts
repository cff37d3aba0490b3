import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { readWorkbook } from '@/server/features/lists/workbook'
import { numberedListing } from '../simulator/listings'
import { finished, openBatches, startBatch } from './batches'
import { choose, linesOf, rowsOf, savedFile } from './bulk'
import { expectGoodLooks } from './looks'
import { clipboard, expect, test } from './pinref'
import { signUp } from './signed-in'

const listings = Array.from({ length: 24 }, (_, index) => numberedListing(index))
const name = 'Sydney Opera House, Bennelong Point'
const lines = [
  ...listings.map(({ placeId }) => placeId),
  name,
  'https://example.com/',
  listings[0]?.placeId,
  'No such name at all, Nowhere Street',
  '2.95036E+18',
  name,
]

const title = (page: Page) => page.getByRole('heading', { level: 1 })

/** Renames the batch whose page is open, by keyboard. The first attempt is rejected. */
async function renamed(page: Page, name: string) {
  const rename = page.getByRole('button', { name: 'Rename', exact: true })
  await rename.focus()
  await page.keyboard.press('Enter')
  const field = page.getByRole('dialog', { name: 'Rename batch' }).getByRole('textbox', { name: 'Name' })
  await expect(field).toBeFocused()
  await page.keyboard.type('\u200b')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Send a name of 1 to 100 characters.')
  await field.fill(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rename).toBeFocused()
}

test(
  'a pasted list is looked up in the background, even with its tab closed, and can be downloaded',
  { tag: '@phone' },
  async ({ page, context, google }, { project, workerIndex }) => {
    const { url, simulator } = google
    // Long enough to see the batch in progress, and to close the page.
    simulator.latencyMs = 5_000
    await signUp(page, url, `batches.${project.name}.${workerIndex}@example.com`)
    await openBatches(page, url)
    await linesOf(page).fill(lines.join('\n'))
    await expect(page.getByText('25 found, 5 to check: 2 unreadable, 3 not sent. 2 duplicates.')).toBeVisible()
    await expect(page.getByText('Add names and ratings: 24 lookups')).toBeVisible()
    await expectGoodLooks(page, 'batch-form', project.name)
    await choose(page, 'Add names and ratings')
    await page.getByRole('textbox', { name: 'Batch name' }).fill('Sydney, Opera')
    const id = await startBatch(page, 'Find by name')
    await expect(page.getByRole('progressbar', { name: 'Lines' })).toHaveAttribute('aria-valuemax', '30')
    await expect(title(page)).toHaveText(/^Sydney, Opera: \d+ of 30 looked up$/)
    await page.close()
    simulator.latencyMs = 0

    const tab = await context.newPage()
    await tab.goto(`${url}/batches`)
    await tab
      .getByRole('table', { name: 'Your batches, newest first' })
      .getByRole('link', { name: 'Sydney, Opera' })
      .click()
    await tab.waitForURL(`**/batches/${id}`)
    await finished(tab)
    await expect(title(tab)).toHaveText('Sydney, Opera: 27 found, 3 to check')
    await expect(tab).toHaveTitle('Sydney, Opera: 27 found, 3 to check · Pinref')
    await expect(tab.getByText('27 found', { exact: true })).toBeVisible()
    await expect(tab.getByText('2 unreadable')).toBeVisible()
    await expect(rowsOf(tab)).toHaveCount(30)
    await expect(rowsOf(tab).nth(24)).toContainText('Sydney Opera House')
    await expect(rowsOf(tab).nth(26)).toContainText('Same listing as row 1')
    await expectGoodLooks(tab, 'batch-results', project.name)

    await renamed(tab, 'Sydney/Küste.xlsx')
    await expect(title(tab)).toHaveText('Sydney/Küste.xlsx: 27 found, 3 to check')
    await expect(tab).toHaveTitle('Sydney/Küste.xlsx: 27 found, 3 to check · Pinref')
    const csv = await savedFile(tab, 'CSV')
    expect(csv.name).toBe('Sydney-Küste.csv')
    const text = csv.bytes.toString('utf8').replace(/^\ufeff/, '')
    const rows = Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data
    expect(rows).toHaveLength(30)
    expect(rows[3]).toMatchObject({
      pinref_row: '4',
      pinref_state: 'found',
      pinref_cid: `="${listings[3]?.cid}"`,
      pinref_title: 'Numbered listing 3',
    })
    expect(rows[25]).toMatchObject({ input: 'https://example.com/', pinref_state: 'unreadable' })
    expect(rows[27]?.pinref_state).toBe('not_found')
    expect(rows[28]?.pinref_state).toBe('unreadable')

    const sheet = await savedFile(tab, 'Your sheet with columns added (XLSX)')
    expect(sheet.name).toBe('Sydney-Küste.xlsx')
    const { sheets } = await readWorkbook(new Uint8Array(sheet.bytes))
    const [head = [], ...cells] = sheets[0]?.rows ?? []
    expect(cells).toHaveLength(30)
    expect(cells[3]?.[head.indexOf('pinref_cid')]).toBe(String(listings[3]?.cid))

    await tab.getByRole('button', { name: /^Not found/ }).click()
    await expect(rowsOf(tab)).toHaveCount(1)
    await expect(rowsOf(tab)).toContainText('No listing with this name was found.')
    // No line failed for a reason that may pass.
    await expect(tab.getByRole('button', { name: 'Retry failed lines' })).toHaveCount(0)
    await tab.getByRole('button', { name: /^Found/ }).click()
    await expect(rowsOf(tab)).toHaveCount(27)
    await tab.getByRole('button', { name: 'Copy place ids of the rows shown' }).click()
    expect((await clipboard(tab)).split('\n').slice(0, 24)).toEqual(listings.map(({ placeId }) => placeId))
    simulator.reset()
  },
)
