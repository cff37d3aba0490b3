import { beforeAll, expect, test, vi } from 'vitest'
import { admit } from '@/server/metering/access/admit'
import { createKey } from '@/server/metering/access/key-store'
import { writeProfile } from '@/server/metering/access/profile'
import { refund } from '@/server/metering/access/refund'
import { spend } from '@/server/places/upstream/spending'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { accountOf } from '../../support/new-account'
import { Browser, goodPassword, newEmail, newestMail } from './browser'
import { enable } from './two-step'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

/** Returns everything in the store: the Redis keys and their values, as text. */
async function everything(): Promise<Map<string, string>> {
  const { redis, send } = await store()
  const reading = {
    string: ['GET'],
    hash: ['HGETALL'],
    set: ['SMEMBERS'],
    zset: ['ZRANGE'],
    stream: ['XRANGE'],
  } as const
  await finishWork()
  const found = new Map<string, string>()
  for (const key of await redis.keys('*')) {
    const type = (await redis.type(key)) as keyof typeof reading
    const range = type === 'zset' ? [0, -1] : type === 'stream' ? ['-', '+'] : []
    found.set(key, JSON.stringify(await send([...reading[type], key, ...range])))
  }
  return found
}

test('a deleted account leaves only counters and used codes in the store, for two days at most', async () => {
  const { redis } = await store()
  const browser = new Browser()
  const email = newEmail()
  const personId = (await browser.signUp(email)).json?.user?.id ?? ''
  const accountId = await accountOf(personId)
  await new Browser().signIn(email, 'a wrong guess')
  await browser.call('/request-password-reset', { body: { email } })
  await newestMail(email, 2)
  await enable(browser)
  // A customer from when billing was on.
  await writeProfile(accountId, { plan: 'growth', customerId: 'cus_of_before', subscriptionId: 'sub_of_before' })
  await redis.set('customer:cus_of_before', { accountId })
  // From an earlier version.
  await redis.zadd(`{${accountId}}:recent`, { score: 1, member: 'AAAAAAAAAAAAAAAA{}' })
  const { key } = await createKey(accountId, 'Production', null)
  const client = () => ({ address: '192.0.2.1' })
  const admission = await admit({ client, apiKey: key, member: null, operation: 'resolve', requestId: 'x' })
  await refund(admission, true)
  await spend('details_ids', accountId, { dailyCap: 10, monthlyCap: null, callerShare: 50 })

  const mentions = (all: Map<string, string>) =>
    [...all].flatMap(([name, value]) =>
      [accountId, personId, email, 'cus_of_before'].some((text) => `${name} ${value}`.includes(text)) ? [name] : [],
    )
  expect(mentions(await everything()).length).toBeGreaterThan(10)
  expect((await browser.call('/delete-user', { body: { password: goodPassword } })).status).toBe(200)
  for (const name of mentions(await everything())) {
    expect(name).toMatch(/^attempts:|^\{upstream:.*\}:.*:callers$|:(counted|used-code):/)
    const seconds = await redis.ttl(name)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(2 * 86_400)
  }
})
