import { copyKey, rowOf } from './keys'
import { expectGoodLooks } from './looks'
import { callWithKey, expect, mutate, test } from './signed-in'

test('after a plan is chosen, the keys page shows it as active and offers the first key only once', async ({
  page,
  account: _,
  dashboard,
}, testInfo) => {
  await mutate(page, dashboard.url, 'plans.choose', { plan: 'growth' })
  await page.goto('/keys?welcome=growth')
  await expect(page.getByText('Your plan is active: Growth, 10,000 calls a month.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your first key' })).toBeVisible()
  const key = await copyKey(page)
  await expectGoodLooks(page, 'keys-welcome', testInfo.project.name)
  expect(await callWithKey(dashboard.url, key)).toBe(200)

  const another = await page.context().newPage()
  await another.goto('/keys?welcome=growth')
  await expect(rowOf(another, 'First key')).toHaveCount(1)
  await expect(another.getByRole('button', { name: 'Copy key' })).toHaveCount(0)
  await another.close()

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/\/keys$/)
  await expect(page.getByText('Your plan is active')).toHaveCount(0)
  await expect(rowOf(page, 'First key')).toHaveCount(1)
})

test('parallel calls create the first key only once', async ({ page, account: _, dashboard }) => {
  const made = await Promise.all(Array.from({ length: 5 }, () => mutate(page, dashboard.url, 'keys.createFirst', {})))
  expect(made.filter((key) => key !== null)).toHaveLength(1)
})

test('the keys page waits half a minute for a payment to be confirmed, then offers to check again', async ({
  page,
  account: _,
}, testInfo) => {
  let plan = 'starter'
  await page.route('**/api/trpc/plans.current*', (route) => {
    const data = { billing: 'on', plan, portal: true, endsSeconds: null, paymentFailed: false }
    return route.fulfill({ json: { result: { data } } })
  })
  await page.clock.install()
  await page.goto('/keys?welcome=scale')
  await expect(page.getByText('Confirming your payment.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your first key' })).toBeVisible()
  await page.clock.fastForward(31_000)
  await expect(page.getByText(/isn’t confirmed yet.*Until then you have Starter, 1,000 calls a month/)).toBeVisible()
  await expectGoodLooks(page, 'keys-waiting', testInfo.project.name)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText('Confirming your payment.')).toBeVisible()
  plan = 'scale'
  await page.clock.runFor(3_000)
  await expect(page.getByText('Your plan is active: Scale, 100,000 calls a month.')).toBeVisible()
})
