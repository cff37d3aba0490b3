import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import {
  answerLookups,
  empireState,
  linesOf,
  movedListing,
  openBulk,
  problem,
  rowsOf,
  saved,
  savedLines,
  start,
  thousand,
} from './bulk'
import { expectGoodLooks } from './looks'
import { clipboard, colosseum, expect, test } from './pinref'

test('pasted lines are looked up despite a broken one, and results are saved as CSV and JSON Lines', {
  tag: '@phone',
}, async ({ page }) => {
  await openBulk(page)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('listings.resolve')) asked.push(request.url())
  })
  await linesOf(page).fill(
    [colosseum.link, '', 'https://example.com/', colosseum.featureId, empireState, 'just words', colosseum.link].join(
      '\n',
    ),
  )
  await expect(page.getByText(/^6 lines: 3 to look up, 1 duplicate, 1 name, 1 unreadable\.$/)).toBeVisible()
  await expect(page.getByText(/^Needs 3 lookups\. [\d,]+ of 1,000 free lookups left today\.$/)).toBeVisible()
  await start(page)
  await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
  await expect(page.getByText('3 of 3')).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(6)
  await expect(rowsOf(page).last()).toContainText('Same as line 1: looked up once')
  await expect(rowsOf(page).last()).toContainText(colosseum.cid)
  expect(asked).toHaveLength(3)

  const csv = await saved(page, 'Download CSV')
  expect(csv.name).toBe('pinref-bulk.csv')
  expect(csv.text.startsWith('\ufeff')).toBe(true)
  const rows = Papa.parse<Record<string, string>>(csv.text.slice(1), { header: true, skipEmptyLines: true }).data
  expect(rows.map(({ line, status, cid }) => [line, status, cid])).toEqual([
    ['1', 'found', `="${colosseum.cid}"`],
    ['3', 'unreadable', ''],
    ['4', 'found', `="${colosseum.cid}"`],
    ['5', 'found', '="15074921902713971043"'],
    ['6', 'unreadable', ''],
    ['7', 'found', `="${colosseum.cid}"`],
  ])
  expect(rows[0]).toMatchObject({ input: colosseum.link, title: 'Colosseum', review_url: colosseum.reviewUrl })

  const [first, second] = await savedLines(page)
  const listing = { cid: colosseum.cid, place_id: colosseum.placeId }
  expect(first).toMatchObject({ line: 1, status: 'found', listing })
  expect(second).toMatchObject({
    line: 3,
    status: 'unreadable',
    problem: { detail: expect.stringContaining('example.com') },
    listing: null,
  })

  await page.getByRole('button', { name: 'Copy CIDs of the lines shown' }).click()
  await expect
    .poll(() => clipboard(page))
    .toBe([colosseum.cid, '', colosseum.cid, '15074921902713971043', '', colosseum.cid].join('\n'))
})

test(
  'lines that cannot be looked up are grouped by cause, and names do not count as unreadable',
  {
    tag: '@phone',
  },
  async ({ page }, { project }) => {
    await openBulk(page)
    await linesOf(page).fill(
      [
        ...['https://example.com/', colosseum.link, 'Cafe Roma', 'https://example.org/shop', '2.95036E+18'],
        ...['https://www.google.com/maps/dir/Rome/Milan', 'Sydney Opera House', 'https://maps.app.goo.gl/'],
      ].join('\n'),
    )
    await expect(page.getByText('8 lines: 1 to look up, 2 names, 5 unreadable.')).toBeVisible()
    const groups = page.getByRole('region', { name: 'Lines that aren’t looked up' }).getByRole('list').first()
    await expect(groups.locator('> li')).toContainText([
      /^2 names.*Look them up$/,
      /^2 not Google Maps.*Show/,
      /^1 damaged/,
      /^1 without a single listing/,
      /^1 cut off/,
    ])
    await groups.getByText('not Google Maps').click()
    const lines = groups.getByRole('listitem').filter({ hasText: /^Line/ })
    await expect(lines).toHaveText([/^Line 1https:\/\/example\.com/, /^Line 4https:\/\/example\.org/])
    await expect(lines.first()).toContainText('example.com is not an address of Google Maps')
    await expectGoodLooks(page, 'bulk-groups', project.name)
    await start(page)
    await expect(page.getByText('5 unreadable')).toBeVisible()
    await expect(page.getByText('2 names not looked up')).toBeVisible()
    await page.getByRole('button', { name: 'Unreadable', exact: true }).click()
    await expect(rowsOf(page)).toHaveCount(5)
    await page.getByRole('button', { name: 'Names', exact: true }).click()
    await expect(rowsOf(page)).toHaveCount(2)
  },
)

test('a table is previewed with the column that is looked up', async ({ page }, { project }) => {
  await openBulk(page)
  const csv = `id,shop,street,city,owner,link\n${[1, 2, 3, 4].map((id) => `${id},Roma,Via ${id},Rome,Ada,"${colosseum.link}"`).join('\n')}\n`
  await page
    .getByLabel('File with lines')
    .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const table = page.getByRole('table', { name: '6 columns, 4 rows. “link” is looked up.' })
  await expect(table.getByRole('columnheader')).toHaveText(['id', 'shop', 'street', 'city', /^Looked up\s*link$/])
  await expect(table.getByRole('row')).toHaveCount(4)
  await expectGoodLooks(page, 'bulk-table', project.name)
  await page.getByLabel('Column to look up').selectOption('1')
  await expect(page.getByRole('table', { name: /“shop” is looked up/ })).toBeVisible()
  await page.getByLabel('Column to look up').selectOption('None: each line as a whole')
  await expect(page.getByRole('table')).toHaveCount(0)
})

