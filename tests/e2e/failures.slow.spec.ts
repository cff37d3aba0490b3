import { expectGoodLooks } from './looks'
import { answerOf, boxOf, colosseum, hydrated, lookUp } from './pinref'
import { expect, test, tryAgainUntil, withoutStore } from './signed-in'

test('the account, pricing, and start pages say when the store is down, and lookups work when it is back', async ({
  page,
  account,
  dashboard,
}, { project }) => {
  await withoutStore(dashboard, async () => {
    await page.goto('/account')
    await expect(page.getByText('Your account couldn’t be loaded. Your data is safe')).toBeVisible()
    await expectGoodLooks(page, 'account-store-down', project.name)
    await page.goto('/pricing')
    await expect(page.getByText(/^Your account couldn’t be loaded\. Try again in a moment/)).toBeVisible()
    await expectGoodLooks(page, 'pricing-store-down', project.name)

    await page.goto('/')
    await lookUp(page, colosseum.placeId)
    await expect(answerOf(page).getByRole('heading', { name: 'The store is unavailable' })).toBeVisible()
    await expect(boxOf(page)).toHaveValue(colosseum.placeId)
    await expectGoodLooks(page, 'store-down', project.name)
  })
  await tryAgainUntil(answerOf(page), answerOf(page).getByRole('heading', { name: 'Colosseum' }))
  // A separate process renders pages, and may detect later that the store is back.
  await expect(async () => {
    await page.goto('/account')
    await expect(page.getByText(account.email)).toBeVisible({ timeout: 2_000 })
  }).toPass()
})

test('a page that fails to render hides the cause, shows a reference, and recovers', async ({
  context,
  account,
  dashboard,
}, { project }) => {
  const profile = `{${account.id}}:profile`
  // The browser logs the failed response, so this page is opened without the check for a clean log.
  const page = await context.newPage()
  await dashboard.redis.del(profile)
  await dashboard.redis.set(profile, 'not what it should be')
  const answer = await page.goto(`${dashboard.url}/account`)
  expect(answer?.status()).toBe(500)
  await expect(page.getByRole('heading', { name: 'This page couldn’t be loaded' })).toBeVisible()
  await expect(page.getByText('WRONGTYPE')).toHaveCount(0)
  await expect(page.getByText(/^Reference \S+$/)).toBeVisible()
  await hydrated(page)
  await expectGoodLooks(page, 'error', project.name)
  await dashboard.redis.del(profile)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(account.email)).toBeVisible()
})

test('a page whose script did not load says so and is complete after a retry', async ({
  context,
  account: _,
  dashboard,
}) => {
  // The browser logs scripts that do not arrive, so this page is opened without the check for a clean log.
  const page = await context.newPage()
  await page.route('**/_next/static/**/*.js', async (route) => {
    const response = await route.fetch()
    await ((await response.text()).includes('Recent batches') ? route.abort() : route.fulfill({ response }))
  })
  await page.goto(dashboard.url)
  await expect(page.getByText('Part of this page didn’t load.')).toBeVisible()
  await page.unroute('**/_next/static/**/*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'Recent batches' })).toBeVisible()
})
