import type { Locator } from '@playwright/test'
import { monthName } from '@/components/usage/month-words'
import { expectGoodLooks } from './looks'
import { operatorEmail } from './own-servers'
import { expect, monthOf, signUp, test, withoutStore } from './signed-in'

/** The Redis key that counts a day's calls. */
const keyOf = (day: string) => `{upstream:${day.slice(0, 7)}}:${day}`

const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

test('the operator page and its data return 404 for any other account', async ({ page, account: _ }) => {
  await page.goto('/account')
  await expect(page.getByRole('heading', { name: 'Plan and billing' })).toBeVisible()
  await expect(page.getByText(/Operator/)).toHaveCount(0)
  const answer = await page.request.get('/operator')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('Page not found')
  for (const procedure of ['overview', 'month']) {
    expect((await page.request.get(`/api/trpc/operator.${procedure}`)).status(), procedure).toBe(404)
  }
})

test('an operator sees health and spending, once the email is confirmed', async ({ page, dashboard }, testInfo) => {
  const { redis, url } = dashboard
  const email = operatorEmail(testInfo.workerIndex)
  await signUp(page, url, email)
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: 'Confirm your email first' })).toBeVisible()
  await expectGoodLooks(page, 'operator-unconfirmed', testInfo.project.name)
  expect((await page.request.get('/api/trpc/operator.overview')).status()).toBe(404)

  const [, link = ''] = /(https?:\/\/\S+)/.exec((await dashboard.mailTo(email, 'Confirm your email')).text) ?? []
  const { pathname, search } = new URL(link)
  await page.request.get(`${url}${pathname}${search}`, { maxRedirects: 0 })
  await page.goto('/account')
  await page.getByRole('link', { name: 'Open the operator page' }).click()
  await expect(page).toHaveURL(`${url}/operator`)
  const tab = (name: string) => page.getByRole('navigation', { name: 'Operator' }).getByRole('link', { name })
  await expect(tab('Overview')).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('article', { name: 'Health' })).toContainText('Responds in')
  await expect(page.getByRole('article', { name: 'Health' }).getByRole('term').filter({ hasText: 'jobs' })).toHaveText([
    ...['Batch jobs', 'Callback jobs', 'Watch jobs'],
  ])
  await expect(page.getByRole('article', { name: 'Health' })).toContainText(/Watchlists\d+, (?:none|\d+) due/)
  const month = page.getByRole('region', { name: 'This month' })
  await expect(month.getByRole('row').filter({ hasText: 'Succeeded' }).getByRole('cell')).toHaveCount(4)
  // Billing is off.
  await expect(month).not.toContainText('Revenue')
  await expectGoodLooks(page, 'operator-empty', testInfo.project.name)

  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await tab('Google').focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${url}/operator?tab=google`)
  await expect(page.getByText('No calls to Google yet')).toBeVisible()
  await expect(page.getByText('There is no Google key to check.')).toBeVisible()
  expect(requests.filter((address) => /operator\.(month|accounts|activity)/.test(address))).toEqual([])
  await expectGoodLooks(page, 'operator-google-empty', testInfo.project.name)

  await redis.hset(keyOf(dayOf(0)), { details_enterprise: 1500, search_enterprise: 12, billable: 1512 })
  await redis.hset(keyOf(dayOf(1)), { search_enterprise: 3, details_ids: 4, legacy_ids: 2, billable: 3 })
  await page.reload()
  await expect(page.getByText('Today: 1,512 of 500 billable calls. No more are made until 00:00 UTC.')).toBeVisible()
  const table = page.getByRole('table', { name: 'Calls to Google and their cost' })
  const days = table.locator('tbody tr')
  await expect(days.nth(0).getByRole('cell')).toHaveText(['1,500', '12', '0', '$10.00'])
  await expect(days.nth(1).getByRole('cell')).toHaveText(['0', '3', '6', '$0.00'])
  await expect(table.locator('tfoot').getByRole('cell')).toHaveText(['1,500', '15', '6', '$10.00'])
  // Yesterday may belong to another month.
  await expect(page.getByText(/^1,5\d\d calls, 1,51[25] of them billable$/)).toBeVisible()
  await expectGoodLooks(page, 'operator-google', testInfo.project.name)

  await tab('Activity').click()
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity.getByText('The email was confirmed.').first()).toBeVisible()
  await expect(activity.getByText(/^o…@example\.com \(\w{6}\) · from /).first()).toBeVisible()
  await expect(activity).not.toContainText(email)
  await expectGoodLooks(page, 'operator-activity', testInfo.project.name)

  await tab('Overview').click()
  const google = month.getByRole('table', { name: 'Calls to Google by SKU' })
  const details = google.getByRole('row').filter({ hasText: 'Place Details Enterprise' })
  await expect(details.getByRole('cell')).toHaveText(['1,500', '1,000', '$10.00'])
  await expectInside(google, month)
  await expectGoodLooks(page, 'operator', testInfo.project.name)

  // Other tests make calls in the current month, so this test uses the month before.
  const calls = { 'resolve:ok': 1_234_567, 'resolve:failed': 67, 'search:ok': 890, 'convert:rejected': 1_000_000 }
  await redis.hset(`calls:${monthOf(1)}`, calls)
  await expect(month.getByLabel('Month').getByRole('option')).toHaveCount(13)
  await month.getByLabel('Month').selectOption(monthName(monthOf(1)))
  const earlier = page.getByRole('region', { name: monthName(monthOf(1)) })
  const called = earlier.getByRole('table', { name: 'Calls by all accounts and visitors' })
  const callsOf = (outcome: string) => called.getByRole('row').filter({ hasText: outcome }).getByRole('cell')
  await expect(callsOf('Succeeded')).toHaveText(['1,234,567', '890', '0', '1,235,457'])
  await expect(callsOf('Refunded')).toHaveText(['67', '0', '0', '67'])
  await expect(called.locator('tfoot').getByRole('cell')).toHaveText(['1,234,634', '890', '1,000,000', '2,235,524'])
  await expectInside(called, earlier)
  await expectGoodLooks(page, 'operator-month', testInfo.project.name)

  await withoutStore(dashboard, async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The store did not respond' })).toBeVisible()
  })
  await redis.del(keyOf(dayOf(0)), keyOf(dayOf(1)), `calls:${monthOf(1)}`)
})

/** Expects an element to end before the right edge of another element, where it would be cut off. */
async function expectInside(inner: Locator, outer: Locator) {
  const [inside, outside] = [await inner.boundingBox(), await outer.boundingBox()]
  expect((inside?.x ?? 0) + (inside?.width ?? 0)).toBeLessThanOrEqual((outside?.x ?? 0) + (outside?.width ?? 0) + 1)
}
