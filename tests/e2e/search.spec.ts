import { answerOf, clipboard, expect, open, openTab, test } from './pinref'

test('a name finds listings, in one country if chosen', async ({ page }) => {
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
  await answer.getByRole('button', { name: 'Copy place id' }).click()
  expect(await clipboard(page)).toBe('ChIJB9OTMDIbdkgRp0JWbQGZsS8')
})

test('one result is open at a time', { tag: '@any-width' }, async ({ page }) => {
  await open(page)
  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('piazza')
  await page.keyboard.press('Enter')
  const copies = answerOf(page).getByRole('button', { name: 'Copy CID', exact: true })
  await expect(copies).toHaveCount(1)
  const second = answerOf(page).getByRole('listitem').nth(1)
  await second.locator('summary').click()
  await expect(second.getByRole('button', { name: 'Copy CID', exact: true })).toBeVisible()
  await expect(copies).toHaveCount(1)
})

test('a name without matches shows an empty result, not an error', { tag: '@any-width' }, async ({ page }) => {
  await open(page)
  await openTab(page, 'Search')
  await page.getByLabel('Business name').fill('zzzzzz')
  await page.keyboard.press('Enter')
  await expect(answerOf(page).getByRole('heading', { name: 'No listing has that name' })).toBeVisible()
})
