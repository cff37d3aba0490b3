import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import { writeProfile } from '@/server/metering/access/profile'
import { stopQueue } from '@/server/platform/queue/queue'
import { withStore } from '../access/environment'
import { asShipped } from '../support/busy-machine'
import { startLossyProxy } from '../support/lossy-proxy'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { expectExact, makeOf, placeIds, until, usedBy } from './orders'

const redis = await startRedisServer()
const proxy = await startLossyProxy(redis.port)
withStore({ REDIS_URL: `redis://127.0.0.1:${proxy.port}`, LOG_LEVEL: 'silent', ...asShipped })

beforeAll(() => startQueue())
afterAll(async () => {
  proxy.heal()
  await stopQueue()
  proxy.stop()
  await redis.stop()
})

test('every line is answered once and counted once even if responses from the store are lost', async () => {
  const accountId = await newAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  const lines = placeIds(12_000)
  const { id } = await makeOf(accountId, lines)
  await until(accountId, id, 'running')
  for (let turn = 0; turn < 10 || (proxy.lost() <= 5 && turn < 100); turn++) {
    proxy.loseAnswers()
    await sleep(60)
    proxy.heal()
    await sleep(250)
  }
  await expectExact(accountId, await until(accountId, id, 'finished'), lines)
  expect(await usedBy(accountId)).toEqual({ used: 12_000, 'resolve:ok': 12_000 })
  expect(proxy.lost()).toBeGreaterThan(5)
}, 240_000)
