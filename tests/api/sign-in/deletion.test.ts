import { beforeAll, expect, test, vi } from 'vitest'
import { createBatch } from '@/server/features/batches/create-batch'
import { addDelivery } from '@/server/features/callbacks/delivery-store'
import { signInKeys } from '@/server/features/sign-in/adapter/redis-keys'
import { signedInPerson } from '@/server/features/sign-in/session'
import { createWatchlist } from '@/server/features/watchlists/change-watchlist'
import { createListings } from '@/server/features/watchlists/listings'
import { runWatchlist } from '@/server/features/watchlists/run-watchlist'
import { allDue } from '@/server/features/watchlists/watch-store'
import { admitAccount } from '@/server/metering/access/admit-account'
import { monthOf } from '@/server/metering/access/calendar'
import { listKeys } from '@/server/metering/access/key-list'
import { createKey } from '@/server/metering/access/key-store'
import { readMembers } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import type { JobQueue } from '@/server/platform/queue/job-queue'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { order, sentAs } from '../../batches/orders'
import { accountOf, join, newAccount } from '../../support/new-account'
import { newEndpoint } from '../../support/new-endpoint'
import { memberIn, person } from './audit-log'
import { Browser, goodPassword, keySpace, newEmail, newestMail } from './browser'

withStore({})

// No worker runs here, so jobs would stay in the store.
vi.mock(import('@/server/platform/queue/queue'), async (original) => {
  const queue = { add: async () => {}, work: () => {}, stop: async () => {} }
  return { ...(await original()), jobQueue: async () => queue as unknown as JobQueue }
})

const watchlistOrder = { name: 'Shops', period: 'weekly', isTest: false, source: null } as const

const dueWatchlists = async () => (await store()).redis.zrange(allDue, 0, -1)

beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

test('deleting an account leaves no permanent data in the store and frees its email', async () => {
  await new Browser().signUp(newEmail())
  const before = await keySpace()

  const browser = new Browser()
  const other = new Browser()
  const email = newEmail()
  const personId = (await browser.signUp(email)).json?.user?.id ?? ''
  const accountId = await accountOf(personId)
  await other.signIn(email)
  await browser.call('/request-password-reset', { body: { email } })
  await newestMail(email, 2)
  await createKey(accountId, 'production', null)
  const { counts } = redisKeys(accountId)
  const longAgo = monthOf(Date.now() - 396 * 86_400_000)
  await (await store()).redis.hset(counts(longAgo), { used: 7 })
  const caller = { accountId, keyHashes: [], isTest: false, addressBits: '' }
  await admitAccount(caller, [{ operation: 'resolve', asksUpstream: true, callId: 'x' }])
  await createBatch(accountId, { ...order, sent: sentAs(['1']), isStarted: false })
  const watchlist = await createWatchlist(accountId, { ...watchlistOrder, digest: 'daily' })
  await createListings(accountId, watchlist, ['cid:1', 'no link'])
  expect(await dueWatchlists()).toEqual([`${accountId} ${watchlist.id}`])
  const url = 'https://hooks.example.com/'
  const { id: endpoint } = await newEndpoint(accountId, url)
  const event = { event: 'msg_1', type: 'batch.finished', body: '{}', created: Date.now() }
  await addDelivery(accountId, { id: `msg_1-${endpoint}`, endpoint, batch: '', url, ...event })
  const cookie = new Headers({ cookie: other.cookieHeader() })
  const own = (await keySpace()).filter((key) => !before.includes(key))
  expect(own.map((key) => key.replace(/:.*/, ''))).toContain('verification')
  const kinds = ['members', 'profile', 'keys', 'counts']
  const ofPerson = ['user', 'sessions', 'methods', 'memberships', 'log', 'last-seen']
  for (const name of ofPerson) expect(own).toContain(`{${personId}}:${name}`)
  for (const name of [
    ...kinds,
    'batches',
    'batch:',
    ...['watchlists', 'watched', 'watch:'],
    'endpoints',
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
  expect(await signedInPerson(cookie)).toBeNull()
  expect(await listKeys(accountId)).toEqual([])
  expect(await dueWatchlists()).toEqual([])
  expect((await new Browser().signIn(email)).status).toBe(401)
  expect((await new Browser().signUp(email)).json?.user?.id).not.toBe(personId)
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

test('deleting a person also deletes a first account whose creation was interrupted', async () => {
  const { browser, personId, accountId } = await person()
  const { redis } = await store()
  await redis.del(signInKeys.memberships(personId))
  await redis.hset(signInKeys.user(personId), { firstAccount: JSON.stringify(accountId) })
  expect((await browser.call('/delete-user', { body: { password: goodPassword } })).status).toBe(200)
  expect(await readMembers(accountId)).toEqual([])
})

test('the only owner of an account with other members cannot be deleted, and keeps everything', async () => {
  const owner = await person()
  const { personId } = await memberIn(owner.accountId, 'viewer')
  const before = await keySpace()
  const remove = () => owner.browser.call('/delete-user', { body: { password: goodPassword } })
  await expect(remove()).rejects.toMatchObject({
    code: 'limit_reached',
    message: expect.stringContaining('only owner'),
  })
  expect((await keySpace()).filter((key) => !key.startsWith('attempts:'))).toEqual(
    before.filter((key) => !key.startsWith('attempts:')),
  )
  await join(owner.accountId, personId, 'owner')
  expect((await remove()).status).toBe(200)
  expect(await readMembers(owner.accountId)).toMatchObject([{ personId, role: 'owner' }])
})

test('watchlists that an interrupted deletion left behind are deleted when they are due', async () => {
  const accountId = await newAccount()
  const { id, ...watchlist } = await createWatchlist(accountId, { ...watchlistOrder, digest: 'off' })
  await createListings(accountId, { id, ...watchlist }, ['cid:1', 'no link'])
  const own = async () => (await keySpace()).filter((key) => key.startsWith(`{${accountId}}:watch`))
  expect((await own()).length).toBeGreaterThan(4)
  await (await store()).redis.del(redisKeys(accountId).members)
  const attempt = { crashes: 0 } as Parameters<typeof runWatchlist>[2]
  expect(await runWatchlist({ accountId, id }, new AbortController().signal, attempt)).toBeNull()
  expect(await own()).toEqual([])
  expect(await dueWatchlists()).toEqual([])
})
