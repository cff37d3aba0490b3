import { afterAll, beforeAll, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import { createKey } from '@/server/metering/access/key-store'
import { stopQueue } from '@/server/platform/queue/queue'
import { withStore } from '../access/environment'
import { alertAccount } from '../support/alert-account'
import { startMailServer } from '../support/mail-server'
import { startRedisServer } from '../support/redis'
import { makeOf, placeIds, until, usedBy } from './orders'

const redis = await startRedisServer()
const mailServer = await startMailServer()
withStore({ REDIS_URL: redis.url, SMTP_URL: mailServer.url, APP_URL: 'https://pinref.example' })
beforeAll(() => startQueue())
afterAll(async () => {
  await stopQueue()
  await mailServer.stop()
  await redis.stop()
})

const mailsTo = (email: string) => mailServer.received.filter(({ to }) => to.includes(email)).map(({ text }) => text)

const converting = { operation: 'convert', details: 'none' } as const

/** Runs a batch of `faulty` lines that cannot be converted, followed by these valid CIDs. */
async function convert(accountId: string, key: string, cids: number[], faulty = 0) {
  const lines = [...Array.from({ length: faulty }, (_, line) => `fault ${line}`), ...cids.map(String)]
  const { id } = await makeOf(accountId, lines, { ...converting, key })
  return until(accountId, id, 'finished', 'waiting')
}

test('an email reports 80% and 100% of an API key’s limit, and counts only lines that were not refunded', async () => {
  const { accountId, email } = await alertAccount()
  const { id } = await createKey(accountId, 'Import', null, { monthlyLimit: 10 })
  // The batch is charged the whole limit in advance. Five lines in this batch are refunded.
  await convert(accountId, id, [1, 2, 3, 4, 5, 6, 7], 5)
  expect((await usedBy(accountId)).used).toBe(7)
  await convert(accountId, id, [8])
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  expect(await convert(accountId, id, [9, 10, 11])).toMatchObject({ state: 'waiting', reason: 'key_quota' })
  await expect.poll(() => mailsTo(email)).toHaveLength(2)
  const [first, second] = mailsTo(email)
  expect(first).toContain('The key has used 8 of its 10 calls')
  expect(second).toContain('The key has used all 10 of its calls')
})

test('an email reports 80% of the plan, and a test batch’s lines do not count', async () => {
  const { accountId, email } = await alertAccount()
  const { id } = await makeOf(accountId, [...Array.from({ length: 200 }, (_, at) => `fault ${at}`), ...placeIds(790)], {
    operation: 'resolve',
  })
  await until(accountId, id, 'finished')
  expect(mailsTo(email)).toEqual([])
  const tried = await makeOf(accountId, placeIds(50), { isTest: true })
  await until(accountId, tried.id, 'finished')
  expect(mailsTo(email)).toEqual([])
  const rest = await makeOf(accountId, placeIds(20, 5_000))
  await until(accountId, rest.id, 'finished')
  await expect.poll(() => mailsTo(email)).toHaveLength(1)
  expect(mailsTo(email)[0]).toMatch(/You have used 810 of your plan\S+ 1,000 calls/)
})
