import type { Page } from '@playwright/test'
import {
  answerLookups,
  choose,
  empireState,
  linesOf,
  movedListing,
  openBulk,
  problem,
  ratings,
  rowsOf,
  savedLines,
  start,
  thousand,
} from './bulk'
import { expectGoodLooks } from './looks'
import { colosseum, expect, test } from './pinref'

test(
  'lines that cannot be read are grouped by cause, and names do not count as unreadable',
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
    await expect(page.getByText('1 found, 7 to check: 5 unreadable, 2 not sent.')).toBeVisible()
    const groups = page.getByRole('region', { name: 'Rows that can’t be read' }).getByRole('list').first()
    await expect(groups.locator('> li')).toContainText([
      /^2 not Google Maps.*Show/,
      /^1 possibly rounded/,
      /^1 without a listing/,
      /^1 cut off/,
    ])
    await groups.getByText('not Google Maps').click()
    const lines = groups.getByRole('listitem').filter({ hasText: /^Row/ })
    await expect(lines).toHaveText([/^Row 1https:\/\/example\.com/, /^Row 4https:\/\/example\.org/])
    await expect(lines.first()).toContainText('example.com is not a Google Maps address')
    await expectGoodLooks(page, 'bulk-groups', project.name)
    await choose(page, ratings)
    await start(page)
    await expect(page.getByText('1 found, 7 to check: 5 unreadable, 2 not sent.')).toBeVisible()
    await page.getByRole('button', { name: 'Unreadable 5' }).click()
    await expect(rowsOf(page)).toHaveCount(5)
    await page.getByRole('button', { name: 'Names 2' }).click()
    await expect(rowsOf(page)).toHaveCount(2)
  },
)

