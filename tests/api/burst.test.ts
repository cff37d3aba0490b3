import { afterAll, beforeAll, expect, test } from 'vitest'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'
import { call, newVisitor } from './call'
import { accountWithKey, callWithKey, pepper } from './with-key'

const redis = await startRedisServer()
Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })
let app: App

beforeAll(async () => {
  app = await startApp('worker', { REDIS_URL: redis.url, BURST_LIMIT: '3', TRUSTED_PROXIES: '1', ...pepper })
})
afterAll(async () => {
  await app.stop()
  await (await store()).close()
  await redis.stop()
})

test('calls over the burst limit are rejected with Retry-After and the quota, and are not counted', async () => {
  const { accountId, key } = await accountWithKey()
  const answers = await Promise.all(Array.from({ length: 12 }, () => callWithKey(app.url, key)))
  const refused = answers.filter(({ status }) => status === 429)
  // A ten-second window may end in the middle of the calls.
  expect(refused.length).toBeGreaterThanOrEqual(6)
  for (const { headers, body } of refused) {
    expect(body.code).toBe('too_many_requests')
    expect([headers.get('retry-after'), body.retry_after]).toEqual(['10', 10])
    expect(headers.get('x-ratelimit-limit')).toBe('1000')
    expect(headers.get('ratelimit-policy')).toMatch(/^"monthly";q=1000;w=\d+, "burst";q=3;w=10$/)
    expect(headers.get('ratelimit')).toMatch(/^"monthly";r=\d+;t=\d+, "burst";r=0;t=10$/)
  }
  expect((await readUsage(accountId)).used).toBe(12 - refused.length)
})

test('a visitor who calls too fast is rejected with too_many_requests, and other visitors are not', async () => {
  const visitor = newVisitor()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => call(app.url, 'convert', { cid: '1' }, { visitor })),
  )
  const codes = answers.map(({ body }) => body.code)
  // A ten-second window may end in the middle of the calls, and five calls use up the free quota.
  expect(codes.filter((code) => code === 'too_many_requests').length).toBeGreaterThanOrEqual(6)
  const neighbour = await call(app.url, 'convert', { cid: '1' }, { visitor: newVisitor() })
  expect(neighbour.status).toBe(200)
})

test('a network that reads the server’s state too often is rejected, and a health check from elsewhere succeeds', async () => {
  const read = (path: string, visitor: string) =>
    fetch(`${app.url}/api${path}`, { headers: { 'x-forwarded-for': visitor } })
  const paths = ['/health', '/status', '/openapi.json', '/no-such-path']
  // A ten-second window may end in the middle of the reads.
  const responses = await Promise.all(Array.from({ length: 800 }, (_, at) => read(paths[at % 4] ?? '', '203.0.113.77')))
  const refused = responses.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThanOrEqual(200)
  expect(await refused[0]?.json()).toMatchObject({ code: 'too_many_requests', retry_after: 10 })
  expect((await read('/health', '203.0.113.78')).status).toBe(200)
})
