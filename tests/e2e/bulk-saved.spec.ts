import { answerLookups, linesOf, openBulk, rowsOf, start, thousand } from './bulk'
import { colosseum, expect, test } from './pinref'

test('what was found is there after a reload, and nothing is asked for twice', async ({ page }) => {
  const asked = await answerLookups(page, () => null)
  await openBulk(page)
  await linesOf(page).fill(`${thousand[0]}\nhttps://example.com/\n${thousand[1]}`)
  await start(page)
  await expect(page.getByRole('heading', { name: 'All lines are looked up' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'All lines are looked up' })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(rowsOf(page).last()).toContainText(`Listing ${thousand[1]}`)
  expect(asked).toHaveLength(2)

  // Lines that come later ask for what is new alone, and the results stay within reach.
  await page.getByRole('button', { name: 'Change the lines' }).click()
  await expect(linesOf(page)).toHaveValue(`${thousand[0]}\nhttps://example.com/\n${thousand[1]}`)
  await linesOf(page).fill(`${thousand[0]}\n${thousand[2]}`)
  await expect(page.getByText(/^Needs 1 lookup\./)).toBeVisible()
  await page.reload()
  await expect(linesOf(page)).toHaveValue(`${thousand[0]}\n${thousand[2]}`)
  await expect(page.getByText(/^Needs 1 lookup\./)).toBeVisible()
  await page.getByRole('button', { name: 'Back to the results' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
})

test('a run whose page goes away in the middle goes on where it was', async ({ page }) => {
  const lines = thousand.slice(0, 40)
  let answering = true
  const asked: string[] = []
  await page.route('**/api/trpc/listings.resolve*', async (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    // A phone that drops the page lets these calls go.
    if (!answering) return route.abort()
    asked.push(url)
    if (asked.length === 20) answering = false
    const maps_url = `https://maps.google.com/?cid=${url}`
    const found = {
      title: `Listing ${url}`,
      cid: url,
      hex_cid: '0x1',
      place_id: null,
      rating: '4.5',
      reviews_count: 12,
    }
    await route.fulfill({
      json: { result: { data: { ...found, maps_url, review_url: null, schema_hasmap: maps_url } } },
    })
  })
  await openBulk(page)
  await linesOf(page).fill(lines.join('\n'))
  await start(page)
  await expect(page.getByText('20 found')).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^The page was left on the way\./)).toBeVisible()
  await expect(page.getByText('20 found')).toBeVisible()
  answering = true
  await page.getByRole('button', { name: 'Go on with 20' }).click()
  await expect(page.getByText('40 found')).toBeVisible({ timeout: 20_000 })
  expect(asked.toSorted()).toEqual(lines.toSorted())
})

test('lines that were only typed are there after a reload', async ({ page }) => {
  await openBulk(page)
  await linesOf(page).fill(`${colosseum.placeId}\nnot sent yet`)
  await expect(page.getByText(/^2 lines/)).toBeVisible()
  await page.reload()
  await expect(linesOf(page)).toHaveValue(`${colosseum.placeId}\nnot sent yet`)
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
