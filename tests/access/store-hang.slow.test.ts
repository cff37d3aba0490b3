import { afterAll, expect, test, vi } from 'vitest'
import { admit, admitMulticall } from '@/server/metering/access/admit'
import { visitorQuota } from '@/server/metering/access/admit-visitor'
import { createKey } from '@/server/metering/access/key-store'
import { writeProfile } from '@/server/metering/access/profile'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { asShipped } from '../support/busy-machine'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { withStore } from './environment'

const redis = await startRedisServer({ appendfsync: 'everysec' })
withStore({ REDIS_URL: redis.url, ...asShipped, FREE_DAILY_QUOTA: '1000000' })
afterAll(() => redis.stop())

const admitted = (apiKey: string | null, call: string, address = '192.0.2.1') =>
  admit({ client: () => ({ address }), apiKey, member: null, operation: 'convert', requestId: call })

/** Makes calls while the store hangs. Once all calls have failed, resumes the store. */
async function whileItHangs(calls: number, make: (index: number) => Promise<unknown>) {
  redis.process.kill('SIGSTOP')
  const outcomes = await Promise.allSettled(Array.from({ length: calls }, (_, index) => make(index)))
  redis.process.kill('SIGCONT')
  for (const outcome of outcomes) {
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'store_unavailable' } })
  }
}

/** Waits until the store responds. A response means that the store has run every earlier command. */
const untilItAnswers = () => expect.poll(async () => (await store()).redis.ping().catch(() => 'no')).toBe('PONG')

test('12,000 calls with a key that fail while the store hangs are not counted when it recovers', async () => {
  const account = await newAccount()
  await writeProfile(account, { plan: 'unlimited' })
  const { key } = await createKey(account, 'a', null)
  await admitted(key, 'before')
  await whileItHangs(12_000, (index) => admitted(key, `late-${index}`))
  await untilItAnswers()
  expect(await readUsage(account)).toMatchObject({ used: 1 })
  await admitted(key, 'after')
  expect(await readUsage(account)).toMatchObject({ used: 2 })
})

test('120 batches of 100 calls that fail while the store hangs are not counted when it recovers', async () => {
  const account = await newAccount()
  await writeProfile(account, { plan: 'unlimited' })
  const { key } = await createKey(account, 'a', null)
  const address = '203.0.113.8'
  const hundred = Array<string>(100).fill('convert')
  const batch = (apiKey: string | null, id: string) =>
    admitMulticall({ client: () => ({ address }), apiKey, member: null }, hundred, id)
  await batch(key, 'before')
  await batch(null, 'before')
  await whileItHangs(120, (index) => batch(index % 2 ? key : null, `late-${index}`))
  await untilItAnswers()
  expect(await readUsage(account)).toMatchObject({ used: 100 })
  expect(await visitorQuota({ address })).toMatchObject({ remaining: 1_000_000 - 100 })
})

test('a scan of the keys fails if the store hangs for a minute', async () => {
  const pages = (await store()).scan('*')[Symbol.asyncIterator]()
  redis.process.kill('SIGSTOP')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failure = expect(pages.next()).rejects.toMatchObject({ code: 'store_unavailable' })
  await vi.advanceTimersByTimeAsync(60_000)
  await failure
  vi.useRealTimers()
  redis.process.kill('SIGCONT')
})

test('12,000 calls by a visitor that fail while the store hangs are refunded when it recovers', async () => {
  const address = '203.0.113.7'
  const { quota } = await admitted(null, 'visitor-before', address)
  await whileItHangs(12_000, (index) => admitted(null, `visitor-late-${index}`, address))
  await untilItAnswers()
  const counter = `free:{${address}}:${Math.floor(Date.now() / 86_400_000)}`
  const counted = async () => Number(await (await store()).redis.get(counter))
  await expect.poll(counted, { timeout: 30_000 }).toBe((quota.limit ?? 0) - (quota.remaining ?? 0))
})
