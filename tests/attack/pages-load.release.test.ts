import { expect, test } from 'vitest'
import { loadPages } from './pages-load'
import { targetForTests } from './target'

const target = targetForTests({ settings: { FREE_DAILY_QUOTA: '1000000', BURST_LIMIT: '1000000' } })

test('35 pages a second do not delay the API', async () => {
  const figures = await loadPages(target.url, 35, 10)
  console.log(figures)
  expect(figures.failures).toBe(0)
  expect(figures.loaded.pages).toBeGreaterThan(200)
  expect(figures.ratio).toBeLessThan(3)
})
