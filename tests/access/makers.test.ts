import { afterAll, expect, test } from 'vitest'
import { readMakers } from '@/server/features/account-data/makers'
import { createBatch } from '@/server/features/batches/create-batch'
import { addEndpoint } from '@/server/features/callbacks/endpoint'
import { createWatchlist } from '@/server/features/watchlists/change-watchlist'
import { leaveAccount } from '@/server/metering/access/account'
import { createKey, revokeKey, rotateKey } from '@/server/metering/access/key-store'
import type { Writer } from '@/server/metering/access/members'
import { stopQueue } from '@/server/platform/queue/queue'
import { order } from '../batches/orders'
import { newAccount, newMember, ownerOf } from '../support/new-account'
import { withStore } from './environment'

withStore({ AUTH_SECRET: 'a secret of at least 32 characters' })
afterAll(stopQueue)

/** Creates one of everything that remembers its maker. @returns their ids. */
async function makeAll(writer: Writer): Promise<string[]> {
  const { key = '' } = writer
  const [batch, watchlist, endpoint] = await Promise.all([
    createBatch(writer, { ...order, key, isStarted: false }),
    createWatchlist(writer, { name: 'Stores', period: 'weekly', digest: 'off', isTest: false, source: null }),
    addEndpoint(writer, { url: `https://callbacks.example.com/${key}`, sealed: 'sealed', idempotency: null }),
  ])
  const { id } = await (key === ''
    ? createKey(writer, 'Deploy', null)
    : createKey(writer, 'Child', null, { granter: { keyId: key } }))
  return [batch.id, watchlist.id, endpoint.id, id]
}

test('what an account has names the person or the key that made it, also after they are gone', async () => {
  const accountId = await newAccount()
  const personId = await newMember(accountId, 'member', { name: 'Grace' })
  const { id: key } = await createKey(accountId, 'Server', null, { operations: ['keys', 'resolve'] })
  const byPerson = await makeAll({ accountId, personId })
  const byKey = await makeAll({ accountId, personId: null, key })
  const makersOf = async (ids: readonly string[]) => {
    const makers = await readMakers(accountId, ids)
    return ids.map((id) => makers[id])
  }
  expect(await makersOf(byPerson)).toEqual(byPerson.map(() => ({ person: 'Grace' })))
  expect(await makersOf(byKey)).toEqual(byKey.map(() => ({ key: 'Server' })))
  expect(await makersOf([key])).toEqual([undefined])

  await leaveAccount(accountId, personId)
  await newMember(accountId, 'viewer')
  await revokeKey(accountId, key)
  expect(await makersOf(byPerson)).toEqual(byPerson.map(() => ({ person: null })))
  expect(await makersOf(byKey)).toEqual(byKey.map(() => ({ key: null })))
})

test('who rotates a key is the maker of the new one', async () => {
  const accountId = await newAccount()
  const [maker, other] = await Promise.all(['Grace', 'Mary'].map((name) => newMember(accountId, 'member', { name })))
  const { id } = await createKey({ accountId, personId: maker ?? '' }, 'Deploy', null)
  const { id: newId } = await rotateKey({ accountId, personId: other ?? '' }, id, 7)
  expect(await readMakers(accountId, [id, newId])).toEqual({ [id]: { person: 'Grace' }, [newId]: { person: 'Mary' } })
})

test('the only member of an account sees no makers except previous members', async () => {
  const accountId = await newAccount()
  const personId = await ownerOf(accountId)
  const { id: own } = await createKey({ accountId, personId }, 'Own', null, { operations: ['keys', 'resolve'] })
  const byKey = await makeAll({ accountId, personId: null, key: own })
  const former = await newMember(accountId, 'member')
  const { id: left } = await createKey({ accountId, personId: former }, 'Left', null)
  await leaveAccount(accountId, former)
  expect(await readMakers(accountId, [own, left, ...byKey])).toEqual({ [left]: { person: null } })
})
