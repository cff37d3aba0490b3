import { decodePDFRawStream, PDFArray, PDFDocument, PDFRawStream } from '@pdfme/pdf-lib'
import { unzipSync } from 'fflate'
import Papa from 'papaparse'
import { newWorkbook } from '@/server/features/lists/workbook'
import { finished, openBatches, savedFile, startBatch } from './batches'
import { choose, empireState, linesOf, rowsOf, savedFile as savedEntry } from './bulk'
import { expectGoodLooks } from './looks'
import { colosseum } from './pinref'
import { darkModules, modulesOf } from './qr-codes'
import { expect, test } from './signed-in'

const rowsIn = (csv: Buffer) =>
  Papa.parse<Record<string, string>>(csv.toString('utf8').replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data

test('a CSV batch’s results keep the CSV’s columns, and can be used for a review kit', async ({
  page,
  dashboard,
  account,
}, { project }) => {
  await openBatches(page, dashboard.url)
  const csv = `shop;now;before\n"Rome; old";${colosseum.placeId};${empireState}\n=SUM(1);${empireState};nothing to see\n`
  await page
    .getByLabel('File with lines')
    .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByRole('combobox', { name: 'now' }).selectOption('Link')
  await page.getByRole('combobox', { name: 'shop' }).selectOption('Ignore')
  await expect(page.getByText('2 found.')).toBeVisible()
  await startBatch(page)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeFocused()
  await finished(page)
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(rowsOf(page).nth(1)).toContainText(colosseum.cid)
  await expect(page.getByText('3 rows: 1 heading, 2 lines. 2 found.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('shops.csv: 2 found')
  const { name, bytes } = await savedEntry(page, 'CSV')
  expect(name).toBe('shops.csv')
  expect(rowsIn(bytes)).toMatchObject([
    { shop: 'Rome; old', now: colosseum.placeId, before: empireState, pinref_cid: `="${colosseum.cid}"` },
    { shop: "'=SUM(1)", now: empireState, before: 'nothing to see', pinref_state: 'found' },
  ])
  expect(account.id).not.toBe('')

  const kit = page.getByRole('dialog', { name: 'Review kit' })
  await page.getByRole('button', { name: 'Review kit' }).click()
  await expect(kit.getByText('2 listings.')).toBeVisible()
  await kit.getByLabel('Business name').fill('Caffè Roma')
  await kit
    .getByLabel('Logo file')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(logo) })
  await expect(kit.getByRole('button', { name: 'Remove' })).toBeVisible()
  await kit.getByLabel('Language').selectOption('Japanese · 日本語')
  await expect(kit.getByRole('img', { name: 'Poster of Caffè Roma' })).toBeVisible()
  await expectGoodLooks(page, 'review-kit', project.name)
  const zip = await savedFile(page, 'Download kit')
  await expect(kit.getByText('Kit with 2 listings downloaded.')).toBeVisible()
  expect(zip.name).toBe('shops-review-kit.zip')
  const files = unzipSync(new Uint8Array(zip.bytes))
  expect(Object.keys(files).sort()).toEqual([
    'posters.pdf',
    ...['posters/2-colosseum.pdf', 'posters/3-empire-state-building.pdf'],
    ...['qr/2-colosseum.png', 'qr/2-colosseum.svg', 'qr/3-empire-state-building.png', 'qr/3-empire-state-building.svg'],
    ...['review-links.csv', 'sheet.pdf'],
  ])
  const { size, data } = modulesOf(colosseum.reviewUrl)
  const fileOf = (path: string) => Buffer.from(files[path] ?? [])
  const png = fileOf('qr/2-colosseum.png').toString('base64')
  expect(await darkModules(page, png, 'image/png', size)).toEqual(data.flat())
  const svg = fileOf('qr/2-colosseum.svg').toString()
  expect(await darkModules(page, svg, 'image/svg+xml', size)).toEqual(data.flat())
  expect(rowsIn(fileOf('review-links.csv'))).toMatchObject([
    { row: '2', title: 'Colosseum', review_url: colosseum.reviewUrl, files: '2-colosseum' },
    { row: '3', title: 'Empire State Building', files: '3-empire-state-building' },
  ])
  const a4 = [210, 297]
  const runs = startsOf(data)
  const [poster, ...others] = await pagesOf(fileOf('posters/2-colosseum.pdf'))
  expect(poster).toMatchObject({ size: a6, isUpright: true })
  expect(poster?.starts.slice(-runs.length), 'the code of the poster').toEqual(runs)
  expect(others).toEqual([])
  expect(await pagesOf(fileOf('posters.pdf'))).toMatchObject([poster, { size: a6 }])
  expect(await pagesOf(fileOf('sheet.pdf'))).toMatchObject([{ size: a4, isUpright: true }])

  // The settings are saved, so the next kit begins with them.
  await page.reload()
  await page.getByRole('button', { name: 'Review kit' }).click()
  await expect(kit.getByLabel('Business name')).toHaveValue('Caffè Roma')
  await expect(kit.getByLabel('Language')).toHaveValue('ja')
  await expect(kit.getByRole('button', { name: 'Replace logo' })).toBeVisible()
  await expect(kit.getByRole('img', { name: 'Poster of Caffè Roma' })).toBeVisible()
})

/** A logo must not load other files or run a script. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 80" width="200" height="80">
  <script>fetch('https://example.com/')</script><image href="https://example.com/logo.png" width="9" height="9"/>
  <rect width="200" height="80" rx="40" fill="#0a5c4a"/><circle cx="60" cy="40" r="18" fill="#f2c14e"/></svg>`

const a6 = [105, 148]

/** The start of each run of dark modules in a QR code, row by row. */
const startsOf = (modules: readonly boolean[][]) =>
  modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark && !row[x - 1] ? [`${x} ${y}`] : [])))

