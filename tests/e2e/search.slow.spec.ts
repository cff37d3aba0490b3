import { answerOf, clipboard, expect, open, openResult, openTab, test } from './pinref'

test('a name finds listings, limited to one country if chosen', { tag: '@phone' }, async ({ page }) => {
  await open(page)
  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('museum')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const answer = answerOf(page)
  await expect(answer.getByRole('heading', { name: /^\d+ listings$/ })).toBeVisible()
  const anywhere = await answer.getByRole('listitem').count()

  await page.getByLabel('Country').selectOption({ label: 'United Kingdom' })
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(answer.getByRole('heading', { name: '1 listing', exact: true })).toBeVisible()
  await expect(answer.getByText('British Museum')).toBeVisible()
  expect(anywhere).toBeGreaterThan(1)
  await openResult(page)
  await answer.getByRole('button', { name: 'Copy place id' }).click()
  await expect.poll(() => clipboard(page)).toBe('ChIJB9OTMDIbdkgRp0JWbQGZsS8')
})

test('one result is open at a time', async ({ page }) => {
  await open(page)
  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('piazza')
  await page.keyboard.press('Enter')
  const copies = answerOf(page).getByRole('button', { name: 'Copy CID', exact: true })
  await expect(answerOf(page).locator('summary').nth(1)).toBeVisible()
  await expect(copies, 'they are there to compare').toHaveCount(0)
  await openResult(page)
  await expect(copies).toHaveCount(1)
  const second = answerOf(page).getByRole('listitem').nth(1)
  await openResult(page, 1)
  await expect(second.getByRole('button', { name: 'Copy CID', exact: true })).toBeVisible()
  await expect(copies).toHaveCount(1)
})

test('a city narrows down a search by name', async ({ page }) => {
  await open(page)
  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('museum')
  await page.getByLabel('City or area (optional)').fill('London')
  await page.keyboard.press('Enter')
  const results = answerOf(page).getByRole('listitem')
  await expect(results.first()).toBeVisible()
  for (const result of await results.all()) await expect(result).toContainText('London')
  await expect(page.getByLabel('Business name')).toHaveValue('museum')
})

test('a link in the name box is looked up', async ({ page }) => {
  await open(page)
  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('https://maps.google.com/?cid=3545450935484072529')
  await page.keyboard.press('Enter')
  await expect(answerOf(page).getByRole('heading', { name: 'Sydney Opera House' })).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Look up' })).toBeChecked()
})

test('a name without matches shows an empty result and that only the sample was searched, not an error', async ({
  page,
}) => {
  await open(page)
  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('zzzzzz')
  await page.keyboard.press('Enter')
  await expect(answerOf(page).getByRole('heading', { name: 'No listings found' })).toBeVisible()
  await expect(answerOf(page)).toContainText('Only the 90 sample listings were searched.')
})
