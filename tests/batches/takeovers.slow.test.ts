import { afterAll, afterEach, expect, test } from 'vitest'
import { startQueue } from '@/server/entrances/http/start'
import type { BatchWatch } from '@/server/features/batches/batch'
import { chunksOf } from '@/server/features/batches/batch-store'
import { pauseBatch, resumeBatch } from '@/server/features/batches/change-batch'
import { findBatch } from '@/server/features/batches/find-batch'
import { reserve, take } from '@/server/features/batches/run-lane'
import { runStep } from '@/server/features/batches/run-step'
import type { Step } from '@/server/features/batches/steps'
import { createKey } from '@/server/metering/access/key-store'
import { readKeyUsage } from '@/server/metering/usage/account-usage'
import { stopQueue } from '@/server/platform/queue/queue'
import { withStore } from '../access/environment'
import { asShipped } from '../support/busy-machine'
import { newRichAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { expectExact, makeOf, placeIds, rowsOf, until, usedBy } from './orders'
import { startWorkerProcesses } from './worker-processes'

const redis = await startRedisServer()
withStore({ REDIS_URL: redis.url, LOG_LEVEL: 'silent', ...asShipped })
const firstAttempt = { failures: 0, crashes: 0 }
const deadly = 'https://www.google.com/maps?q=deadly'

// Each test begins without a queue, which would take the lines before the test takes them.
afterEach(() => stopQueue())
afterAll(() => redis.stop())

test('a line that kills each process that reads it fails alone, and the batch and the processes keep running', async () => {
  const accountId = await newRichAccount()
  const [first = '', second = '', ...others] = placeIds(7)
  const lines = [first, second, deadly, ...others, first, deadly]
  const workers = await startWorkerProcesses(2, deadly)
  try {
    const { id } = await makeOf(accountId, lines, { operation: 'auto' })
    const batch = await until(accountId, id, 'finished', 'failed')
    expect(batch).toMatchObject({
      state: 'finished',
      rows: 10,
      done: 10,
      counts: { found: 8, failed: 2 },
      duplicates: 2,
    })
    const rows = await rowsOf(accountId, id)
    expect(rows[2]).toMatchObject({ state: 'failed', problem: { code: 'internal_error' } })
    expect(rows[9]).toMatchObject({ state: 'failed', duplicate_of: 3, problem: { code: 'internal_error' } })
    expect(rows.filter(({ state }) => state === 'found')).toHaveLength(8)
    expect(await usedBy(accountId)).toMatchObject({ used: 7, 'resolve:ok': 7 })
    expect(workers.deaths()).toBeLessThan(8)
    // The batch has no line left that would kill the next process.
    const next = await makeOf(accountId, placeIds(3, 50))
    expect(await until(accountId, next.id, 'finished')).toMatchObject({ counts: { found: 3 } })
  } finally {
    await workers.stop()
  }
}, 300_000)

test('each takeover without progress halves the lines per step, success doubles them, and the fourth hanging line fails the batch', async () => {
  const accountId = await newRichAccount()
  const { id } = await makeOf(accountId, placeIds(8))
  const queued = await findBatch(accountId, id)
  const watch: BatchWatch = { used: () => {}, changed: async () => {} }
  const { signal } = new AbortController()
  const step: Step = { kind: 'begin', accountId, batch: id, run: queued.run, lane: 0, madeMs: Date.now() }
  await runStep(step, signal, firstAttempt, watch)
  const batch = await findBatch(accountId, id)
  const table = await chunksOf(accountId, id)
  /** Takes lines and never finishes them, like a process that hangs. */
  const hang = () => take({ step, batch, table, maxSize: 8, token: 'hangs' })
  const sizes = [8, 4, 2, 1].map((size) => ({ number: 0, from: 0, size, hung: 0 }))
  for (const expected of sizes) expect(await hang()).toEqual(expected)
  expect(await hang()).toEqual({ number: 0, from: 0, size: 1, hung: 1 })
  for (const hung of [2, 3]) expect(await hang()).toMatchObject({ size: 1, hung })
  await runStep({ ...step, kind: 'lane' }, signal, firstAttempt, watch)
  expect(await findBatch(accountId, id)).toMatchObject({ state: 'failed', reason: 'defect', done: 0 })
  expect(await usedBy(accountId)).toEqual({ used: 0 })
})

test('a batch that kills each process that starts it fails after twenty processes', async () => {
  const accountId = await newRichAccount()
  const { id } = await makeOf(accountId, placeIds(3))
  const { run } = await findBatch(accountId, id)
  const changes: string[] = []
  const watch: BatchWatch = { used: () => {}, changed: async (_, { state }) => void changes.push(state) }
  const step: Step = { kind: 'begin', accountId, batch: id, run, lane: 0, madeMs: Date.now() }
  expect(await runStep(step, new AbortController().signal, { failures: 0, crashes: 21 }, watch)).toBeNull()
  expect(await findBatch(accountId, id)).toMatchObject({ state: 'failed', reason: 'defect' })
  expect(changes).toEqual(['failed'])
})

test('a process that took lines and died leaves enough attempts for the others to finish, even if this happens many times', async () => {
  const accountId = await newRichAccount()
  const { id } = await makeOf(accountId, placeIds(40))
  const { run } = await findBatch(accountId, id)
  const step: Step = { kind: 'lane', accountId, batch: id, run, lane: 0, madeMs: Date.now() }
  const watch: BatchWatch = { used: () => {}, changed: async () => {} }
  await runStep({ ...step, kind: 'begin' }, new AbortController().signal, firstAttempt, watch)
  const [batch, table] = [await findBatch(accountId, id), await chunksOf(accountId, id)]
  for (let deaths = 0; deaths < 5; deaths++) await take({ step, batch, table, maxSize: 40, token: `death-${deaths}` })
  await startQueue()
  expect(await until(accountId, id, 'finished')).toMatchObject({ counts: { found: 40, failed: 0 } })
  expect(await usedBy(accountId)).toEqual({ used: 40, 'resolve:ok': 40 })
})

test('lines whose process died are refunded to the charged key, even if another key resumes the batch', async () => {
  const accountId = await newRichAccount()
  const [first, second] = await Promise.all(['First', 'Second'].map((name) => createKey(accountId, name, null)))
  const { id } = await makeOf(accountId, placeIds(40), { key: first?.id ?? '' })
  const { run } = await findBatch(accountId, id)
  const step: Step = { kind: 'begin', accountId, batch: id, run, lane: 0, madeMs: Date.now() }
  await runStep(step, new AbortController().signal, firstAttempt, { used: () => {}, changed: async () => {} })
  const holder = {
    step,
    batch: await findBatch(accountId, id),
    table: await chunksOf(accountId, id),
    maxSize: 40,
    token: 'died',
  }
  await take(holder)
  expect(await reserve(holder, 40)).toMatchObject({ lines: 40 })
  const usedByKey = async () => {
    const { keys } = await readKeyUsage(accountId)
    return [first, second].map((key) => keys.find((one) => one.id === key?.id)?.used)
  }
  expect(await usedByKey()).toEqual([40, 0])
  await pauseBatch(accountId, id)
  await resumeBatch(accountId, id, second?.id ?? '')
  await startQueue()
  await until(accountId, id, 'finished')
  expect(await usedByKey()).toEqual([0, 40])
  expect(await usedBy(accountId)).toEqual({ used: 40, 'resolve:ok': 40 })
})

test('a batch that is paused during its start keeps running after it is resumed', async () => {
  const accountId = await newRichAccount()
  const lines = placeIds(40)
  const { id } = await makeOf(accountId, lines)
  const { run } = await findBatch(accountId, id)
  const step: Step = { kind: 'begin', accountId, batch: id, run, lane: 0, madeMs: Date.now() }
  const watch = { used: () => {}, changed: async () => {} }
  await Promise.all([runStep(step, new AbortController().signal, firstAttempt, watch), pauseBatch(accountId, id)])
  expect(await findBatch(accountId, id)).toMatchObject({ state: 'paused' })
  await resumeBatch(accountId, id, '')
  await startQueue()
  await expectExact(accountId, await until(accountId, id, 'finished', 'failed'), lines)
})
