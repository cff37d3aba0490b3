import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeProfile } from '@/server/metering/access/profile'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'
import { accountWithKey, callWithKey, pepper } from './with-key'

const redis = await startRedisServer()
Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })
/** One server with two workers, and three servers without workers. */
let apps: App[]

beforeAll(async () => {
  const env = { REDIS_URL: redis.url, BURST_LIMIT: '1000000', ...pepper }
  const two = { ...env, WEB_CONCURRENCY: '2' }
  apps = await Promise.all([
    startApp('node', two),
    startApp('worker', env),
    startApp('worker', env),
    startApp('worker', env),
  ])
})
afterAll(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  await (await store()).close()
  await redis.stop()
})

const urlOf = (turn: number) => apps[turn % apps.length]?.url ?? ''

/** Makes this many calls, at most 200 at a time, spread over the servers. */
async function callOften(times: number, key: string, operation?: string, body?: (turn: number) => unknown) {
  const answers: Awaited<ReturnType<typeof callWithKey>>[] = []
  let turn = 0
  async function lane() {
    while (turn < times) {
      const mine = turn++
      answers.push(await callWithKey(urlOf(mine), key, operation, body?.(mine)))
    }
  }
  await Promise.all(Array.from({ length: 200 }, lane))
  return answers
}

const convert = { operation: 'convert', cid: '1' }

/** Makes this many batches at once, spread over the servers; returns the statuses of all their items. */
async function batchOften(batches: number, key: string, items: object[]): Promise<number[]> {
  const answers = await callOften(batches, key, 'batch', () => ({ items }))
  return answers.flatMap(({ status, body }) => {
    expect(status).toBe(200)
    return body.results.map((result: { status: number }) => result.status)
  })
}

test('a quota of 1,000 admits exactly 1,000 of 2,000 parallel calls, single and in batches, through four servers', async () => {
  const { accountId, key } = await accountWithKey()
  const [answers, items] = await Promise.all([callOften(1_000, key), batchOften(20, key, Array(50).fill(convert))])
  const ok = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 429)
  expect(ok.length + items.filter((status) => status === 200).length).toBe(1_000)
  expect(refused.length + items.filter((status) => status === 429).length).toBe(1_000)
  // Each call gets a different remaining count.
  expect(new Set(ok.map(({ headers }) => headers.get('x-ratelimit-remaining'))).size).toBe(ok.length)
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['monthly_quota_exhausted']))
  expect(await readUsage(accountId)).toMatchObject({ used: 1_000, limit: 1_000 })
})

test('failed calls and failed batch items are refunded, so only successful calls use up the quota', async () => {
  const { accountId, key } = await accountWithKey()
  const urls = ['https://maps.google.com/?cid=9000000000000000001', 'https://example.com/nothing']
  const fails = { operation: 'resolve', url: urls[1] }
  const [answers, items] = await Promise.all([
    callOften(300, key, 'resolve', (turn) => ({ url: urls[turn % 2] })),
    batchOften(10, key, [...Array(20).fill(fails), ...Array(40).fill(convert)]),
  ])
  const statuses = [...answers.map(({ status }) => status), ...items]
  expect(statuses.filter((status) => status === 200)).toHaveLength(150 + 400)
  expect(statuses.filter((status) => status === 400)).toHaveLength(150 + 200)
  expect(await readUsage(accountId)).toMatchObject({ used: 550 })
})

test('responses report the correct quota within a limit, over a limit, and without a limit', async () => {
  const { accountId, key } = await accountWithKey()
  const link = { url: 'https://maps.google.com/?cid=9000000000000000001' }
  const first = await callWithKey(urlOf(0), key, 'resolve', link)
  expect(first.body.rate_limit).toEqual({ authenticated: true, limit: '1000', remaining: 999 })
  expect(first.headers.get('x-ratelimit-limit')).toBe('1000')
  expect(first.headers.get('x-ratelimit-remaining')).toBe('999')
  const now = new Date()
  const reset = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1) / 1000
  expect(Number(first.headers.get('x-ratelimit-reset'))).toBe(reset)

  const { redis } = await store()
  await redis.hset(`{${accountId}}:counts:${now.toISOString().slice(0, 7)}`, { used: 1000 })
  const mostSeconds = reset - Math.floor(Date.now() / 1000)
  const last = await callWithKey(urlOf(1), key, 'resolve', link)
  expect(last).toMatchObject({ status: 429, body: { code: 'monthly_quota_exhausted' } })
  expect(last.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(last.body.retry_after).toBeLessThanOrEqual(mostSeconds)
  expect(last.body.retry_after).toBeGreaterThanOrEqual(Math.floor(reset - Date.now() / 1000))
  // Common clients sleep for the time in the header.
  const isSoon = last.body.retry_after <= 3_600
  expect(last.headers.get('retry-after')).toBe(isSoon ? String(last.body.retry_after) : null)

  await writeProfile(accountId, { plan: 'unlimited' })
  const unlimited = await callWithKey(urlOf(2), key, 'resolve', link)
  expect(unlimited.body.rate_limit).toEqual({ authenticated: true, limit: 'unlimited', remaining: 2147483647 })
  expect(unlimited.headers.get('x-ratelimit-limit')).toBe('unlimited')
  expect(unlimited.headers.get('x-ratelimit-reset')).toBeNull()
})
