import { Redis } from 'ioredis'
import { beforeEach, describe, expect, test } from 'vitest'
import { batched } from '@/server/store/batch'
import { upstreamMonths } from '@/server/store/schema/3-upstream-months'
import type { Stored } from '@/server/store/schema/step'
import { startTransports } from './transports'

const { stores, urlsOf } = await startTransports()

/** The counts as release 0.1.0 left them: see `tests/deploy/stores/0.1.0.json`. */
const october = 'upstream:2026-10-31'
const first = 'upstream:2026-11-01'
const second = 'upstream:2026-11-02'

describe.each(Object.entries(stores))('the upgrade step for monthly calls to Google, in %s', (name, transport) => {
  const stored: Stored = {
    send: batched(transport, { count: 0 }, 5_000),
    scan: (pattern) => transport.scan(pattern),
  }
  const ask = async (...command: unknown[]) => {
    const reply = await stored.send(command)
    if ('error' in reply) throw new Error(reply.error)
    return reply.result
  }
  const run = () => upstreamMonths.run(stored, () => {})
  const billable = async (month: string) => Number((await ask('GET', `{upstream:${month}}:billable`)) ?? 0)
  const count = async (day: string, field: string) =>
    Number((await ask('HGET', `{upstream:${day.slice(0, 7)}}:${day}`, field)) ?? 0)

  beforeEach(async () => {
    const urls = urlsOf(name)
    for (const url of urls) {
      const admin = new Redis(url)
      await admin.flushall()
      admin.disconnect()
    }
    await ask('HSET', october, 'billable', 7, 'search_enterprise', 7)
    await ask('HSET', first, 'billable', 5, 'details_enterprise', 3, 'search_enterprise', 2, 'details_ids', 9)
    await ask('HSET', second, 'billable', 4, 'details_enterprise', 4)
    // This key is not that of a day, so it is left alone.
    await ask('HSET', '{upstream:2026-11-02}:callers', 'a caller', 4)
  })

  test('moves the counts to their day and month, however often it is run', async () => {
    await run()
    await Promise.all([run(), run()])
    expect([await billable('2026-10'), await billable('2026-11')]).toEqual([7, 9])
    expect([await count('2026-10-31', 'billable'), await count('2026-11-01', 'billable')]).toEqual([7, 5])
    const fields = ['details_enterprise', 'search_enterprise', 'details_ids']
    expect(await Promise.all(fields.map((field) => count('2026-11-01', field)))).toEqual([3, 2, 9])
    expect(Number(await ask('TTL', '{upstream:2026-11}:billable'))).toBeGreaterThan(300 * 86_400)
    expect(Number(await ask('TTL', '{upstream:2026-11}:2026-11-01'))).toBeGreaterThan(300 * 86_400)
  })

  test('adds calls counted meanwhile in either layout, and keeps the old counts for the previous release', async () => {
    await run()
    // A process of this release counts calls, and so does one of the previous release.
    await ask('INCR', '{upstream:2026-11}:billable')
    await ask('HINCRBY', '{upstream:2026-11}:2026-11-02', 'billable', 1)
    await ask('HINCRBY', second, 'billable', 2)
    await run()
    expect(await count('2026-11-02', 'billable')).toBe(7)
    expect(await billable('2026-11')).toBe(12)
    // The previous release still reads what it wrote.
    expect(Number(await ask('HGET', second, 'billable'))).toBe(6)
  })

  test('creates no count in a store without calls to Google', async () => {
    for (const day of [october, first, second]) await ask('DEL', day)
    await run()
    expect(await ask('EXISTS', '{upstream:2026-11}:billable')).toBe(0)
  })
})