test('a CSV can be chosen or dropped; its link column is found or asked for', async ({ page }) => {
  await openBulk(page)
  const csv = `id,name,link\r\n1,"Rome, old","${colosseum.link}"\r\n2,=SUM(1),${empireState}\r\n`
  await page
    .getByLabel('File with lines')
    .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByLabel('Column to look up')).toHaveValue('2')
  await expect(page.getByText('2 lines: 2 to look up.')).toBeVisible()

  // Two columns of links: the user has to choose.
  const unclear = `now,before\n${colosseum.placeId},${empireState}\n${empireState},${colosseum.placeId}\n`
  const transfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'two.csv', { type: 'text/csv' }))
    return transfer
  }, unclear)
  await linesOf(page).dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByLabel('Which column should be looked up?')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Look up/ })).toHaveCount(0)
  await page.getByLabel('Which column should be looked up?').selectOption('1')
  await expect(page.getByText('2 lines: 2 to look up.')).toBeVisible()
  await page.getByRole('radio', { name: /^With ratings/ }).check()
  await start(page)
  await expect(rowsOf(page).first()).toContainText('Empire State Building')
  const { text } = await saved(page, 'Download CSV')
  expect(text.slice(1).split('\r\n')[0]).toMatch(/^now,before,line,status,/)
})

test('names are looked up, and a name that no listing has cannot be retried', async ({ page }) => {
  await openBulk(page)
  await linesOf(page).fill(`Sydney Opera House, Bennelong Point\nNo such name at all, 1 Nowhere St`)
  await expect(page.getByText('2 lines: 0 to look up, 2 names.')).toBeVisible()
  await page.getByRole('button', { name: 'Look them up' }).click()
  await expect(page.getByRole('radio', { name: /^With ratings/ })).toBeChecked()
  await expect(page.getByText('2 lines: 2 to look up.')).toBeFocused()
  await start(page)
  await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
  await expect(rowsOf(page).first()).toContainText('Sydney Opera House')
  await expect(
    rowsOf(page)
      .first()
      .getByRole('link', { name: /^Review link/ }),
  ).toHaveAttribute('href', /placeid=ChIJ/)
  await expect(rowsOf(page).last()).toContainText('No listing of this name was found.')
  await expect(page.getByRole('button', { name: /^Retry failed/ })).toHaveCount(0)
})

test('names in a table are looked up with the addresses beside them', async ({ page }) => {
  await openBulk(page)
  const csv = 'id,name,address\n1,Sydney Opera House,Bennelong Point\n'
  await page
    .getByLabel('File with lines')
    .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByLabel('Column to look up')).toHaveValue('1')
  await expect(page.getByLabel('Address column')).toHaveValue('2')
  await page.getByRole('radio', { name: /^With ratings/ }).check()
  await start(page)
  await expect(rowsOf(page)).toContainText('Sydney Opera House, Bennelong Point')
  await expect(page.getByText('1 found')).toBeVisible()
})

test('bulk looks up identifiers only by default, and looks a line up again when more is chosen', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('listings.resolve')) asked.push(request.postDataJSON().details)
  })
  await openBulk(page)
  await expect(page.getByRole('radio', { name: /^Identifiers only/ })).toBeChecked()
  await expect(page.getByText(/Costs/)).toHaveCount(0)
  await linesOf(page).fill(empireState)
  await start(page)
  await expect(page.getByText('1 found')).toBeVisible()
  await expect(rowsOf(page).first().getByRole('link', { name: empireState })).toBeVisible()
  expect(asked).toEqual(['none'])

  await page.reload()
  await page.getByRole('button', { name: 'Edit lines' }).click()
  await expect(page.getByRole('radio', { name: /^Identifiers only/ })).toBeChecked()
  await page.getByRole('radio', { name: /^With ratings/ }).check()
  await expect(page.getByText(/^Needs 1 lookup\./)).toBeVisible()
  await start(page)
  await expect(rowsOf(page).first()).toContainText('Empire State Building')
  expect(asked).toEqual(['none', 'full'])
})

test('a listing that has moved is marked, and the list and file can be filtered for it', async ({ page }) => {
  await answerLookups(page, (url) => (url === thousand[1] ? { json: movedListing(url) } : null))
  await openBulk(page)
  await page.getByRole('radio', { name: /^Check for stale ids/ }).check()
  await linesOf(page).fill(thousand.slice(0, 3).join('\n'))
  await start(page)
  await expect(page.getByText('3 found')).toBeVisible()
  await page.getByRole('button', { name: 'Moved', exact: true }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Moved')
  // The file has what is shown.
  const rows = await savedLines(page)
  const listing = { status: 'moved', moved_from: { cid: thousand[1] } }
  expect(rows).toMatchObject([{ status: 'found', listing }])
})

const states: Record<string, (page: Page) => Promise<void>> = {
  'bulk-empty': (page) => openBulk(page),
  'bulk-plan': async (page) => {
    await openBulk(page)
    await linesOf(page).fill(`${colosseum.link}\nhttps://example.com/\n${thousand.join('\n')}`)
    await expect(page.getByText(/Look up the first/)).toBeVisible()
  },
  'bulk-results': async (page) => {
    await answerLookups(page, (url) =>
      url.endsWith('3') ? { status: 404, json: problem('listing_not_found', 404, 'No such listing') } : null,
    )
    await openBulk(page)
    await linesOf(page).fill([...thousand.slice(0, 12), thousand[2], 'https://example.com/'].join('\n'))
    await start(page)
    await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
  },
}
for (const [name, reach] of Object.entries(states)) {
  test(`the bulk page in the state “${name}” is accessible and fits the screen`, async ({ page }, { project }) => {
    await reach(page)
    await expectGoodLooks(page, name, project.name)
  })
}
