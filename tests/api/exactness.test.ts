import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeProfile } from '@/server/access/profile'
import { readUsage } from '@/server/access/usage'
import { store } from '@/server/store/store'
import { startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'
import { accountWithKey, callWithKey, pepper } from './with-key'

const redis = await startRedisServer()
Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })
/** An app with several workers. */
let several: App
let apps: App[]

beforeAll(async () => {
  const env = { REDIS_URL: redis.url, BURST_LIMIT: '1000000', ...pepper }
  const two = { ...env, WEB_CONCURRENCY: '2' }
  ;[several, ...apps] = await Promise.all([
    startApp('node', two),
    startApp('worker', env),
    startApp('worker', env),
    startApp('worker', env),
  ])
})
afterAll(async () => {
  await Promise.all([several, ...apps].map((app) => app.stop()))
  await (await store()).close()
  await redis.stop()
})

const urlOf = (turn: number) => apps[turn % apps.length]?.url ?? ''

interface Calls {
  operation?: string
  body?(turn: number): unknown
  url?(turn: number): string
}

/** Makes this many calls, at most 200 at a time, spread over the app's processes. */
async function callOften(times: number, key: string, { operation, body, url = urlOf }: Calls = {}) {
  const answers: Awaited<ReturnType<typeof callWithKey>>[] = []
  let turn = 0
  async function lane() {
    while (turn < times) {
      const mine = turn++
      answers.push(await callWithKey(url(mine), key, operation, body?.(mine)))
    }
  }
  await Promise.all(Array.from({ length: 200 }, lane))
  return answers
}

test('a quota of 1,000 admits exactly 1,000 of 2,400 parallel calls through three processes, each with its own remaining count', async () => {
  const { accountId, key } = await accountWithKey()
  const answers = await callOften(2400, key)
  const ok = answers.filter(({ status }) => status === 200)
  const refused = answers.filter(({ status }) => status === 429)
  expect([ok.length, refused.length]).toEqual([1000, 1400])
  const remaining = ok.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, n) => n))
  expect(new Set(refused.map(({ body }) => body.code))).toEqual(new Set(['monthly_quota_exhausted']))
  expect(await readUsage(accountId)).toMatchObject({ used: 1000, limit: 1000 })
})

test('a quota of 1,000 admits exactly 1,000 of 1,200 parallel calls to a server with two workers', async () => {
  const { accountId, key } = await accountWithKey()
  const answers = await callOften(1200, key, { url: () => several.url })
  const ok = answers.filter(({ status }) => status === 200)
  expect([ok.length, answers.filter(({ status }) => status === 429).length]).toEqual([1000, 200])
  const remaining = ok.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, n) => n))
  expect(await readUsage(accountId)).toMatchObject({ used: 1000, limit: 1000 })
})

test('failed calls are refunded: only those that succeed use up the quota', async () => {
  const { accountId, key } = await accountWithKey()
  const links = ['https://maps.google.com/?cid=9000000000000000001', 'https://example.com/nothing']
  const answers = await callOften(600, key, {
    operation: 'resolve',
    body: (turn) => ({ url: links[turn % 2] }),
  })
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(300)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(300)
  expect(await readUsage(accountId)).toMatchObject({ used: 300 })
})

const convert = { operation: 'convert', cid: '1' }

/** Makes this many batches at once, spread over the app's processes; returns the statuses of each batch's items. */
async function batchOften(batches: number, key: string, items: object[]): Promise<number[][]> {
  const answers = await Promise.all(
    Array.from({ length: batches }, (_, turn) => callWithKey(urlOf(turn), key, 'batch', { items })),
  )
  return answers.map(({ status, body }) => {
    expect(status).toBe(200)
    return body.results.map((result: { status: number }) => result.status)
  })
}

test('a quota of 1,000 admits exactly 1,000 items of 40 parallel batches of 50 through three processes', async () => {
  const { accountId, key } = await accountWithKey()
  const statuses = (await batchOften(40, key, Array(50).fill(convert))).flat()
  expect(statuses.filter((status) => status === 200)).toHaveLength(1000)
  expect(statuses.filter((status) => status === 429)).toHaveLength(1000)
  expect(await readUsage(accountId)).toMatchObject({ used: 1000 })
})

test('failed items of parallel batches are refunded: only those that succeed use up the quota', async () => {
  const { accountId, key } = await accountWithKey()
  const fails = { operation: 'resolve', url: 'https://example.com/nothing' }
  const items = Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? fails : convert))
  for (const one of await batchOften(15, key, items)) {
    expect(one).toEqual(items.map((item) => (item === fails ? 400 : 200)))
  }
  expect(await readUsage(accountId)).toMatchObject({ used: 600 })
})

test('answers report the right quota within a limit, beyond it, and without one', async () => {
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
  const last = await callWithKey(urlOf(1), key, 'resolve', link)
  expect(last).toMatchObject({ status: 429, body: { code: 'monthly_quota_exhausted' } })
  expect(last.headers.get('x-ratelimit-remaining')).toBe('0')
  expect(Math.abs(Number(last.headers.get('retry-after')) - (reset - Date.now() / 1000))).toBeLessThan(5)

  await writeProfile(accountId, { plan: 'unlimited' })
  const unlimited = await callWithKey(urlOf(2), key, 'resolve', link)
  expect(unlimited.body.rate_limit).toEqual({ authenticated: true, limit: 'unlimited', remaining: 2147483647 })
  expect(unlimited.headers.get('x-ratelimit-limit')).toBe('unlimited')
  expect(unlimited.headers.get('x-ratelimit-reset')).toBeNull()
})
