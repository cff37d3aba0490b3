import type { Page } from '@playwright/test'
import { Redis } from 'ioredis'
import { startRedisServer } from '../support/redis'
import { expectGoodLooks } from './looks'
import { withApp } from './own-servers'
import { expect, test } from './pinref'

test('the status page shows the current response time, past success rates and response times, and the remaining error budget', async ({
  page,
}, { project }) => {
  // This test has its own server because the shared servers count every test's calls.
  const server = await startRedisServer()
  const redis = new Redis(server.url)
  await withApp({ REDIS_URL: server.url }, (url) => walk(page, url, redis, project.name))
  redis.disconnect()
  await server.stop()
})

async function walk(page: Page, url: string, redis: Redis, project: string) {
  await page.goto(`${url}/status`)
  await expect(page.getByText('Responded to your browser in')).toBeVisible()
  await expect(page.getByText('No calls in the last 24 hours')).toBeVisible()
  await expectGoodLooks(page, 'status-empty', project, 'main')

  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString()
  for (const [back, ok, failed] of [
    [0, 1_200, 0],
    [1, 3_400, 3],
    [2, 50, 10],
    [40, 7, 0],
  ] as const) {
    await redis.hset(`answers:${day(back).slice(0, 7)}`, {
      [`${day(back).slice(8, 10)}:ok`]: ok,
      [`${day(back).slice(8, 10)}:failed`]: failed,
    })
  }
  const hour = new Date().getUTCHours()
  await redis.hset(`answers:${day(0).slice(0, 10)}`, {
    [`${hour}:5`]: 90,
    [`${hour}:1500`]: 10,
    [`${hour}:own:5`]: 90,
    [`${hour}:own:20`]: 10,
  })
  await expect(async () => {
    // The server caches its latest measurements for ten seconds.
    await page.reload()
    await expect(page.getByText('99.72%').first()).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await expect(page.getByText('of 4,670 calls were answered')).toBeVisible()
  await expect(page.getByText('under 5 ms')).toBeVisible()
  await expect(page.getByText('under 1.5 s')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Of 4,670 calls in 90 days, 13 failed.' })).toBeVisible()
  await expect(page.getByText('99.72% of 4,663 calls')).toBeVisible()
  await expect(page.getByText('Used up (13 of 4 allowed failures)')).toBeVisible()
  await expect(page.getByText('under 20 ms')).toBeVisible()
  const figures = await (await fetch(`${url}/api/status`)).json()
  expect(figures).toMatchObject({
    objective: { availability: 0.999, p99_ms: 300, days: 30 },
    calls: 4_663,
    failed: 13,
    p99_ms: 20,
  })
  expect(figures.error_budget_left).toBeCloseTo(1 - 13 / 4.663)
  await page.getByText('Daily figures').click()
  await expect(page.getByRole('row', { name: /3,403 3 99\.91%/ })).toBeVisible()
  await expectGoodLooks(page, 'status', project, 'main')
}
