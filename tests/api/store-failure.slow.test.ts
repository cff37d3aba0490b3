import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { asShipped } from '../support/busy-machine'
import { startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'
import { call } from './call'
import { accountWithKey, callWithKey, pepper } from './with-key'

const redis = await startRedisServer()
Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })
const admin = new Redis(redis.url)
admin.on('error', () => {})
let app: App
let account: Awaited<ReturnType<typeof accountWithKey>>

beforeAll(async () => {
  app = await startApp('node', { REDIS_URL: redis.url, ...pepper, ...asShipped })
})
beforeEach(async () => {
  account = await accountWithKey()
  expect((await callWithKey(app.url, account.key)).status).toBe(200)
})
afterAll(async () => {
  await app.stop()
  await (await store()).close()
  admin.disconnect()
  await redis.stop()
})

/**
 * Expects every metered call, with or without a key, to be rejected while the store is failing.
 * @param mend ends the failure.
 */
async function expectUnavailable(mend: () => unknown) {
  const calls = Array.from({ length: 10 }, (_, n) =>
    n % 2 ? callWithKey(app.url, account.key) : call(app.url, 'convert', { cid: '1' }),
  )
  try {
    const refusal = { status: 500, body: { code: 'store_unavailable' } }
    expect(await Promise.all(calls)).toMatchObject(Array(10).fill(refusal))
    expect((await fetch(`${app.url}/api/health`)).status).toBe(200)
  } finally {
    await mend()
  }
}

/** Expects calls to succeed again without an app restart. */
const expectService = () =>
  expect.poll(async () => (await callWithKey(app.url, account.key)).status, { timeout: 20_000 }).toBe(200)

/** Expects the month's count to settle at this number. */
const expectUsed = (expected: number) =>
  expect.poll(async () => (await readUsage(account.accountId)).used, { timeout: 20_000 }).toBe(expected)

describe('a failing store', () => {
  test('if killed, makes calls fail and loses no acknowledged data', async () => {
    const ended = once(redis.process, 'exit')
    redis.process.kill('SIGKILL')
    await ended
    await expectUnavailable(() => redis.restart())
    await expectService()
    await expectUsed(2)
  })

  test('if paused, makes calls fail, and late counts are refunded', async () => {
    redis.process.kill('SIGSTOP')
    await expectUnavailable(() => redis.process.kill('SIGCONT'))
    await expectService()
    await expectUsed(2)
  })

  test('if full, leaves no call uncounted', async () => {
    await admin.config('SET', 'maxmemory', '1')
    await expectUnavailable(() => admin.config('SET', 'maxmemory', '0'))
    await expectService()
    await expectUsed(2)
  })

  test('if slow, makes calls fail, and late counts are refunded', async () => {
    await admin.call('CLIENT', 'PAUSE', '600000', 'WRITE')
    await expectUnavailable(() => admin.call('CLIENT', 'UNPAUSE'))
    await expectService()
    await expectUsed(2)
  })

  test('if read-only, leaves no call uncounted', async () => {
    await admin.replicaof('127.0.0.1', 1)
    await expectUnavailable(() => admin.replicaof('NO', 'ONE'))
    await expectService()
    await expectUsed(2)
  })

  test('if missing, does not affect pages and unmetered routes', async () => {
    redis.process.kill('SIGKILL')
    expect((await fetch(`${app.url}/api/openapi.json`)).status).toBe(200)
    expect((await fetch(`${app.url}/`)).status).toBe(200)
    await redis.restart()
    await expectService()
  })
})