test('the headings and what each column holds are guessed, and can be changed with the keyboard', async ({ page }, {
  project,
}) => {
  await openBulk(page)
  const csv = [
    'Client list,,,,,',
    'id,shop,street,city,owner,link',
    ...[1, 2, 3, 4].map((id) => `${id},Roma,Via ${id},Rome,Ada,"${colosseum.link}"`),
  ].join('\n')
  await page
    .getByLabel('File with lines')
    .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  const columns = page.getByRole('group', { name: /^Check the columns/ })
  await expect(columns).toContainText('6 rows, 6 columns.')
  const role = (name: string) => columns.getByRole('combobox', { name, exact: true })
  await expect(role('link')).toHaveValue('link')
  await expect(role('link')).toHaveAccessibleDescription('Guessed')
  await expect(role('street')).toHaveValue('address')
  await expect(role('city')).toHaveValue('address')
  await expect(columns.getByRole('radio', { name: 'Row 2' })).toBeChecked()
  await expect(page.getByText('6 rows: 2 headings, 4 lines.')).toBeVisible()
  await expectGoodLooks(page, 'bulk-table', project.name)

  await role('owner').focus()
  await page.keyboard.press('N')
  await expect(role('owner')).toHaveValue('name')
  await expect(role('shop')).toHaveValue('')
  await expect(rowsOf(page).nth(2)).toContainText('Ada')
  await role('link').selectOption('Ignore')
  await expect(page.getByText('4 to check: 4 not sent.')).toBeVisible()
  await expect(page.getByText('Find by name: 4 lookups')).toBeVisible()

  await columns.getByRole('radio', { name: 'Row 2' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(columns.getByRole('radio', { name: 'Row 3' })).toBeChecked()
  await expect(page.getByText('6 rows: 3 headings, 3 lines.')).toBeVisible()
  await columns.getByRole('radio', { name: 'No headings' }).check()
  await expect(page.getByText('6 lines.', { exact: true })).toBeVisible()
  await expect(role('Column 6')).toBeVisible()
  await page.getByRole('checkbox', { name: /^Read each line/ }).check()
  await expect(columns).toHaveCount(0)
})

test('a file of 100,000 rows is read without blocking the page, and a file with too many columns is rejected', async ({
  page,
}) => {
  test.slow()
  await openBulk(page)
  const drop = async (name: string, make: string) => {
    const transfer = await page.evaluateHandle(
      ([name, make]) => {
        const transfer = new DataTransfer()
        const text =
          make === 'rows'
            ? Array.from({ length: 100_000 }, (_, at) => `Shop ${at},${10n ** 18n + BigInt(at) * 10n + 1n}`)
            : []
        const wide = make === 'columns' ? `${'a,'.repeat(300_000)}\n${'b,'.repeat(300_000)}` : ''
        transfer.items.add(new File([wide || `shop,cid\n${text.join('\n')}`], name, { type: 'text/csv' }))
        return transfer
      },
      [name, make] as const,
    )
    await page.evaluate(() => {
      const counted = Object.assign(window, { frames: 0 })
      const note = () => {
        counted.frames++
        requestAnimationFrame(note)
      }
      requestAnimationFrame(note)
    })
    await page.getByRole('main').locator('textarea').or(page.getByText('many.csv')).first().dispatchEvent('drop', {
      dataTransfer: transfer,
    })
  }
  await drop('many.csv', 'rows')
  await expect(page.getByText('100,001 rows: 1 heading, 100,000 lines.')).toBeVisible({ timeout: 60_000 })
  // If the page read the rows itself, it would draw almost nothing during that time.
  expect(await page.evaluate(() => (window as unknown as { frames: number }).frames)).toBeGreaterThan(10)
  await expect(page.getByText(`${ratings}: 100,000 lookups`, { exact: true })).toBeVisible()
  const shown = rowsOf(page)
  expect(await shown.count()).toBeLessThan(100)
  await expect(shown.first()).toHaveAttribute('aria-setsize', '100001')
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  await expect(shown.filter({ hasText: '1000000000000999991' })).toBeVisible()

  await drop('wide.csv', 'columns')
  await expect(page.getByText('The limit is 200 columns. Remove the ones you don’t need.')).toBeVisible()
})

test('names are looked up, and a name without a listing cannot be retried', async ({ page }) => {
  await openBulk(page)
  await linesOf(page).fill(`Sydney Opera House, Bennelong Point\nNo such name at all, 1 Nowhere St`)
  await expect(page.getByText('2 to check: 2 not sent.')).toBeVisible()
  await choose(page, 'Find by name')
  await expect(page.getByText(/^Needs 2 lookups\./)).toBeVisible()
  await start(page)
  await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
  await expect(rowsOf(page).first()).toContainText('Sydney Opera House')
  await expect(
    rowsOf(page)
      .first()
      .getByRole('link', { name: /^Review link/ }),
  ).toHaveAttribute('href', /placeid=ChIJ/)
  await expect(rowsOf(page).last()).toContainText('No listing with this name was found.')
  await expect(page.getByRole('button', { name: /^Retry failed/ })).toHaveCount(0)
})

test('names in a table are looked up with the addresses next to them', async ({ page }) => {
  await openBulk(page)
  const csv = 'id,name,address\n1,Sydney Opera House,Bennelong Point\n'
  await page
    .getByLabel('File with lines')
    .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByRole('combobox', { name: 'name' })).toHaveValue('name')
  await expect(page.getByRole('combobox', { name: 'address' })).toHaveValue('address')
  await choose(page, 'Find by name')
  await start(page)
  await expect(rowsOf(page).last()).toContainText('Sydney Opera House1')
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()
})

test('results remain, and a line is looked up again only if more details are chosen', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('listings.resolve')) asked.push(request.postDataJSON().details)
  })
  await openBulk(page)
  await linesOf(page).fill(empireState)
  await choose(page, 'Check for stale ids')
  await start(page)
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()
  expect(asked).toEqual(['checked'])

  await page.reload()
  await page.getByRole('button', { name: 'Edit lines' }).click()
  await choose(page, ratings)
  await expect(page.getByText(/^Needs 1 lookup\./)).toBeVisible()
  await start(page)
  await expect(rowsOf(page).first()).toContainText('Empire State Building')
  expect(asked).toEqual(['checked', 'full'])
  await page.getByRole('button', { name: 'Edit lines' }).click()
  await page.getByRole('checkbox', { name: ratings }).uncheck()
  await expect(rowsOf(page).first()).toContainText('Empire State Building')
})

test('a listing that has moved is marked, and the list and the file can be filtered for moved listings', async ({
  page,
}) => {
  await answerLookups(page, (url) => (url === thousand[1] ? { json: movedListing(url) } : null))
  await openBulk(page)
  await linesOf(page).fill(thousand.slice(0, 3).join('\n'))
  await choose(page, 'Check for stale ids')
  await start(page)
  await expect(page.getByText('3 found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Moved 1' }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(rowsOf(page)).toContainText('Moved')
  // The file has the rows shown.
  const rows = await savedLines(page)
  const listing = { moved_from: { cid: thousand[1] } }
  expect(rows).toMatchObject([{ row: 2, state: 'found', listing_status: 'moved', listing }])
})

const states: Record<string, (page: Page) => Promise<void>> = {
  'bulk-empty': (page) => openBulk(page),
  'bulk-plan': async (page) => {
    await openBulk(page)
    await linesOf(page).fill(`${colosseum.link}\nhttps://example.com/\n${thousand.join('\n')}`)
    await choose(page, ratings)
    await expect(page.getByText(/Look up the first/)).toBeVisible()
  },
  'bulk-results': async (page) => {
    await answerLookups(page, (url) =>
      url.endsWith('31') ? { status: 404, json: problem('listing_not_found', 404, 'Listing not found') } : null,
    )
    await openBulk(page)
    await linesOf(page).fill([...thousand.slice(0, 12), thousand[2], 'https://example.com/'].join('\n'))
    await choose(page, ratings)
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
