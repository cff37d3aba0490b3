import { afterAll, afterEach, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import type { BatchWatch } from '@/server/features/batches/batch'
import { chunksOf } from '@/server/features/batches/batch-store'
import { cancelBatch } from '@/server/features/batches/change-batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { reserve, take } from '@/server/features/batches/run-lane'
import { runStep } from '@/server/features/batches/run-step'
import type { Step } from '@/server/features/batches/steps'
import { listKeys } from '@/server/metering/access/key-list'
import { type CreatedKey, changeKey, createKey, revokeKey } from '@/server/metering/access/key-store'
import { stopQueue } from '@/server/platform/queue/queue'
import { withStore } from '../access/environment'
import { newRichAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { makeOf, placeIds, until, usedBy } from './orders'

const redis = await startRedisServer()
withStore({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' })
// The second test takes lines itself, so no queue may take them first.
afterEach(() => stopQueue())
afterAll(() => redis.stop())

const watch: BatchWatch = { used: () => {}, changed: async () => {} }
const firstAttempt = { failures: 0, crashes: 0 }

/** Makes an account with a key that manages keys, a second one created with it, and two keys created with that one. */
async function family(monthlyLimit: number) {
  const accountId = await newRichAccount()
  const manager = await createKey(accountId, 'Manager', null, { operations: ['resolve', 'keys'], monthlyLimit })
  const below = ({ id }: CreatedKey) =>
    createKey(accountId, 'Made', undefined, { granter: { keyId: id }, operations: ['resolve', 'keys'] })
  const middle = await below(manager)
  const left = async () => {
    const keys = await listKeys(accountId)
    return [manager, middle].map(({ id }) => keys.find((key) => key.id === id)?.callsLeft)
  }
  return { accountId, manager, middle, children: [await below(middle), await below(middle)] as const, left }
}

test('batches of several keys look up exactly as many lines as the keys that they were created with may', async () => {
  const { accountId, manager, middle, children, left } = await family(50)
  await startQueue()
  const batches = await Promise.all(
    children.map(({ id }, at) => makeOf(accountId, placeIds(40, 100 * at), { key: id })),
  )
  const ended = await Promise.all(batches.map(({ id }) => until(accountId, id, 'waiting', 'finished')))
  const waiting = ended.filter(({ state }) => state === 'waiting')
  expect(new Set(waiting.map(({ reason }) => reason))).toEqual(new Set(['key_quota']))
  expect(ended.reduce((sum, { counts }) => sum + counts.found, 0)).toBe(50)
  expect(await left()).toEqual([0, 0])
  for (const { id } of [manager, middle]) await changeKey(accountId, id, { monthlyLimit: 90 })
  for (const { id, run } of waiting) {
    const step: Step = { kind: 'wake', accountId, batch: id, run, lane: 0, madeMs: Date.now() }
    await runStep(step, new AbortController().signal, firstAttempt, watch)
  }
  for (const { id } of batches) await until(accountId, id, 'finished')
  expect(await left()).toEqual([10, 10])
  expect((await usedBy(accountId)).used).toBe(80)
})

test('lines reserved for a key are refunded to the keys that it was created with, even after it is deleted', async () => {
  const { accountId, middle, children, left } = await family(100)
  const [child] = children
  const { id } = await makeOf(accountId, placeIds(40), { key: child.id })
  const { run } = await findBatch(accountId, id)
  const step: Step = { kind: 'begin', accountId, batch: id, run, lane: 0, madeMs: Date.now() }
  await runStep(step, new AbortController().signal, firstAttempt, watch)
  const [batch, table] = [await findBatch(accountId, id), await chunksOf(accountId, id)]
  const holder = { step, batch, table, maxSize: 40, token: 'died' }
  await take(holder)
  expect(await reserve(holder, 40)).toMatchObject({ lines: 40 })
  expect(await left()).toEqual([60, 60])
  await revokeKey(accountId, child.id)
  await revokeKey(accountId, middle.id)
  expect(await left()).toEqual([60, undefined])
  await cancelBatch(accountId, id)
  expect(await left()).toEqual([100, undefined])
  expect(await usedBy(accountId)).toEqual({ used: 0 })
})
