import { expect, test } from 'vitest'
import { type StoreHang, storeHang } from './store-hang'

const tries: StoreHang[] = [
  { connections: 3_000, hangMs: 10_000 },
  ...(process.env.TEST_FULL ? [{ connections: 3_000, hangMs: 200_000 }] : []),
]

test.each(tries)(
  'a store that hangs for $hangMs ms under $connections connections charges no call that failed',
  async (hang) => {
    const figures = await storeHang(hang)
    process.stdout.write(`${JSON.stringify({ ...hang, ...figures })}\n`)
    expect(figures.answers[500]).toBeGreaterThan(hang.connections)
    expect(figures.answeredAfter).toBeGreaterThan(hang.connections)
    expect(figures).toMatchObject({ wronged: 0, counted: figures.answered })
    expect(figures.megabytes.most).toBeLessThan(figures.megabytes.before + 250)
  },
)
