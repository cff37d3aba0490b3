import { choose, linesOf, ratings } from './bulk'
import { expectGoodLooks } from './looks'
import { answerOf, boxOf, colosseum, leftToday, lookUp } from './pinref'
import { expect, monthOf, mutate, seedUsage, test } from './signed-in'

const now = new Date()
const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)
const returns = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(nextMonth)

test('when the quota is used up, the page shows its reset time and a larger plan’s quota', async ({
  page,
  account,
  dashboard,
}, { project }) => {
  await seedUsage(dashboard.redis, account.id, monthOf(0), 999, { '01:resolve:ok': 999 })
  await page.goto('/')
  await expect(leftToday(page, '1 of 1,000 lookups left this month')).toBeVisible()
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  await expect(leftToday(page, '0 of 1,000 lookups left this month')).toBeVisible()

  await expect(page.getByRole('link', { name: 'Compare plans' })).toHaveAttribute('href', '/pricing')
  await expect(page.getByRole('button', { name: 'Look up', exact: true })).toHaveCount(0)

  // Calls with a key or in another tab can also use up the month's quota. Enter still sends a lookup and shows its
  // result.
  await boxOf(page).fill('cid:0x1')
  await boxOf(page).press('Enter')
  const answer = answerOf(page)
  await expect(answer.getByRole('heading', { name: 'Monthly quota used up' })).toBeVisible()
  await expect(answer.getByText(`More lookups on ${returns}, 00:00 UTC.`)).toBeVisible()
  const offers = answer.getByRole('region', { name: 'Plans' })
  await expect(offers.getByRole('listitem').first()).toHaveText('Growth 10,000 a month')
  await expect(offers.getByRole('listitem').last()).toHaveText('Unlimited no monthly limit')
  await expect(offers.getByRole('link', { name: 'Compare plans' })).toHaveAttribute('href', '/pricing')
  await expect(page.locator('main .bg-accent:visible')).toHaveCount(1)
  await expect(boxOf(page)).toHaveValue('cid:0x1')
  await expectGoodLooks(page, 'plan-limit', project.name)

  await page.goto('/bulk')
  await linesOf(page).fill(colosseum.placeId)
  await choose(page, ratings)
  await expect(
    page.getByText(/^No lookups are left\. The batch will wait and run in \d+ (days?|hours?|minutes?)/),
  ).toBeVisible()
  await expect(page.getByText('A larger plan takes effect immediately:')).toBeVisible()

  // A larger plan applies immediately.
  await mutate(page, dashboard.url, 'plans.choose', { plan: 'growth' })
  await page.goto('/')
  await expect(leftToday(page, '9,000 of 10,000 lookups left this month')).toBeVisible()
  await mutate(page, dashboard.url, 'plans.choose', { plan: 'unlimited' })
  await page.goto('/')
  await expect(leftToday(page, 'Unlimited lookups')).toBeVisible()
})

test('after the session has ended, lookups are made as a visitor', async ({ page, account: _ }) => {
  await page.goto('/')
  await expect(leftToday(page, '1,000 of 1,000 lookups left this month')).toBeVisible()
  await page.context().clearCookies()
  await lookUp(page, colosseum.placeId)
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  await expect(leftToday(page, '4 of 5 free lookups left today')).toBeVisible()
})
