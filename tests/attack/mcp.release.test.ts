import { expect, test } from 'vitest'
import { load } from '../load/load'
import { targetForTests } from './target'

const target = targetForTests()

const seconds = 12

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const message = (method: string, id = 1) => ({ jsonrpc: '2.0', id, method })

/** Sends a body repeatedly on 40 connections from one network. Returns the count of each status. */
async function flood(network: string, body: unknown) {
  const request = { headers: { ...headers, 'x-forwarded-for': network }, body: JSON.stringify(body) }
  return (await load({ url: `${target.url}/api/mcp`, requests: [request] }, 40, { seconds })).statuses
}

test.each([
  ['list the tools of MCP without a key', '203.0.113.1', message('tools/list')],
  [
    'send 90 MCP messages at a time without a key',
    '203.0.113.2',
    Array.from({ length: 90 }, (_, id) => message('tools/list', id)),
  ],
])('40 connections that %s do not slow down another caller', async (_, network, body) => {
  const figures = await target.attack(() => flood(network, body))
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
  const { result, attacked } = await target.attack(() => Promise.all(Array.from({ length: 700 }, subscribe)))
  expect(new Set(result)).toEqual(new Set([404, 429]))
  expect(attacked.statuses).toEqual({ 200: attacked.calls })
})
