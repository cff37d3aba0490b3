import { afterAll, expect, test } from 'vitest'
import { monthOf } from '@/server/metering/access/calendar'
import { readAnswerCounts, readCallCounts } from '@/server/metering/usage/read-counts'
import { store } from '@/server/platform/store/store'
import { appProcesses } from '../support/app-processes'
import { startRedisServer } from '../support/redis'
import { startApp } from '../support/start-app'
import { newVisitor } from './call'
import { accountWithKey, pepper } from './with-key'

const redis = await startRedisServer()
Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })
const env = { REDIS_URL: redis.url, BURST_LIMIT: '1000000', TRUSTED_PROXIES: '1', ...pepper }

afterAll(async () => {
  await (await store()).close()
  await redis.stop()
})

/** Returns all callers' calls this month, by operation and outcome. */
async function counted(): Promise<Record<string, number>> {
  const kinds = await readCallCounts(monthOf(Date.now()))
  return Object.fromEntries(kinds.map(({ operation, outcome, calls }) => [`${operation}:${outcome}`, calls]))
}

const newCaller = async () => ({ 'x-api-key': (await accountWithKey()).key })

/** Makes a call and returns its status. */
async function call(url: string, headers: Record<string, string>, operation = 'convert', body: object = { cid: '1' }) {
  const answer = await fetch(`${url}/api/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await answer.arrayBuffer()
  return answer.status
}

/** Runs a task this many times, at most 100 at once. */
async function often(times: number, make: () => Promise<unknown>): Promise<void> {
  let left = times
  const lane = async () => {
    while (left-- > 0) await make()
  }
  await Promise.all(Array.from({ length: 100 }, lane))
}

test('thousands of parallel calls through three workers, with or without keys, are counted once each', async () => {
  const app = await startApp('node', { ...env, WEB_CONCURRENCY: '3' })
  const [busy, failing] = [await newCaller(), await newCaller()]
  const visitors = Array.from({ length: 20 }, () => ({ 'x-forwarded-for': newVisitor() }))
  await Promise.all([
    // The plan allows a thousand of these calls.
    often(1_200, () => call(app.url, busy)),
    often(600, () => call(app.url, failing, 'resolve', { url: 'https://example.com' })),
    often(200, () => call(app.url, failing, 'search', { name: 'british museum' })),
    // A visitor may make five of these calls.
    ...visitors.map((visitor) => often(7, () => call(app.url, visitor))),
    // These calls are not counted, because the key does not exist or the CID is missing.
    often(20, () => call(app.url, { 'x-api-key': 'pr_live_none' })),
    often(20, () => call(app.url, busy, 'convert', {})),
  ])
  expect(await app.stop()).toBe(0)
  expect(await counted()).toEqual({
    'convert:ok': 1_000 + 20 * 5,
    'convert:rejected': 200 + 20 * 2,
    'resolve:failed': 600,
    'search:ok': 200,
  })
  // Every call got a response, and some calls were rejected. Only successful calls are timed.
  const { days, durations } = await readAnswerCounts()
  expect(days.reduce((sum, { ok }) => sum + ok, 0)).toBe(1_200 + 600 + 200 + 20 * 7 + 20 + 20)
  expect(days.reduce((sum, { failed }) => sum + failed, 0)).toBe(0)
  expect(durations.reduce((sum, { calls }) => sum + calls, 0)).toBe(1_000 + 200 + 20 * 5)
})

test('a killed worker loses no counts that were already in the store', async () => {
  const before = (await counted())['convert:ok'] ?? 0
  const now = async () => ((await counted())['convert:ok'] ?? 0) - before
  const app = await startApp('node', env)
  const caller = await newCaller()
  await often(40, () => call(app.url, caller))
  await expect.poll(now, { timeout: 20_000 }).toBe(40)

  await often(30, () => call(app.url, caller))
  const [worker] = appProcesses(app.process.pid).workers
  process.kill(worker?.pid ?? 0, 'SIGKILL')
  await expect.poll(() => call(app.url, caller).catch(() => null), { timeout: 20_000 }).toBe(200)
  expect(await app.stop()).toBe(0)
  expect(await now()).toBeGreaterThanOrEqual(41)
  expect(await now()).toBeLessThanOrEqual(71)
}, 180_000)
