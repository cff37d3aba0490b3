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

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'x-forwarded-for': '203.0.113.9',
}

test('40 connections that list the tools of MCP without a key do not stop the calls of others', async () => {
  const list = { url: `${target.url}/api/mcp`, method: 'POST', headers, body: listTools } as const
  const figures = await probeDuring(target.url, key, () => autocannon({ ...list, connections: 40, duration: 8 }))
  const { result, ...probe } = figures
  console.log(probe, result.statusCodeStats)
  expect(Object.keys(probe.attacked.statuses)).toEqual(['200'])
})

const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
