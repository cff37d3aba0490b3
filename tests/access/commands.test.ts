import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import { createKey } from '@/server/access/key-store'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { admitCall } from './admit-call'
import { withStore } from './environment'

const redis = await startRedisServer()
const admin = new Redis(redis.url)
withStore({ REDIS_URL: redis.url })
afterAll(async () => {
  admin.disconnect()
  await redis.stop()
})

/** How often each command was carried out, those within scripts included, as Redis counts them. */
async function commands(): Promise<Map<string, number>> {
  const lines = (await admin.info('commandstats')).matchAll(/^cmdstat_(\w+)\S*:calls=(\d+)/gm)
  return new Map([...lines].flatMap(([, name = '', calls]) => (name === 'info' ? [] : [[name, Number(calls)]])))
}

/** What a piece of work took: each command that was carried out for it. */
async function taken(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await commands()
  await work()
  const counts = [...(await commands())].map(([name, calls]) => [name, calls - (before.get(name) ?? 0)] as const)
  return Object.fromEntries(counts.filter(([, calls]) => calls > 0))
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, one) => all + one, 0)

const limits = {
  operations: ['resolve' as const],
  addresses: ['192.0.2.0/24', '2001:db8::/32'],
  burstLimit: 1_000,
  monthlyLimit: 900,
}

// Upstash charges for each command, inside a script as well.
test('a call with a key takes one script of six commands, whatever limits the key has', async () => {
  const account = await newAccount()
  const keys = [await createKey(account, 'Plain', null), await createKey(account, 'Limited', null, limits)]
  for (const { key } of keys) await admitCall({ apiKey: key })
  for (const { key } of keys) {
    for (let time = 0; time < 5; time++) {
      const { evalsha, ...inside } = await taken(() => admitCall({ apiKey: key }))
      expect(evalsha).toBe(1)
      expect(sum(inside), JSON.stringify(inside)).toBeLessThanOrEqual(6)
    }
  }
})

test('so does one that is refused, and a refund', async () => {
  const account = await newAccount()
  const { key } = await createKey(account, 'Limited', null, { ...limits, monthlyLimit: 1 })
  const admission = await admitCall({ apiKey: key })
  const refused = await taken(() => admitCall({ apiKey: key }))
  expect(sum(refused), JSON.stringify(refused)).toBeLessThanOrEqual(6)
  // The first refund gives the Redis its script.
  await admission.refund()
  const next = await admitCall({ apiKey: key })
  const { evalsha, ...inside } = await taken(() => next.refund())
  expect(evalsha).toBe(1)
  expect(sum(inside), JSON.stringify(inside)).toBeLessThanOrEqual(6)
})
