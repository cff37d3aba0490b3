import { afterAll, beforeAll, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import { postEvent, queueDelivery } from '@/server/features/callbacks/deliver'
import { readDeliveries } from '@/server/features/callbacks/delivery-store'
import { stopQueue } from '@/server/platform/queue/queue'
import { withStore } from '../access/environment'
import { startCallbackReceiver } from '../support/callback-receiver'
import { newAccount } from '../support/new-account'
import { newEndpoint } from '../support/new-endpoint'
import { startRedisServer } from '../support/redis'
import { makeOf, placeIds, until } from './orders'

const redis = await startRedisServer()
const receiver = await startCallbackReceiver()
withStore({ REDIS_URL: redis.url, CALLBACK_GATEWAY_URL: receiver.url })

beforeAll(() => startQueue())
afterAll(async () => {
  // The receiver stops first; otherwise the queue would wait for its responses.
  await receiver.stop()
  await stopQueue()
  await redis.stop()
})

async function called(host: string): Promise<string> {
  const accountId = await newAccount()
  await newEndpoint(accountId, `https://${host}/pinref`)
  return accountId
}

const event = (id: string) => ({ id, type: 'callback.test', data: {} }) as const
const callsTo = (host: string) => receiver.received.filter(({ path }) => path === `/${host}/pinref`)

test('a batch finishes while callbacks to endpoints that never respond use all slots', async () => {
  const host = 'hangs.example.com'
  receiver.neverAnswer(host)
  const accounts = await Promise.all(Array.from({ length: 12 }, () => called(host)))
  await Promise.all(
    accounts.map((accountId, index) => postEvent(accountId, event(`msg_${host}_${index}`), queueDelivery)),
  )
  await expect.poll(() => callsTo(host).length).toBe(accounts.length)
  const patient = await newAccount()
  const { id } = await makeOf(patient, placeIds(2))
  await until(patient, id, 'finished')
  const tried = (await Promise.all(accounts.map(readDeliveries))).flat().filter(({ tries }) => tries.length > 0)
  expect(tried, 'of the callbacks are over').toEqual([])
})

test('an account has one callback in flight at a time, which does not delay another account’s callbacks', async () => {
  receiver.neverAnswer('slow.example.com')
  const slow = await called('slow.example.com')
  for (let index = 0; index < 60; index++) await postEvent(slow, event(`msg_slow_${index}`), queueDelivery)
  await expect.poll(() => callsTo('slow.example.com').length).toBe(1)
  const quick = await called('quick.example.com')
  for (const id of ['msg_quick_1', 'msg_quick_2']) await postEvent(quick, event(id), queueDelivery)
  await expect
    .poll(async () => (await readDeliveries(quick)).map(({ state }) => state))
    .toEqual(['delivered', 'delivered'])
  expect(callsTo('slow.example.com'), 'while the first has no answer').toHaveLength(1)
})
