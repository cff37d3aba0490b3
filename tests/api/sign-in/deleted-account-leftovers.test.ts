import { beforeAll, expect, test, vi } from 'vitest'
import { admit } from '@/server/metering/access/admit'
import { createKey } from '@/server/metering/access/key-store'
import { readMembers } from '@/server/metering/access/members'
import { writeProfile } from '@/server/metering/access/profile'
import { refund } from '@/server/metering/access/refund'
import { spend } from '@/server/places/upstream/spending'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { accountOf, ownerOf } from '../../support/new-account'
import { memberIn, mutate, person } from './audit-log'
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

/** Returns the Redis keys that contain one of these texts, in their names or values. */
async function mentions(...texts: string[]): Promise<string[]> {
  const all = [...(await everything())]
  return all.flatMap(([name, value]) => (texts.some((text) => `${name} ${value}`.includes(text)) ? [name] : []))
}

/** Redis keys that expire soon. */
const passing = /^attempts:|^dashboard:|^\{upstream:.*\}:.*:callers$|:(counted|used-code):/

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

  const texts = [accountId, personId, email, 'cus_of_before']
  expect((await mentions(...texts)).length).toBeGreaterThan(10)
  expect((await browser.call('/delete-user', { body: { password: goodPassword } })).status).toBe(200)
  for (const name of await mentions(...texts)) {
    expect(name).toMatch(passing)
    const seconds = await redis.ttl(name)
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(2 * 86_400)
  }
})

test('a deleted person leaves another account alone, whose log still names them and whose keys still work', async () => {
  const { accountId } = await person()
  const { browser, email, personId, ownAccountId } = await memberIn(accountId, 'member')
  const { data } = await mutate(browser, 'keys.create', { name: 'Made by a member' })
  await mutate(browser, 'account.switchAlert', { alert: 'quota', on: false })
  expect(await mentions(email)).toContain(`{${accountId}}:audit`)
  expect((await browser.call('/delete-user', { body: { password: goodPassword } })).status).toBe(200)
  const left = async (...texts: string[]) => (await mentions(...texts)).filter((name) => !passing.test(name))
  expect(await left(email)).toEqual([`{${accountId}}:audit`])
  for (const name of await left(personId)) expect(name).toMatch(new RegExp(`^{${accountId}}:(audit|keys)$`))
  expect(await left(ownAccountId)).toEqual([])
  expect(await readMembers(accountId)).toMatchObject([{ personId: await ownerOf(accountId), role: 'owner' }])
  const call = { client: () => ({ address: '192.0.2.1' }), apiKey: data.key, member: null, requestId: 'y' }
  expect(await admit({ ...call, operation: 'convert' })).toMatchObject({ caller: accountId, keyId: data.id })
})
