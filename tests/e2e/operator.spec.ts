import { expectGoodLooks } from './looks'
import { operatorEmail } from './own-servers'
import { expect, signUp, test, withoutStore } from './signed-in'

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
  expect((await page.request.get('/api/trpc/operator.overview')).status()).toBe(404)
})

test('an operator sees health and Google’s cost, once the email is confirmed', async ({
  page,
  dashboard,
}, testInfo) => {
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
  const cost = page.getByRole('region', { name: 'Google’s cost' })
  await expect(cost.getByText('0 calls, 0 of them billable')).toHaveCount(2)
  await expect(page.getByText('There is no Google key to check.')).toBeVisible()
  await expectGoodLooks(page, 'operator-empty', testInfo.project.name)

  await redis.hset(keyOf(dayOf(0)), { details_enterprise: 1500, search_enterprise: 12, billable: 1512 })
  await redis.hset(keyOf(dayOf(1)), { search_enterprise: 3, details_ids: 4, legacy_ids: 2, billable: 3 })
  await page.reload()
  await expect(page.getByText('Today: 1,512 of 500 billable calls. No more are made until 00:00 UTC.')).toBeVisible()
  // Yesterday may belong to another month.
  await expect(cost.getByText(/^1,5\d\d calls, 1,51[25] of them billable$/)).toBeVisible()
  await expect(cost.getByRole('heading', { name: '$10.00' })).toBeVisible()
  await expectGoodLooks(page, 'operator', testInfo.project.name)

  await tab('Activity').click()
  const activity = page.getByRole('region', { name: 'Activity' })
  await expect(activity.getByText('The email was confirmed.').first()).toBeVisible()
  await expect(activity.getByText(/^o…@example\.com \(\w{6}\) · from /).first()).toBeVisible()
  await expect(activity).not.toContainText(email)
  await expectGoodLooks(page, 'operator-activity', testInfo.project.name)

  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await tab('Overview').focus()
  await page.keyboard.press('Enter')
  await expect(cost).toBeVisible()
  expect(requests.filter((address) => /operator\.(accounts|activity)/.test(address))).toEqual([])

  await withoutStore(dashboard, async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The store is unavailable' })).toBeVisible()
  })
  await redis.del(keyOf(dayOf(0)), keyOf(dayOf(1)))
})
