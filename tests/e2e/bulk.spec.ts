import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import Papa from 'papaparse'
import { expectGoodLook } from './looks'
import { colosseum, expect, test } from './pinref'

const empireState = 'ChIJaXQRs6lZwokRY6EFpJnhNNE'

const linesOf = (page: Page) => page.getByRole('textbox', { name: /one a line/ })
const rowsOf = (page: Page) => page.getByRole('article').getByRole('listitem')
const start = (page: Page) => page.getByRole('button', { name: /^Look up/ }).click()

async function openBulk(page: Page, url = '') {
  await page.goto(`${url}/bulk`)
  await expect(linesOf(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
}

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const download = await saving
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') }
}

/** A thousand CIDs that differ. */
const thousand = Array.from({ length: 1000 }, (_, index) => String(10n ** 18n + BigInt(index)))

const listing = (cid: string) => ({
  title: `Listing ${cid}`,
  cid,
  hex_cid: `0x${BigInt(cid).toString(16)}`,
  place_id: null,
  rating: '4.5',
  reviews_count: 12,
  maps_url: `https://maps.google.com/?cid=${cid}`,
  review_url: null,
  schema_hasmap: `https://maps.google.com/?cid=${cid}`,
  rate_limit: { authenticated: false, limit: '1000', remaining: 900 },
})

const problem = (code: string, status: number, detail: string) => ({
  error: {
    message: detail,
    code: -32603,
    data: {
      code: 'INTERNAL_SERVER_ERROR',
      httpStatus: status,
      problem: { title: detail, status, detail, code, request_id: 'e2e-1' },
    },
  },
})

/** Answers lookups in the server's place. */
async function answerLookups(page: Page, answer: (url: string) => { status?: number; json: unknown } | null) {
  const asked: string[] = []
  await page.route('**/api/trpc/listings.resolve*', async (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    asked.push(url)
    await route.fulfill(answer(url) ?? { json: { result: { data: listing(url) } } })
  })
  return asked
}

/** Answers lookups inside the page, so that the pace is the page's own; counts them in `asked`. */
function answerInPage() {
  const counted = Object.assign(window, { asked: 0 })
  const ask = window.fetch
  window.fetch = async (input, init) => {
    if (!String(input).includes('listings.resolve')) return ask(input, init)
    counted.asked++
    const { url: cid } = JSON.parse(String(init?.body)) as { url: string }
    const maps_url = `https://maps.google.com/?cid=${cid}`
    const found = { title: `Listing ${cid}`, cid, hex_cid: '0x1', place_id: null, rating: '4.5', reviews_count: 12 }
    return Response.json({ result: { data: { ...found, maps_url, review_url: null, schema_hasmap: maps_url } } })
  }
}

test('pasted lines are looked up, a broken one stops nothing, and the answers are saved as CSV and JSON', async ({
  page,
}) => {
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
  await expect(
    page.getByText(/^6 lines: 3 to look up, 1 named twice and looked up once, 2 cannot be read\.$/),
  ).toBeVisible()
  await expect(page.getByText(/Line 3: example\.com is not an address of Google Maps/)).toBeVisible()
  await expect(page.getByText(/^Needs 3 lookups\. \d+ of 1000 free lookups left today\.$/)).toBeVisible()
  await start(page)
  await expect(page.getByRole('heading', { name: 'All lines are looked up' })).toBeVisible()
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
    ['1', 'found', colosseum.cid],
    ['3', 'failed', ''],
    ['4', 'found', colosseum.cid],
    ['5', 'found', '15074921902713971043'],
    ['6', 'failed', ''],
    ['7', 'found', colosseum.cid],
  ])
  expect(rows[0]).toMatchObject({ input: colosseum.link, title: 'Colosseum', review_url: colosseum.reviewUrl })

  const json = await saved(page, 'Download JSON')
  expect(json.name).toBe('pinref-bulk.json')
  const [first, second] = JSON.parse(json.text)
  expect(first).toMatchObject({ line: 1, status: 'found', cid: colosseum.cid, place_id: colosseum.placeId })
  expect(second).toMatchObject({
    line: 3,
    status: 'failed',
    problem: expect.stringContaining('example.com'),
    cid: null,
  })
})

test('a CSV is chosen or dropped; its column with links is found, or asked for', async ({ page }) => {
  await openBulk(page)
  const csv = `id,name,link\r\n1,"Rome, old","${colosseum.link}"\r\n2,=SUM(1),${empireState}\r\n`
  await page
    .getByLabel('File with links')
    .setInputFiles({ name: 'shops.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(page.getByLabel('Column with the links')).toHaveValue('2')
  await expect(page.getByText('2 lines: 2 to look up.')).toBeVisible()

  // Two columns of links: only the reader knows which is meant.
  const unclear = `now,before\n${colosseum.placeId},${empireState}\n${empireState},${colosseum.placeId}\n`
  const transfer = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], 'two.csv', { type: 'text/csv' }))
    return transfer
  }, unclear)
  await linesOf(page).dispatchEvent('drop', { dataTransfer: transfer })
  await expect(page.getByLabel('Which column has the links?')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Look up/ })).toHaveCount(0)
  await page.getByLabel('Which column has the links?').selectOption('1')
  await expect(page.getByText('2 lines: 2 to look up.')).toBeVisible()
  await start(page)
  await expect(rowsOf(page).first()).toContainText('Empire State Building')
})

