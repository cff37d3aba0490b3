import {
  answerLookups,
  choose,
  empireState,
  linesOf,
  openBulk,
  problem,
  ratings,
  rowsOf,
  savedLines,
  start,
  thousand,
} from './bulk'
import { colosseum, expect, test } from './pinref'

/** Responds to lookups inside the page so that only the page determines the pace. Counts the lookups in `asked`. */
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

test('a run of a thousand lines shows progress and can be canceled', async ({ page }) => {
  test.slow()
  await page.addInitScript(answerInPage)
  const asked = () => page.evaluate(() => (window as unknown as { asked: number }).asked)
  await openBulk(page)
  await linesOf(page).fill([...thousand, '1000000000000099999'].join('\n'))
  await choose(page, ratings)
  await expect(page.getByText('Each run makes up to 1,000 lookups. You can run the other 1 afterward.')).toBeVisible()
  await start(page)
  const bar = page.getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuemax', '1001')
  const counts = page.locator('[role=progressbar] + p')
  await expect(counts).toContainText(/(about \d+ (seconds|minutes)|a few seconds) left$/, { timeout: 20_000 })
  await expect(page.getByText(/\d+ percent complete/)).toBeAttached()
  await expect(rowsOf(page).filter({ hasText: `Listing ${thousand[0]}` })).toBeVisible()

  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Canceled\. Your results are saved/)).toBeVisible()
  const before = await asked()
  expect(before).toBeLessThan(1000)
  await expect(bar).toHaveAttribute('aria-valuenow', String(before))
  // Lines that were not looked up still have their parsed identifiers.
  const titles = (await savedLines(page)).map(({ listing }) => (listing as { title: string | null }).title)
  expect(titles.filter((title) => title !== null)).toHaveLength(before)
  expect(titles).toHaveLength(1001)
})

test('a canceled run resumes where it stopped and repeats no lookup', async ({ page }) => {
  const lines = thousand.slice(0, 80)
  const asked = await answerLookups(page, () => null)
  await openBulk(page)
  await linesOf(page).fill(lines.join('\n'))
  await choose(page, ratings)
  await start(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: /^Continue with/ }).click()
  await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible({ timeout: 20_000 })
  expect(asked.toSorted()).toEqual(lines.toSorted())
})

test('retrying repeats only the lines that may still succeed', async ({ page }) => {
  test.slow()
  let isDown = true
  const asked = await answerLookups(page, (url) => {
    if (url === thousand[1] && isDown)
      return { status: 500, json: problem('link_unreachable', 500, 'The link did not answer') }
    if (url === thousand[2]) return { status: 404, json: problem('listing_not_found', 404, 'Listing not found') }
    if (url === thousand[3]) return { status: 400, json: problem('unsupported_link', 400, 'Not a map link') }
    return null
  })
  await openBulk(page)
  await linesOf(page).fill(thousand.slice(0, 4).join('\n'))
  await choose(page, ratings)
  await start(page)
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()
  await expect(page.getByText('1 found, 3 to check: 1 not found, 1 failed, 1 unreadable.')).toBeVisible({
    timeout: 20_000,
  })
  for (const filter of ['Not found 1', 'Failed 1', 'Unreadable 1']) {
    await page.getByRole('button', { name: filter }).click()
    await expect(rowsOf(page)).toHaveCount(1)
  }
  await page.getByRole('button', { name: 'All 4' }).click()
  isDown = false
  await page.getByRole('button', { name: 'Retry failed (1)' }).click()
  await expect(page.getByText('2 found', { exact: true })).toBeVisible()
  expect([0, 2, 3].map((index) => asked.filter((url) => url === thousand[index]).length)).toEqual([1, 1, 1])
})

test('a run warns when too few lookups are left, stops when they are used up, and keeps its results when the lines are edited', async ({
  page,
  frugalUrl,
}) => {
  let quota = 1
  const asked = await answerLookups(page, () => {
    quota--
    return quota < 0 ? { status: 429, json: problem('free_quota_exhausted', 429, 'No free lookups left today') } : null
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
  await choose(page, ratings)
  await expect(page.getByText(/Only 1 lookup is left\. The other 2 lines stay here/)).toBeVisible()
  await expect(page.getByRole('region', { name: 'Plans' })).toContainText('10,000 a month')
  await page.getByRole('button', { name: 'Look up the first 1' }).click()
  await expect(page.getByText(/You’re out of lookups\..*Lookups reset in/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Continue with 2' })).toBeVisible()
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Edit lines' }).click()
  await linesOf(page).fill(thousand.slice(0, 2).join('\n'))
  await expect(page.getByText(/^Needs 1 lookup\./)).toBeVisible()
  await expect(page.getByText(/No lookups are left/)).toBeVisible()
  expect(asked.filter((url) => url === thousand[0])).toHaveLength(1)
})

test('a run stops without a connection, and can be resumed when the connection is back', async ({ page, context }) => {
  await openBulk(page)
  await linesOf(page).fill(`${colosseum.placeId}\n${empireState}`)
  await choose(page, ratings)
  await expect(page.getByText(/^Needs 2 lookups/)).toBeVisible()
  await context.setOffline(true)
  await start(page)
  await expect(page.getByText(/^No response\. Check your connection, then continue\./)).toBeVisible({ timeout: 30_000 })
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Continue with 2' }).click()
  await expect(page.getByText('2 found', { exact: true })).toBeVisible()
})
