import { answerOf, colosseum, lookUp, open } from './pinref'
import { began, expect, monthOf, seedUsage, signUp, test } from './signed-in'

/*
 * Takes the pictures of the README from the production build: `npm run build && npm run pictures`.
 */

test('takes the README’s picture of the answer to a link', async ({ page }) => {
  await open(page)
  await lookUp(page, colosseum.link)
  await expect(answerOf(page).getByRole('heading', { name: 'Colosseum' })).toBeVisible()
  await expect(answerOf(page).getByRole('heading', { name: 'Use this listing' })).toBeVisible()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: 'public/pinref.png' })
})

test('takes the README’s picture of a month’s usage', async ({ page, dashboard }) => {
  const { id } = await signUp(page, dashboard.url, 'ada@example.com')
  await dashboard.redis.hset(`{${id}}:profile`, { plan: 'growth' })
  await began(dashboard.redis, id, 4)
  for (let back = 4; back >= 0; back -= 1) await seedMonth(dashboard.redis, id, back)
  await page.goto(`${dashboard.url}/usage`)
  await expect(page.getByRole('application')).toBeVisible()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: 'public/usage.png' })
})

/** Weekdays with some hundred calls, weekends with fewer; this month up to today. */
async function seedMonth(redis: Parameters<typeof seedUsage>[0], account: string, back: number) {
  const month = monthOf(back)
  const days = back === 0 ? new Date().getUTCDate() : new Date(Date.parse(`${monthOf(back - 1)}-01`) - 1).getUTCDate()
  const calls: Record<string, number> = {}
  let used = 0
  for (let day = 1; day <= days; day += 1) {
    const date = `${day}`.padStart(2, '0')
    const weekday = new Date(`${month}-${date}`).getUTCDay()
    const busy = (weekday % 6 === 0 ? 110 : 330 + ((day * 37) % 90)) - 40 * back
    for (const [operation, share] of [
      ['resolve', 0.74],
      ['search', 0.18],
      ['convert', 0.08],
    ] as const) {
      const count = Math.max(1, Math.round(busy * share))
      calls[`${date}:${operation}:ok`] = count
      used += count
    }
  }
  await seedUsage(redis, account, month, used, calls)
}
