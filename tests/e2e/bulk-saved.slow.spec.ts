import { answerLookups, choose, linesOf, openBulk, ratings, rowsOf, start, thousand } from './bulk'
import { colosseum, expect, test } from './pinref'

test('results survive a reload, and no lookup is repeated', async ({ page }) => {
  const requests = await answerLookups(page, () => null)
  await openBulk(page)
  await linesOf(page).fill(`${thousand[0]}\nhttps://example.com/\n${thousand[1]}`)
  await choose(page, ratings)
  await start(page)
  await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'All lines looked up' })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(3)
  await expect(rowsOf(page).last()).toContainText(`Listing ${thousand[1]}`)
  expect(requests).toHaveLength(2)

  // After an edit, only new listings are looked up. Earlier results are reused.
  await page.getByRole('button', { name: 'Edit lines' }).click()
  await expect(linesOf(page)).toHaveValue(`${thousand[0]}\nhttps://example.com/\n${thousand[1]}`)
  await linesOf(page).fill(`${thousand[0]}\n${thousand[2]}`)
  // The choice is not saved; a reload clears it.
  await choose(page, ratings)
  await expect(page.getByText(/^Needs 1 lookup\./)).toBeVisible()
  await page.reload()
  await expect(linesOf(page)).toHaveValue(`${thousand[0]}\n${thousand[2]}`)
  await choose(page, ratings)
  await expect(page.getByText(/^Needs 1 lookup\./)).toBeVisible()
  await page.getByRole('button', { name: 'Back to results' }).click()
  await expect(rowsOf(page)).toHaveCount(3)
})

test('a run that is interrupted by leaving the page resumes where it stopped', async ({ page }) => {
  const lines = thousand.slice(0, 40)
  let answering = true
  const requests: string[] = []
  await page.route('**/api/trpc/listings.resolve*', async (route) => {
    const { url } = route.request().postDataJSON() as { url: string }
    // If a phone discards the page, these calls are aborted.
    if (!answering) return route.abort()
    requests.push(url)
    if (requests.length === 20) answering = false
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
  await choose(page, ratings)
  await start(page)
  await expect(page.getByText('20 found', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText(/^You left the page before it finished\./)).toBeVisible()
  await expect(page.getByText('20 found', { exact: true })).toBeVisible()
  answering = true
  await page.getByRole('button', { name: 'Continue with 20' }).click()
  await expect(page.getByText('40 found', { exact: true })).toBeVisible({ timeout: 20_000 })
  expect(requests.toSorted()).toEqual(lines.toSorted())
})

test('typed lines survive a reload', async ({ page }) => {
  await openBulk(page)
  await linesOf(page).fill(`${colosseum.placeId}\nnot sent yet`)
  await expect(page.getByText(/^2 lines/)).toBeVisible()
  await page.reload()
  await expect(linesOf(page)).toHaveValue(`${colosseum.placeId}\nnot sent yet`)
})

test('closing a page with results asks for confirmation', async ({ page }) => {
  await openBulk(page)
  await linesOf(page).fill(colosseum.placeId)
  await choose(page, ratings)
  await start(page)
  await expect(page.getByText('1 found', { exact: true })).toBeVisible()
  const asking = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  const dialog = await asking
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
})