/**
 * Reads a PDF's pages: each page's size in millimeters, its paths' start points, with the QR code's points last, and
 * whether the paths are upright: their y axis points down, and a page's up, so a matrix turns it.
 */
async function pagesOf(bytes: Buffer) {
  const pdf = await PDFDocument.load(new Uint8Array(bytes))
  return pdf.getPages().map((page) => {
    const { width, height } = page.getSize()
    const contents = page.node.Contents()
    const streams =
      contents instanceof PDFArray ? contents.asArray().map((part) => pdf.context.lookup(part)) : [contents]
    const drawn = streams
      .map((stream) =>
        stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString() : '',
      )
      .join('\n')
    const starts = [...drawn.matchAll(/^(\d+ \d+) m$/gm)].map(([, start]) => start)
    const paths = drawn.split(/^Q$/m).filter((part) => / m$/m.test(part))
    const isUpright = paths.every((path) => {
      const matrices = path.matchAll(/^[\d.-]+ [\d.-]+ [\d.-]+ ([\d.-]+) [\d.-]+ [\d.-]+ cm$/gm)
      return [...matrices].reduce((product, [, y]) => product * Number(y), 1) < 0
    })
    return { size: [width, height].map((length) => Math.round((length * 25.4) / 72)), starts, isUpright }
  })
}

test('an Excel file is read, and a CID that Excel rounded is not looked up', async ({ page, dashboard, account }) => {
  expect(account.id).not.toBe('')
  await openBatches(page, dashboard.url)
  const sheet = await newWorkbook([
    ['shop', 'cid'],
    ['Rome', colosseum.cid],
    ['Rounded', Number(colosseum.cid)],
  ])
  await page.getByLabel('File with lines').setInputFiles({
    name: 'shops.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(sheet),
  })
  await expect(page.getByRole('combobox', { name: 'cid' })).toHaveValue('link')
  await expect(page.getByText('1 found, 1 to check: 1 unreadable.')).toBeVisible()
  await expect(page.getByText('This column was damaged by the spreadsheet.')).toBeVisible()
  await expect(rowsOf(page).last()).toContainText('rounded this number')
  await startBatch(page, 'Check for stale ids')
  await finished(page)
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()
  await expect(page.getByText('3 rows: 1 heading, 2 lines. 1 found, 1 to check: 1 unreadable.')).toBeVisible()
  await expect(rowsOf(page).nth(1)).toContainText(colosseum.cid)
})

