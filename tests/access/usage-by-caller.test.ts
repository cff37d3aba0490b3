import { expect, test } from 'vitest'
import { leaveAccount } from '@/server/metering/access/account'
import { type AccountCaller, admitAccount } from '@/server/metering/access/admit-account'
import { keyHashes, randomBase62 } from '@/server/metering/access/api-key'
import { calendarDay } from '@/server/metering/access/calendar'
import { contactKeys } from '@/server/metering/access/contacts'
import { type CreatedKey, changeKey, createKey, revokeKey, rotateKey } from '@/server/metering/access/key-store'
import { memberText, roles } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { maxSources } from '@/server/metering/access/sources'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { callsBySource } from '../support/calls-by-source'
import { newAccount, newPerson, newRichAccount, ownersCalls } from '../support/new-account'
import { withStore } from './environment'

withStore({})

const session = async (accountId: string): Promise<AccountCaller> => ({
  accountId,
  member: await ownersCalls(accountId),
  keyHashes: [],
  isTest: false,
  addressBits: '',
})
const withKey = (accountId: string, { key }: CreatedKey, isTest = false): AccountCaller => ({
  accountId,
  keyHashes: keyHashes(key),
  isTest,
  addressBits: '',
})

/** Makes calls at once. Returns their admissions. */
async function call(caller: AccountCaller, calls = 1) {
  const id = randomBase62(12)
  const counted = Array.from({ length: calls }, (_, at) => ({
    operation: 'convert',
    asksUpstream: false,
    callId: `${id}-${at}`,
  }))
  const admissions = await admitAccount(caller, counted)
  if (!admissions) throw new Error('the caller is unknown')
  return admissions
}

const today = () => calendarDay(Date.now())
const counts = (account: string) => redisKeys(account).counts(today().month)

test('each call counts for its key and the client of that moment, on its day', async () => {
  const account = await newRichAccount()
  const key = await createKey(account, 'Server', null, { client: 'Acme: north' })
  const other = await createKey(account, 'Other', null)
  await call(withKey(account, key), 3)
  await call(withKey(account, other))
  await changeKey(account, key.id, { client: 'Globex' })
  await Promise.all(Array.from({ length: 20 }, () => call(withKey(account, key))))
  await changeKey(account, key.id, { client: null, name: 'Renamed' })
  await call(withKey(account, key))
  await call(await session(account), 2)
  expect(await callsBySource(account)).toEqual({
    'Renamed for Acme: north': 3,
    Other: 1,
    'Renamed for Globex': 20,
    Renamed: 1,
    Ada: 2,
  })
  const { sources } = await readUsage(account)
  expect(new Set(sources.flatMap(({ days }) => days.map(({ day }) => day)))).toEqual(new Set([Number(today().day)]))
})

test('a refund goes to the client that the call was counted for, even if the key’s client has changed', async () => {
  const account = await newRichAccount()
  const key = await createKey(account, 'Server', null, { client: 'Acme' })
  const admissions = await call(withKey(account, key), 3)
  await changeKey(account, key.id, { client: 'Globex' })
  await call(withKey(account, key), 2)
  const failed = [0, 2].map((index) => ({ index, askedUpstream: false }))
  await admissions.refund(failed)
  await admissions.refund(failed)
  expect(await callsBySource(account)).toEqual({ 'Server for Acme': 1, 'Server for Globex': 2 })
})

test('calls of a revoked key stay with their client, and are still refunded', async () => {
  const account = await newRichAccount()
  const keys = [
    await createKey(account, 'A', null, { client: 'Acme' }),
    await createKey(account, 'B', null, { client: 'Acme' }),
  ]
  const [first] = await Promise.all(keys.map((key) => call(withKey(account, key), 2)))
  for (const { id } of keys) await revokeKey(account, id)
  expect(await callsBySource(account)).toEqual({ 'Deleted keys for Acme': 4 })
  await first?.refund([{ index: 0, askedUpstream: false }])
  expect(await callsBySource(account)).toEqual({ 'Deleted keys for Acme': 3 })
  const { redis } = await store()
  const fields = await redis.hgetall<Record<string, unknown>>(counts(account))
  expect(Object.keys(fields ?? {}).filter((field) => field.startsWith('by:'))).toEqual(['by:revoked:Acme'])
  expect(fields).toMatchObject({ sources: 1 })
})

test('rejected calls, and calls with a test key, count for no one', async () => {
  const account = await newAccount()
  const key = await createKey(account, 'Limited', null, { monthlyLimit: 2, client: 'Acme' })
  const sample = await createKey(account, 'Sample', null, { test: true, client: 'Acme' })
  await call(withKey(account, key), 5)
  const admissions = await call(withKey(account, sample, true), 2)
  await admissions.refund([{ index: 0, askedUpstream: false }])
  expect(await callsBySource(account)).toEqual({ 'Limited for Acme': 2 })
})

test('each person’s calls on the dashboard count for them, even after they leave the account', async () => {
  const account = await newRichAccount()
  const personId = await newPerson({ email: 'grace@example.com' })
  const { redis } = await store()
  await redis.hset(redisKeys(account).members, { [personId]: memberText({ role: 'member', since: 1 }) })
  await redis.hset(contactKeys.user(personId), { name: JSON.stringify('Grace') })
  const grace = Object.assign(await session(account), { member: { personId, roles } })
  const admissions = await call(grace, 3)
  await call(await session(account))
  await admissions.refund([{ index: 1, askedUpstream: false }])
  expect(await callsBySource(account)).toEqual({ Grace: 2, Ada: 1 })
  await leaveAccount(account, personId)
  expect(await callsBySource(account)).toEqual({ 'Previous member': 2, Ada: 1 })
})

test('a rotated key, and a key that a key creates, have the same client', async () => {
  const account = await newRichAccount()
  const key = await createKey(account, 'Server', null, { client: 'Acme', operations: ['convert', 'keys'] })
  const rotated = await rotateKey(account, key.id, 1)
  const child = await createKey(account, 'Child', undefined, { granter: { keyId: key.id } })
  const own = await createKey(account, 'Own', undefined, { granter: { keyId: key.id }, client: null })
  for (const one of [rotated, child, own]) await call(withKey(account, one))
  expect(await callsBySource(account)).toEqual({ 'Server for Acme': 1, 'Child for Acme': 1, Own: 1 })
})

test('calls that an earlier version counted are listed as not counted by key', async () => {
  const account = await newRichAccount()
  const { redis } = await store()
  await redis.hset(counts(account), { used: 5, [`${today().day}:resolve:ok`]: 5, [`${today().day}:resolve:failed`]: 2 })
  await call(await session(account), 2)
  expect(await callsBySource(account)).toEqual({ Ada: 2, 'Not by key': 5 })
})

test(`a month has at most ${maxSources} callers and clients, and further calls count only in total`, async () => {
  const account = await newRichAccount()
  const key = await createKey(account, 'Server', null, { client: 'Acme' })
  await call(withKey(account, key))
  const { redis } = await store()
  await redis.hset(counts(account), { sources: maxSources })
  await call(withKey(account, key))
  const admissions = await call(await session(account), 3)
  await admissions.refund([{ index: 0, askedUpstream: false }])
  expect(await callsBySource(account)).toEqual({ 'Server for Acme': 2, 'Not by key': 2 })
})
