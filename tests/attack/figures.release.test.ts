import { expect, test } from 'vitest'
import { load } from '../load/load'
import { freePort } from '../support/free-port'
import { targetForTests } from './target'

const seconds = 12
const token = 'a token for scrapes, long enough'

const port = await freePort()
const metricsUrl = `http://127.0.0.1:${port}/metrics`
const target = targetForTests({ settings: { METRICS_PORT: String(port), METRICS_TOKEN: token } })

/** Requests a URL repeatedly. Returns the count of each status, not counting refused connections. */
async function read(url: string, connections: number, headers: Record<string, string> = {}) {
  return (await load({ url, requests: [{ method: 'GET', headers }] }, connections, { seconds })).statuses
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
  const { attacked, ratio, beforeMb, afterMb } = await target.attack(attack)
  expect(attacked.statuses).toEqual({ 200: attacked.calls })
  expect(ratio).toBeLessThan(3)
  expect(afterMb - beforeMb).toBeLessThan(100)
})
