import { Redis } from 'ioredis'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { readServiceStatus, recordOutages, type State, stateRecorder } from '@/server/platform/store/service-status'
import { store } from '@/server/platform/store/store'
import { startRedisServer } from '../support/redis'

const server = await startRedisServer()
process.env.REDIS_URL = server.url
const admin = new Redis(server.url)

beforeAll(async () => recordOutages(await store()))
beforeEach(async () => {
  await admin.del('{status}:changes', '{status}:latest')
})
afterAll(async () => {
  admin.disconnect()
  await (await store()).close()
  await server.stop()
})

/** Returns the recorded changes, newest first. */
const changes = async () => (await admin.lrange('{status}:changes', 0, -1)).map((text) => JSON.parse(text))
const states = async () => (await changes()).map(({ state }) => state)

/** Returns the number of test writes to the store: those that were run, or those that were rejected. */
async function probes(kind: 'calls' | 'rejected_calls'): Promise<number> {
  const [, count = '0'] =
    new RegExp(`^cmdstat_set:.*\\b${kind}=(\\d+)`, 'm').exec(await admin.info('commandstats')) ?? []
  return Number(count)
}

/** Starts an outage: from now on, the store rejects every write. */
async function beginOutage(): Promise<void> {
  await admin.config('RESETSTAT')
  await admin.config('SET', 'maxmemory', '1')
  await expect((await store()).redis.incr('any')).rejects.toMatchObject({ code: 'store_unavailable' })
}
const endOutage = () => admin.config('SET', 'maxmemory', '0')

const minute = 60_000

/** Makes a process's recorder for Google, whose clock the test moves. */
function recorder() {
  let nowMs = 0
  const record = stateRecorder('google_details', () => nowMs)
  return (state: State, afterMs = 0) => {
    nowMs += afterMs
    record(state)
  }
}

test('a change that several processes observe is recorded once', async () => {
  const processes = [recorder(), recorder(), recorder()]
  for (const observe of processes) observe('ok')
  await finishWork()
  expect(await states()).toEqual([])
  for (const observe of processes) observe('unavailable')
  await finishWork()
  expect(await states()).toEqual(['unavailable'])
  for (const observe of processes) observe('ok', minute)
  await finishWork()
  expect(await states()).toEqual(['ok', 'unavailable'])
})

test('only the last twenty changes are stored', async () => {
  const observe = recorder()
  for (let turn = 0; turn < 11; turn++) {
    observe('unavailable', minute)
    await finishWork()
    observe('ok', minute)
    await finishWork()
    if (turn === 0) await admin.lset('{status}:changes', -1, JSON.stringify({ part: 'the first' }))
  }
  const all = await changes()
  expect(all.map(({ state }) => state)).toEqual(Array(10).fill(['ok', 'unavailable']).flat())
  expect(all).not.toContainEqual({ part: 'the first' })
})

test('an upstream that fails again within a minute has one outage', async () => {
  const observe = recorder()
  observe('unavailable')
  observe('ok', minute / 2)
  observe('unavailable', minute / 4)
  observe('ok', minute - 1)
  await finishWork()
  expect(await states()).toEqual(['unavailable'])
  observe('ok', 1)
  await finishWork()
  expect(await states()).toEqual(['ok', 'unavailable'])
})

test('a process that ended during an outage is corrected by the others', async () => {
  const other = recorder()
  other('ok')
  await finishWork()
  recorder()('unavailable')
  await finishWork()
  other('ok', 4 * minute)
  await finishWork()
  expect(await states()).toEqual(['unavailable'])
  other('ok', minute)
  await finishWork()
  expect(await states()).toEqual(['ok', 'unavailable'])
})

test('an outage of the store is recorded when it ends, with its start', async () => {
  await beginOutage()
  await expect.poll(() => probes('rejected_calls')).toBeGreaterThan(0)
  const during = await readServiceStatus()
  expect(during).toEqual({ parts: [{ part: 'store', state: 'unavailable', timeMs: null }], changes: [] })
  await endOutage()
  await expect.poll(states, { timeout: 10_000 }).toEqual(['ok', 'unavailable'])
  const [end, start] = await changes()
  expect(start.timeMs).toBeLessThan(end.timeMs)
  await expect
    .poll(readServiceStatus, { timeout: 10_000 })
    .toEqual({ parts: [{ part: 'store', state: 'ok', timeMs: end.timeMs }], changes: [end, start] })
})

test('an outage that is over before the store is probed is not recorded', async () => {
  await beginOutage()
  await endOutage()
  await expect.poll(() => probes('calls'), { timeout: 10_000 }).toBe(1)
  await finishWork()
  expect(await states()).toEqual([])
})
