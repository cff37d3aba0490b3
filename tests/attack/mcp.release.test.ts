import autocannon from 'autocannon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { probeDuring } from './probe'
import { startTarget, type Target } from './target'

let target: Target
let key = ''

beforeAll(async () => {
  target = await startTarget()
  key = (await target.account('probe', 'unlimited')).keys[0]?.key ?? ''
})

afterAll(() => target.stop())

const seconds = 12

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const message = (method: string, id = 1) => ({ jsonrpc: '2.0', id, method })

/** Sends a body repeatedly on 40 connections from one network. Returns the count of each status. */
async function flood(network: string, body: unknown) {
  const { statusCodeStats } = await autocannon({
    url: `${target.url}/api/mcp`,
    method: 'POST',
    connections: 40,
    duration: seconds,
    headers: { ...headers, 'x-forwarded-for': network },
    body: JSON.stringify(body),
  })
  return Object.fromEntries(Object.entries(statusCodeStats ?? {}).map(([status, { count = 0 }]) => [status, count]))
}

test.each([
  ['list the tools of MCP without a key', '203.0.113.1', message('tools/list')],
  [
    'send 90 MCP messages at a time without a key',
    '203.0.113.2',
    Array.from({ length: 90 }, (_, id) => message('tools/list', id)),
  ],
])('40 connections that %s do not slow down another caller', async (_, network, body) => {
  const figures = await probeDuring(target.url, key, () => flood(network, body))
  console.log(figures)
  expect(figures.attacked.statuses).toEqual({ 200: figures.attacked.calls })
  expect(figures.ratio).toBeLessThan(3)
  expect(Object.keys(figures.result)).toEqual([Array.isArray(body) ? '400' : '200', '429'])
})

test('700 MCP subscriptions without a key are rejected, and leave no connection open', async () => {
  const body = JSON.stringify(message('subscriptions/listen'))
  const network = { ...headers, 'x-forwarded-for': '203.0.113.3' }
  async function subscribe() {
    const signal = AbortSignal.timeout(60_000)
    const response = await fetch(`${target.url}/api/mcp`, { method: 'POST', headers: network, body, signal })
    await response.text()
    return response.status
  }
  // More than the limit allows in two windows.
  const figures = await probeDuring(target.url, key, () => Promise.all(Array.from({ length: 700 }, subscribe)))
  const { result, ...probe } = figures
  console.log(probe)
  expect(new Set(result)).toEqual(new Set([404, 429]))
  expect(probe.attacked.statuses).toEqual({ 200: probe.attacked.calls })
})