test('a thousand lines run with progress until they are cancelled', async ({ page }) => {
  test.slow()
  await page.addInitScript(answerInPage)
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked)
  await openBulk(page)
  await linesOf(page).fill([...thousand, '5'].join('\n'))
  await expect(page.getByText('1 more line is left out: 1,000 are looked up at a time.')).toBeVisible()
  await start(page)
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuemax', '1000')
  await expect(page.getByText(/^(about \d+ (seconds|minutes)|a few seconds) left$/)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText(/\d+ percent looked up/)).toBeAttached()
  await expect(rowsOf(page).filter({ hasText: `Listing ${thousand[0]}` })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Cancelled\. What was found stays/)).toBeVisible()
  const before = await asked()
  expect(before).toBeLessThan(1000)
  await expect(bar).toHaveAttribute('aria-valuenow', String(before))
  const { text } = await saved(page, 'Download JSON')
  const statuses = (JSON.parse(text) as Array<{ status: string }>).map(({ status }) => status)
  expect(statuses.filter((status) => status === 'found')).toHaveLength(before)
  expect(statuses.filter((status) => status === 'waiting')).toHaveLength(1000 - before)
})

test('a cancelled run goes on where it stopped, and asks for nothing twice', async ({ page }) => {
  const lines = thousand.slice(0, 80)
  const asked = await answerLookups(page, () => null)
  await openBulk(page)
  await linesOf(page).fill(lines.join('\n'))
  await start(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Go on with/ }).click()
  await expect(page.getByRole('heading', { name: 'All lines are looked up' })).toBeVisible({ timeout: 20_000 })
  expect(asked.toSorted()).toEqual(lines.toSorted())
})

test('what failed is retried alone', async ({ page }) => {
  let isDown = true
  const asked = await answerLookups(page, (url) => {
    if (url === thousand[1] && isDown)
      return { status: 404, json: problem('listing_not_found', 404, 'No such listing') }
    return null
  })
  await openBulk(page)
  await linesOf(page).fill(thousand.slice(0, 3).join('\n'))
  await start(page)
  await expect(page.getByText('2 found')).toBeVisible()
  await expect(page.getByText('1 failed')).toBeVisible()
  await page.getByRole('button', { name: 'Failed', exact: true }).click()
  await expect(rowsOf(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'All', exact: true }).click()
  isDown = false
  await page.getByRole('button', { name: 'Retry the failed (1)' }).click()
  await expect(page.getByText('3 found')).toBeVisible()
  expect(asked).toHaveLength(4)
})

test('too few lookups are told before, the run stops when they are used up, and changing the lines loses nothing', async ({
  page,
  frugalUrl,
}) => {
  let quota = 1
  const asked = await answerLookups(page, () => {
    quota--
    return quota < 0
      ? { status: 429, json: problem('free_quota_exhausted', 429, 'No free lookups are left today') }
      : null
  })
  await page.route('**/api/trpc/status*', (route) =>
    route.fulfill({
      json: {
        result: {
          data: {
            source: 'sample',
            free: { limit: '5', remaining: Math.max(0, quota), resetSeconds: Math.ceil(Date.now() / 1000) + 7200 },
            account: null,
          },
        },
      },
    }),
  )
  await openBulk(page, frugalUrl)
  await linesOf(page).fill(thousand.slice(0, 3).join('\n'))
  await expect(page.getByText(/Only 1 lookup is left\. The other 2 lines wait here/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Plans' })).toContainText('$29 a month')
  await page.getByRole('button', { name: 'Look up the first 1' }).click()
  await expect(page.getByText(/The lookups are used up\..*They return in/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go on with 2' })).toBeVisible()
  await expect(page.getByText('1 found')).toBeVisible()

  await page.getByRole('button', { name: 'Change the lines' }).click()
  await linesOf(page).fill(thousand.slice(0, 2).join('\n'))
  await expect(page.getByText(/^Needs 1 lookup\./)).toBeVisible()
  await expect(page.getByText(/No lookups are left/)).toBeVisible()
  expect(asked.filter((url) => url === thousand[0])).toHaveLength(1)
})

test('without a connection the run stops, and goes on when it is back', async ({ page, context }) => {
  test.setTimeout(60_000)
  await openBulk(page)
  await linesOf(page).fill(`${colosseum.placeId}\n${empireState}`)
  await expect(page.getByText(/^Needs 2 lookups/)).toBeVisible()
  await context.setOffline(true)
  await start(page)
  await expect(page.getByText(/^No answer comes back/)).toBeVisible({ timeout: 30_000 })
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Go on with 2' }).click()
  await expect(page.getByText('2 found')).toBeVisible()
})

test('leaving the page with answers in it is asked about', async ({ page }) => {
  await openBulk(page)
  await linesOf(page).fill(colosseum.placeId)
  await start(page)
  await expect(page.getByText('1 found')).toBeVisible()
  const asking = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asking
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme })
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
        await expect(page.getByRole('heading', { name: 'All lines are looked up' })).toBeVisible()
      },
    }
    for (const [name, reach] of Object.entries(states)) {
      test(`${name} is accessible and fits its width`, async ({ page }, { project }) => {
        await reach(page)
        await expectGoodLook(page, name, project.name, colorScheme)
      })
    }
  })
}