test('an Excel file with 20,000 rows is read', async ({ page, dashboard, account }) => {
  expect(account.id).not.toBe('')
  await openBatches(page, dashboard.url)
  const rows = Array.from({ length: 20_000 }, (_, index) => [
    `Shop number ${index}`,
    String(10n ** 18n + BigInt(index) * 10n + 1n),
  ])
  const sheet = await newWorkbook([['shop', 'cid'], ...rows])
  await page.getByLabel('File with lines').setInputFiles({
    name: 'many.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(sheet),
  })
  await expect(page.getByText('many.xlsx')).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('20,001 rows', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove file' }).click()
  await expect(page.getByRole('textbox', { name: /one per line/ })).toHaveValue('')
})

test('a long list is sent in parts, and sending resumes with the part that failed', async ({
  page,
  dashboard,
  account,
}) => {
  test.slow()
  expect(account.id).not.toBe('')
  await openBatches(page, dashboard.url)
  const lines = Array.from({ length: 25_000 }, (_, index) => String(10n ** 18n + BigInt(index) * 10n + 1n))
  let parts = 0
  await page.route('**/api/trpc/batches.updatePart', (route) => {
    parts += 1
    // The second part does not arrive, even if it is sent again.
    return parts >= 2 && parts <= 4 ? route.abort() : route.continue()
  })
  await page.getByLabel('File with lines').setInputFiles({
    name: 'list.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from(lines.join('\n')),
  })
  await expect(page.getByText('list.txt')).toBeVisible()
  await choose(page, 'Check for stale ids')
  await page.getByRole('button', { name: 'Look up 25,000', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Upload interrupted' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^10,000 of 25,000 uploaded\./)).toBeVisible()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(/\/batches\/batch_/, { timeout: 30_000 })
  expect(parts).toBe(6)
  await expect(page.getByRole('progressbar', { name: 'Lines' })).toHaveAttribute('aria-valuemax', '25000')
  await expect(page.getByRole('heading', { name: 'Waiting', exact: true })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText(/^You’re out of lookups for this month\. Resumes automatically in/)).toBeVisible()
  await expect(page.getByText('1,000 found', { exact: true })).toBeVisible()
})

test('names that are missing from a batch can be looked up from its page', async ({ page, dashboard, account }, {
  project,
}) => {
  expect(account.id).not.toBe('')
  await openBatches(page, dashboard.url)
  await linesOf(page).fill(`${Array.from({ length: 1200 }, (_, index) => `Cafe Number ${index}`).join('\n')}\n`)
  await expect(page.getByText('Find by name: 1,200 lookups')).toBeVisible()
  await linesOf(page).fill(`${colosseum.placeId}\nSydney Opera House, Bennelong Point\nhttps://example.com/`)
  await expect(page.getByText('1 found, 2 to check: 1 unreadable, 1 not sent.')).toBeVisible()
  await startBatch(page, 'Check for stale ids')
  await finished(page)
  await page.getByRole('button', { name: 'To check 2' }).click()
  await expect(rowsOf(page)).toHaveCount(2)
  await expectGoodLooks(page, 'batch-names', project.name)
  const before = page.url()
  await page.getByRole('button', { name: 'Look up names' }).click()
  await page.waitForURL((url) => url.href !== before)
  await finished(page)
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Sydney Opera House')
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()
})

test('results have pages, a search, and causes, and unreadable lines share one expandable row', async ({
  page,
  dashboard,
  account,
}, { project }) => {
  expect(account.id).not.toBe('')
  await openBatches(page, dashboard.url)
  const cid = (line: number) => String(10n ** 18n + BigInt(line) * 10n + 1n)
  const lines = Array.from({ length: 400 }, (_, at) =>
    at >= 2 && at < 300 ? `https://example.com/${at + 1}` : cid(at + 1),
  )
  await linesOf(page).fill(lines.join('\n'))
  await startBatch(page)
  await finished(page)
  const results = page.getByRole('region', { name: 'Results' })
  const position = results.getByRole('status').last()
  await expect(rowsOf(page)).toHaveCount(50)
  await expect(position).toHaveText('1–347 of 400')
  const folded = rowsOf(page).nth(2)
  await expect(folded).toContainText('298 rows couldn’t be read: rows 3–300')
  await expect(folded).toContainText('Row 3: ')
  await expectGoodLooks(page, 'batch-folded', project.name)

  await page.getByRole('button', { name: 'To check 298' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  const before = page.viewportSize() ?? { width: 1280, height: 800 }
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_000)
  await page.setViewportSize(before)
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(50)

  await folded.locator('summary').focus()
  await page.keyboard.press('Enter')
  await expect(folded.getByRole('listitem')).toHaveCount(50)
  await expect(folded.getByRole('listitem').first()).toHaveText('3https://example.com/3')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(folded.getByRole('listitem')).toHaveCount(100)
  await expectGoodLooks(page, 'batch-unfolded', project.name)
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(50)

  await results.getByRole('button', { name: 'Next page' }).focus()
  await page.keyboard.press('Enter')
  await expect(results).toBeFocused()
  await expect(position).toHaveText('348–397 of 400')
  await expect(rowsOf(page).first()).toContainText(cid(348))
  await page.reload()
  await expect(position).toHaveText('348–397 of 400')
  await results.getByRole('button', { name: 'Next page' }).click()
  await expect(position).toHaveText('398–400 of 400')
  await expect(results.getByRole('button', { name: 'Next page' })).toBeDisabled()
  await results.getByRole('button', { name: 'Previous page' }).click()
  await expect(position).toHaveText('348–397 of 400')
  await results.getByRole('button', { name: 'Previous page' }).click()
  await expect(position).toHaveText('1–347 of 400')
  expect(new URL(page.url()).search).toBe('')

  const search = page.getByRole('searchbox', { name: 'Search rows and names' })
  await search.fill('EXAMPLE.com/29')
  await page.keyboard.press('Enter')
  await expect(rowsOf(page)).toHaveCount(11)
  await expect(position).toHaveText('1–11')
  await expectGoodLooks(page, 'batch-search', project.name)
  const jsonl = await savedEntry(page, 'JSON Lines')
  expect(jsonl.bytes.toString('utf8').trim().split('\n')).toHaveLength(11)
  await page.reload()
  await expect(search).toHaveValue('EXAMPLE.com/29')
  await expect(rowsOf(page)).toHaveCount(11)
  await search.fill('')
  await expect(rowsOf(page)).toHaveCount(50)
  await page.goBack()
  await expect(search).toHaveValue('EXAMPLE.com/29')
  await search.fill('no such text.*')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(results).toContainText('No matching rows.')
  await page.getByRole('button', { name: 'Show all rows' }).click()

  await page.getByRole('combobox', { name: 'Cause' }).selectOption('Not a Google Maps link')
  await expect(position).toHaveText('1–50')
  await expect(rowsOf(page).first()).toContainText('https://example.com/3')
  await page.getByRole('button', { name: 'Found 102' }).click()
  await expect(page.getByRole('combobox', { name: 'Cause' })).toHaveCount(0)
  await expect(position).toHaveText('1–50 of 102')
})
