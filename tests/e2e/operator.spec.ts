import { expectGoodLooks } from './looks'
import { expect, operatorEmail, signUp, test, withoutStore } from './signed-in'

// Each face is looked at in both themes.
test.describe.configure({ timeout: 90_000 })

const dayOf = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

test('for everybody else there is no such page', async ({ page, account: _ }) => {
  const answer = await page.request.get('/operator')
  expect(answer.status()).toBe(404)
  expect(await answer.text()).toContain('No page has this address')
  const overview = await page.request.get('/api/trpc/operator.overview')
  expect(overview.status()).toBe(404)
})

test('an operator sees health and spending, once the e-mail is confirmed', async ({ page, dashboard }, testInfo) => {
  const { redis, url } = dashboard
  const email = operatorEmail(testInfo.workerIndex)
  await signUp(page, url, email)
  await page.goto('/operator')
  await expect(page.getByRole('heading', { name: 'Confirm your e-mail first' })).toBeVisible()
  await expectGoodLooks(page, 'operator-unconfirmed', testInfo.project.name)
  expect((await page.request.get('/api/trpc/operator.overview')).status()).toBe(404)

  const [, link = ''] = /(https?:\/\/\S+)/.exec(dashboard.mailsTo(email)[0]?.text ?? '') ?? []
  const { pathname, search } = new URL(link)
  await page.request.get(`${url}${pathname}${search}`, { maxRedirects: 0 })
  await page.goto('/operator')
  await expect(page.getByText('Nothing was asked of Google')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Health' })).toContainText('Answers in')
  await expectGoodLooks(page, 'operator-empty', testInfo.project.name)

  await redis.hset(`upstream:${dayOf(0)}`, { details_enterprise: 1500, search_enterprise: 12, billable: 1512 })
  await page.reload()
  const today = page.locator('tbody tr').first()
  await expect(today.getByRole('cell')).toHaveText(['1,500', '12', '0', '$10.00'])
  await expect(page.getByText('1,512 calls, 1,512 of them billable')).toBeVisible()
  await expectGoodLooks(page, 'operator', testInfo.project.name)

  await withoutStore(dashboard, async () => {
    await page.reload()
    await expect(page.getByRole('heading', { name: 'The store did not answer' })).toBeVisible()
  })
  await redis.del(`upstream:${dayOf(0)}`)
})
