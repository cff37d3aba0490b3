import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import type { Admissions } from '@/server/metering/access/admission'
import { createKey } from '@/server/metering/access/key-store'
import { commandsOf, sumOf } from '../support/command-stats'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { admitCall, admitCalls } from './admit-call'
import { withStore } from './environment'

const redis = await startRedisServer()
const admin = new Redis(redis.url)
withStore({ REDIS_URL: redis.url })
afterAll(async () => {
  admin.disconnect()
  await redis.stop()
})

const taken = (work: () => Promise<unknown>) => commandsOf(admin, work)

const limits = {
  operations: ['resolve' as const],
  addresses: ['192.0.2.0/24', '2001:db8::/32'],
  burstLimit: 1_000,
  monthlyLimit: 900,
}

// Upstash charges for each command, including those inside a script.
test('a call with a key takes one script with at most six commands, regardless of the key’s limits', async () => {
  const account = await newAccount()
  const keys = [await createKey(account, 'Plain', null), await createKey(account, 'Limited', null, limits)]
  for (const { key } of keys) await admitCall({ apiKey: key })
  for (const { key } of keys) {
    for (let time = 0; time < 5; time++) {
      const { evalsha, ...inside } = await taken(() => admitCall({ apiKey: key }))
      expect(evalsha).toBe(1)
      expect(sumOf(inside), JSON.stringify(inside)).toBeLessThanOrEqual(6)
    }
  }
})

test('a rejected call takes at most six commands, and a refund takes one script with at most six', async () => {
  const account = await newAccount()
  const { key } = await createKey(account, 'Limited', null, { ...limits, monthlyLimit: 1 })
  const admission = await admitCall({ apiKey: key })
  const refused = await taken(() => admitCall({ apiKey: key }))
  expect(sumOf(refused), JSON.stringify(refused)).toBeLessThanOrEqual(6)
  // The first refund loads its script into Redis.
  await admission.refund()
  const next = await admitCall({ apiKey: key })
  const { evalsha, ...inside } = await taken(() => next.refund())
  expect(evalsha).toBe(1)
  expect(sumOf(inside), JSON.stringify(inside)).toBeLessThanOrEqual(6)
})

const hundred = Array.from({ length: 100 }, (_, at) => ['resolve', 'search', 'convert'][at % 3] ?? '')

test('a batch of 100 calls takes one script with at most six commands, and its refunds take another', async () => {
  const account = await newAccount()
  const { key } = await createKey(account, 'Limited', null, { ...limits, operations: ['resolve', 'convert'] })
  const failed = hundred.flatMap((operation, index) =>
    operation === 'resolve' ? [{ index, askedUpstream: index % 2 === 0 }] : [],
  )
  await (await admitCalls(hundred, { apiKey: key })).refund(failed)
  for (let time = 0; time < 3; time++) {
    let admissions: Admissions | undefined
    const { evalsha, ...inside } = await taken(async () => {
      admissions = await admitCalls(hundred, { apiKey: key })
    })
    expect(evalsha).toBe(1)
    expect(sumOf(inside), JSON.stringify(inside)).toBeLessThanOrEqual(6)
    const { evalsha: refunds, ...refunding } = await taken(async () => admissions?.refund(failed))
    expect(refunds).toBe(1)
    expect(sumOf(refunding), JSON.stringify(refunding)).toBeLessThanOrEqual(6)
  }
})

test('a visitor’s batch of 100 calls takes two scripts with at most eight commands in all', async () => {
  const visitor = { client: () => ({ address: '192.0.2.50' }) }
  await admitCalls(hundred, visitor)
  const { evalsha, ...inside } = await taken(() => admitCalls(hundred, { client: () => ({ address: '192.0.2.51' }) }))
  expect(evalsha).toBe(2)
  expect(sumOf(inside), JSON.stringify(inside)).toBeLessThanOrEqual(8)
})
