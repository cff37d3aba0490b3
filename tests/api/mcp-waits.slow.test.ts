import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rowKinds } from '@/server/features/batches/batch'
import { batchKeys } from '@/server/features/batches/batch-store'
import { createBatch } from '@/server/features/batches/create-batch'
import { waitForBatch } from '@/server/features/batches/find-batch'
import { noOptions } from '@/server/features/lists/list-layout'
import { defaultLookupOptions } from '@/server/places/upstream/lookup-options'
import { store } from '@/server/platform/store/store'
import { askStore } from '@/server/platform/store/untyped'
import { mcpMessage } from '../support/mcp-messages'
import { accountOf } from '../support/new-account'
import { Person } from '../support/person'
import { startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'
import { accountWithKey, pepper } from './with-key'

const redis = await startRedisServer()
Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })
let app: App

beforeAll(async () => {
  app = await startApp('node', { REDIS_URL: redis.url, ...pepper })
})
afterAll(async () => {
  await app.stop()
  await (await store()).close()
  await redis.stop()
})

/** Makes a batch that is not processed, and returns functions that change its state and wait as an agent does. */
async function batchUnderWay() {
  const { accountId, key } = await accountWithKey()
  const { id, setState } = await batchOf(accountId)
  const waitHere = () => waitForBatch(accountId, id, 1_000, new AbortController().signal)

  /** Returns the batch's state after the wait, or the problem's code. */
  async function wait(seconds: number, signal?: AbortSignal): Promise<string> {
    const call = { name: 'get_batch', arguments: { id, wait_seconds: seconds } }
    const { headers, message } = mcpMessage('tools/call', '2026-07-28', call)
    const response = await fetch(`${app.url}/api/mcp`, {
      method: 'POST',
      headers: { ...headers, 'mcp-name': call.name, 'x-api-key': key },
      body: JSON.stringify(message),
      ...(signal && { signal }),
    })
    const { result } = await response.json()
    return result.isError ? JSON.parse(result.content[0].text).code : result.structuredContent.batch.state
  }

  return { setState, wait, waitHere, fill: (signal?: AbortSignal) => fill(wait, signal) }
}

/** Makes a batch that is running, but not processed. */
async function batchOf(accountId: string) {
  const settings = {
    operation: 'auto',
    ...defaultLookupOptions,
    details: 'none',
    fallback: 'none',
    lookups: rowKinds,
    options: noOptions,
  } as const
  const order = {
    ...settings,
    name: '',
    client: '',
    callback: '',
    key: '',
    isTest: false,
    sent: null,
    isStarted: false,
    idempotency: null,
  }
  const { id } = await createBatch(accountId, order)
  const setState = (state: string) => askStore('HSET', batchKeys(accountId, id).record, 'state', state)
  await setState('running')
  return { id, setState }
}

/** Starts as many half-minute waits as an account may have, and returns them once they are in progress. */
async function fill(wait: (seconds: number, signal?: AbortSignal) => Promise<string>, signal?: AbortSignal) {
  async function longWait() {
    // The call below may arrive before the waits.
    for (;;) {
      const state = await wait(30, signal)
      if (state !== 'too_many_requests') return state
      await sleep(100)
    }
  }
  const waiting = Array.from({ length: 4 }, longWait)
  await expect.poll(() => wait(1)).toBe('too_many_requests')
  return waiting
}

test('an agent that waits for a batch gets the batch as soon as it ends', async () => {
  const { setState, fill } = await batchUnderWay()
  const waiting = await fill()
  await setState('finished')
  expect(await Promise.all(waiting)).toEqual(Array(4).fill('finished'))
})

test('an agent gets an unfinished batch when its wait ends', async () => {
  const { wait } = await batchUnderWay()
  const startedMs = performance.now()
  expect(await wait(1)).toBe('running')
  expect(performance.now() - startedMs).toBeGreaterThanOrEqual(990)
})

test('a wait ends on time despite garbage collection', async () => {
  const { waitHere } = await batchUnderWay()
  setFlagsFromString('--expose-gc')
  const waiting = waitHere()
  const collecting = setInterval(runInNewContext('gc'), 200)
  expect((await waiting.finally(() => clearInterval(collecting))).state).toBe('running')
})

test('an account can have four waits for batches at once, without using up another account’s waits', async () => {
  const [{ setState, wait, fill }, other] = await Promise.all([batchUnderWay(), batchUnderWay()])
  const waiting = await fill()
  expect(await wait(30)).toBe('too_many_requests')
  expect(await wait(0), 'without a wait').toBe('running')
  expect(await other.wait(1)).toBe('running')
  await setState('paused')
  expect(await Promise.all(waiting)).toEqual(Array(4).fill('paused'))
})

test('a wait ends if its caller disconnects', async () => {
  const { wait, fill } = await batchUnderWay()
  const leaving = new AbortController()
  const waiting = await fill(leaving.signal)
  leaving.abort()
  await Promise.allSettled(waiting)
  await expect.poll(() => wait(1)).toBe('running')
})

test('a wait of the dashboard ends when the server restarts', async () => {
  const person = new Person(app.url, 'ada@example.com')
  const { user } = (await person.signUp()).json
  const { id } = await batchOf(await accountOf(user.id))
  async function wait(seconds: number): Promise<string> {
    const input = encodeURIComponent(JSON.stringify({ id, wait_seconds: seconds }))
    const { json } = await person.call(`/trpc/batches.wait?input=${input}`)
    return json.result?.data.state ?? json.error.data.problem.code
  }
  const waiting = await fill(wait)
  app.process.kill('SIGHUP')
  expect(await Promise.all(waiting)).toEqual(Array(4).fill('running'))
  await expect.poll(app.output).toContain('Pinref has restarted')
})

test('a wait ends when the server stops', async () => {
  const { fill } = await batchUnderWay()
  const waiting = await fill()
  await app.stop()
  expect(await Promise.all(waiting)).toEqual(Array(4).fill('running'))
})
