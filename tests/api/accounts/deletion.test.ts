import { beforeAll, expect, test, vi } from 'vitest'
import { admitAccount } from '@/server/access/admit-account'
import { monthOf } from '@/server/access/calendar'
import { listKeys } from '@/server/access/key-list'
import { createKey } from '@/server/access/key-store'
import { redisKeys } from '@/server/access/redis-keys'
import { makeBatch } from '@/server/batches/make-batch'
import { addDelivery } from '@/server/callbacks/delivery-store'
import { signedInAccount } from '@/server/sign-in/session'
import { store } from '@/server/store/store'
import { withStore } from '../../access/environment'
import { order, sentAs } from '../../batches/orders'
import { newEndpoint } from '../../support/new-endpoint'
import { Browser, goodPassword, keySpace, newEmail, newestMail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

test('deleting an account leaves nothing lasting in the store and frees its email', async () => {
  await new Browser().signUp(newEmail())
  const before = await keySpace()

  const browser = new Browser()
  const other = new Browser()
  const email = newEmail()
  const accountId = (await browser.signUp(email)).json?.user?.id ?? ''
  await other.signIn(email)
  await browser.call('/request-password-reset', { body: { email } })
  await newestMail(email, 2)
  await createKey(accountId, 'production', null)
  const { counts } = redisKeys(accountId)
  const longAgo = monthOf(Date.now() - 396 * 86_400_000)
  await (await store()).redis.hset(counts(longAgo), { used: 7 })
  const caller = { accountId, keyHashes: [], isTest: false, addressBits: '' }
  await admitAccount(caller, [{ operation: 'resolve', asksUpstream: true, callId: 'x' }])
  await makeBatch(accountId, { ...order, sent: sentAs(['1']), isStarted: false })
  const url = 'https://hooks.example.com/'
  const { id: endpoint } = await newEndpoint(accountId, url)
  const event = { event: 'msg_1', type: 'batch.finished', body: '{}', created: Date.now() }
  await addDelivery(accountId, { id: `msg_1.${endpoint}`, endpoint, url, ...event })
  const cookie = new Headers({ cookie: other.cookieHeader() })
  const own = (await keySpace()).filter((key) => !before.includes(key))
  expect(own.map((key) => key.replace(/:.*/, ''))).toContain('verification')
  const kinds = ['profile', 'keys', 'counts', 'user', 'sessions', 'methods']
  for (const name of [
    ...kinds,
    'batches',
    'batch:',
    'endpoints',
    'callback-secrets',
    'callback-addresses',
    'deliveries',
  ]) {
    expect(own.some((key) => key.startsWith(`{${accountId}}:${name}`))).toBe(true)
  }

  const { status } = await browser.call('/delete-user', { body: { password: goodPassword } })
  expect(status).toBe(200)
  expect(browser.cookies.has('pinref.session_token')).toBe(false)
  // The store keeps the ids of counted calls for a few minutes, because a call in flight may still need a refund.
  const passing = (key: string) => key.startsWith(`{${accountId}}:counted:`)
  expect((await keySpace()).filter((key) => !passing(key))).toEqual(before)
  for (const key of (await keySpace()).filter(passing)) expect(await (await store()).redis.ttl(key)).toBeGreaterThan(0)
  expect(await signedInAccount(cookie)).toBeNull()
  expect(await listKeys(accountId)).toEqual([])
  expect((await new Browser().signIn(email)).status).toBe(401)
  expect((await new Browser().signUp(email)).json?.user?.id).not.toBe(accountId)
})

test('deleting an account needs both a session and the password', async () => {
  const browser = new Browser()
  const email = newEmail()
  await browser.signUp(email)
  for (const body of [{}, { password: '' }, { password: 'not this one' }]) {
    const { status, json } = await browser.call('/delete-user', { body })
    expect([status, json?.code]).toEqual([400, 'INVALID_PASSWORD'])
  }
  expect((await new Browser().call('/delete-user', { body: { password: goodPassword } })).status).toBe(401)
  expect(await browser.signedInAs()).toBe(email)
})
