import autocannon from 'autocannon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../support/free-port'
import { watched } from './memory'
import { probeDuring } from './probe'
import { startTarget, type Target } from './target'

const seconds = 12
const token = 'a token for scrapes, long enough'

let target: Target
let key = ''
let metricsUrl = ''

beforeAll(async () => {
  const port = await freePort()
  target = await startTarget({ METRICS_PORT: String(port), METRICS_TOKEN: token })
  metricsUrl = `http://127.0.0.1:${port}/metrics`
  key = (await target.account('probe', 'unlimited')).keys[0]?.key ?? ''
})
afterAll(() => target.stop())

/** Requests a URL repeatedly. Returns the count of each status, not counting refused connections. */
async function read(url: string, connections: number, headers: Record<string, string> = {}) {
  const { statusCodeStats } = await autocannon({ url, connections, duration: seconds, headers })
  return Object.fromEntries(Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]))
}

test.each([
  ['40 connections that read the status', () => read(`${target.url}/api/status`, 40)],
  ['40 connections that ask whether the server is ready', () => read(`${target.url}/api/health/ready`, 40)],
  [
    '100 connections that read the metrics, most of them over the limit',
    () => read(metricsUrl, 100, { authorization: `Bearer ${token}` }),
  ],
  ['100 connections that read the metrics with a wrong token', () => read(metricsUrl, 100)],
])('%s do not affect memory or other callers', async (_, attack) => {
  const { result, ...memory } = await watched(target.app, () => probeDuring(target.url, key, attack))
  console.log(JSON.stringify({ ...memory, ...result }))
  expect(result.attacked.statuses).toEqual({ 200: result.attacked.calls })
  expect(result.ratio).toBeLessThan(3)
  expect(memory.afterMb - memory.beforeMb).toBeLessThan(100)
})
