import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { store } from '@/server/platform/store/store'
import { asShipped } from '../support/busy-machine'
import { type LossyProxy, startLossyProxy } from '../support/lossy-proxy'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { type Caller, countsOf, newAccount, newVisitor } from './callers'
import { secrets } from './stage'

/** On a busy machine, a call may be counted after the first refund attempt; the next attempt comes 15 seconds later. */
const patience = { timeout: 45_000 }

const folder = mkdtempSync(join(tmpdir(), 'pinref-lost-'))
let redis: RedisServer
let proxy: LossyProxy
let app: App

beforeAll(async () => {
  redis = await startRedisServer()
  proxy = await startLossyProxy(redis.port)
  Object.assign(process.env, { REDIS_URL: redis.url, ...secrets })
  const env = {
    ...asShipped,
    ...secrets,
    DATA_DIR: folder,
    REDIS_URL: `redis://127.0.0.1:${proxy.port}`,
    TRUSTED_PROXIES: '1',
  }
  app = await startApp('node', env, { output: 'ignore' })
})
afterAll(async () => {
  await app.stop()
  proxy.stop()
  await (await store()).close()
  await redis.stop()
  removeFolder(folder)
})

async function convert({ keys: [key], address }: Caller): Promise<number> {
  const response = await fetch(`${app.url}/api/convert`, {
    method: 'POST',
    headers: { 'x-forwarded-for': address, ...(key && { 'x-api-key': key.key }) },
    body: '{"cid":"1"}',
  })
  await response.body?.cancel()
  return response.status
}

/** Calls repeatedly until the store is back and a call succeeds. */
const convertOnceItWorks = (caller: Caller) => expect.poll(() => convert(caller), patience).toBe(200)

test.each(['an account', 'a visitor'])(
  '%s is not charged for a call that the store counted but could not confirm',
  { timeout: 120_000 },
  async (who) => {
    const caller =
      who === 'a visitor' ? newVisitor([0]) : await newAccount({ name: who, plan: 'starter', processes: [0] })
    await convertOnceItWorks(caller)
    const lostBefore = proxy.lost()
    proxy.loseAnswers()
    expect(await convert(caller)).toBe(500)
    expect(proxy.lost()).toBeGreaterThan(lostBefore)
    proxy.heal()
    await convertOnceItWorks(caller)
    await expect.poll(async () => (await countsOf([caller]))[0], patience).toBe(2)
  },
)
