import { expect, test } from 'vitest'
import { type StoreHang, storeHang } from './store-hang'

const hang: StoreHang = {
  connections: 3_000,
  hangsMs: process.env.LONG_FORMS ? [10_000, 200_000] : [10_000],
}

test('no failed call is counted when the store hangs under load, and memory use remains bounded', async () => {
  const figures = await storeHang(hang)
  process.stdout.write(`${JSON.stringify({ ...hang, ...figures })}\n`)
  expect(figures.answers[500]).toBeGreaterThan(hang.connections)
  expect(figures).toMatchObject({ wronged: 0, counted: figures.succeeded })
  expect(figures.megabytes.most).toBeLessThan(figures.megabytes.before + 250)
})
