import { afterAll, afterEach, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import type { BatchWatch } from '@/server/features/batches/batch'
import { batchKeys, chunksOf, countsAt } from '@/server/features/batches/batch-store'
import { updateBatch } from '@/server/features/batches/change-batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { finishScript } from '@/server/features/batches/lane-scripts'
import { repeatOf } from '@/server/features/batches/repeat-batch'
import { reserve, take } from '@/server/features/batches/run-lane'
import { runStep } from '@/server/features/batches/run-step'
import type { Step } from '@/server/features/batches/steps'
import { changeKey, createKey, revokeKey } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { stopQueue } from '@/server/platform/queue/queue'
import { runScript } from '@/server/platform/store/untyped'
import { withStore } from '../access/environment'
import { callsBySource } from '../support/calls-by-source'
import { newRichAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { makeOf, placeIds, until } from './orders'

const redis = await startRedisServer()
withStore({ REDIS_URL: redis.url, LOG_LEVEL: 'silent' })
afterEach(() => stopQueue())
afterAll(() => redis.stop())

const watch: BatchWatch = { used: () => {}, changed: async () => {} }

test('a batch’s lines count for its client, or else for its key’s at that moment, and only lines that were found', async () => {
  const accountId = await newRichAccount()
  const key = await createKey(accountId, 'Server', null, { client: 'Acme' })
  const batches = [
    await makeOf(accountId, placeIds(30), { key: key.id }),
    await makeOf(accountId, [...placeIds(20, 100), 'ChIJ'], { key: key.id, client: 'Globex: south' }),
    await makeOf(accountId, placeIds(10, 200), { client: 'Initech' }),
    await makeOf(accountId, placeIds(5, 300)),
  ]
  await startQueue()
  for (const { id } of batches) await until(accountId, id, 'finished')
  const counted = { 'Server for Acme': 30, 'Server for Globex: south': 20, 'Dashboard for Initech': 10, Dashboard: 5 }
  expect(await callsBySource(accountId)).toEqual(counted)
  await changeKey(accountId, key.id, { client: 'Hooli' })
  const later = await makeOf(accountId, placeIds(7, 400), { key: key.id })
  await until(accountId, later.id, 'finished')
  expect(await callsBySource(accountId)).toEqual(Object.assign(counted, { 'Server for Hooli': 7 }))
})

test('lines of a batch whose key is revoked while they are looked up count for deleted keys and its client', async () => {
  const accountId = await newRichAccount()
  const key = await createKey(accountId, 'Server', null, { client: 'Acme' })
  const { id } = await makeOf(accountId, placeIds(40), { key: key.id })
  const { run } = await findBatch(accountId, id)
  const step: Step = { kind: 'begin', accountId, batch: id, run, lane: 0, madeMs: Date.now() }
  await runStep(step, new AbortController().signal, { failures: 0, crashes: 0 }, watch)
  const [batch, table] = [await findBatch(accountId, id), await chunksOf(accountId, id)]
  const holder = { step, batch, table, maxSize: 40, token: 'held' }
  await take(holder)
  expect(await reserve(holder, 40)).toMatchObject({ lines: 40 })
  await revokeKey(accountId, key.id)
  const { record, results, details } = batchKeys(accountId, id)
  const { counts } = countsAt(accountId, Date.now())
  const stored = [0, 'held', 0, 40, 1, 'results', '', 60, '{}', 40, 38, 0, 40, 'resolve:ok', 38, 'resolve:failed', 2]
  await runScript(finishScript, [record, redisKeys(accountId).members, results, counts, details(0, 0)], stored)
  expect(await callsBySource(accountId)).toEqual({ 'Deleted keys for Acme': 38 })
})

test('a batch’s name and client change independently, and its repetition has both', async () => {
  const accountId = await newRichAccount()
  const { id } = await makeOf(accountId, placeIds(1), { name: 'Stores', client: 'Acme' })
  expect(await updateBatch(accountId, id, { client: 'Globex' })).toMatchObject({ name: 'Stores', client: 'Globex' })
  const renamed = await updateBatch(accountId, id, { name: 'Shops' })
  expect(renamed).toMatchObject({ name: 'Shops', client: 'Globex' })
  expect(repeatOf(renamed, {})).toMatchObject({ name: 'Shops', client: 'Globex' })
  expect(await updateBatch(accountId, id, { name: '', client: '' })).toMatchObject({ name: '', client: '' })
})
