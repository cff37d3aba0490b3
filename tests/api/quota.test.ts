import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mcpMessage } from '../support/mcp-messages'
import { call, hosts, newVisitor } from './call'

const valid = { cid: '1' }

describe.each(hosts)('the free quota, on the $host', ({ url }) => {
  test('allows five lookups a day, then returns 429 with the reset time', async () => {
    const visitor = newVisitor()
    for (const remaining of ['4', '3', '2', '1', '0']) {
      const { status, headers } = await call(url, 'convert', valid, { visitor })
      expect({ status, remaining: headers.get('x-ratelimit-remaining') }).toEqual({ status: 200, remaining })
    }
    const calledSeconds = Math.floor(Date.now() / 1000)
    const { status, headers, body } = await call(url, 'convert', valid, { visitor })
    expect({ status, code: body.code }).toEqual({ status: 429, code: 'free_quota_exhausted' })
    const midnight = (Math.floor(calledSeconds / 86_400) + 1) * 86_400
    expect(headers.get('x-ratelimit-limit')).toBe('5')
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(headers.get('x-ratelimit-reset'))).toBe(midnight)
    const retryAfter = body.retry_after
    expect(retryAfter).toBeGreaterThanOrEqual(1)
    expect(headers.get('retry-after')).toBe(retryAfter > 3_600 ? null : String(retryAfter))
    expect(retryAfter).toBeLessThanOrEqual(midnight - calledSeconds)
    expect(retryAfter).toBeGreaterThanOrEqual(Math.floor(midnight - Date.now() / 1000))
    expect(headers.get('ratelimit-policy')).toBe('"daily";q=5;w=86400')
    // A second may end between the rejection and the response.
    const states = [retryAfter, retryAfter - 1].map((seconds) => `"daily";r=0;t=${seconds}`)
    expect(states).toContain(headers.get('ratelimit'))
  })

  test('a call that fails after admission is refunded, as its headers show', async () => {
    const visitor = newVisitor()
    for (let turn = 0; turn < 8; turn++) {
      const { status, headers } = await call(url, 'resolve', { url: 'https://example.com' }, { visitor })
      expect({ status, remaining: headers.get('x-ratelimit-remaining') }).toEqual({ status: 400, remaining: '5' })
    }
    expect((await call(url, 'convert', valid, { visitor })).headers.get('x-ratelimit-remaining')).toBe('4')
  })

  test('a forged X-Forwarded-For has no effect', async () => {
    const visitor = newVisitor()
    for (let turn = 0; turn < 5; turn++) await call(url, 'convert', valid, { visitor: `9.9.9.${turn}, ${visitor}` })
    expect((await call(url, 'convert', valid, { visitor: `8.8.8.8, ${visitor}` })).status).toBe(429)
  })

  test('IPv6 visitors are counted by their /64', async () => {
    const network = `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}`
    for (let turn = 0; turn < 5; turn++) await call(url, 'convert', valid, { visitor: `${network}::${turn + 1}` })
    expect((await call(url, 'convert', valid, { visitor: `${network}:ffff:1:2:3` })).status).toBe(429)
  })

  test.each(['', ' ', '\t '])('an empty X-API-Key (“%s”) is no key, here and for agents', async (empty) => {
    const visitor = newVisitor()
    const headers = { 'x-api-key': empty }
    expect((await call(url, 'convert', valid, { visitor, headers })).headers.get('x-ratelimit-remaining')).toBe('4')
    const both = { ...headers, authorization: 'Bearer pr_live_whatever' }
    expect((await call(url, 'convert', valid, { visitor, headers: both })).status).toBe(401)
    const { message, headers: ofMessage } = mcpMessage('tools/call', '2025-06-18', {
      name: 'convert_cid',
      arguments: { cid: '1' },
    })
    const agent = { method: 'POST', headers: { ...ofMessage, ...headers, 'x-forwarded-for': visitor } }
    const answer = await fetch(`${url}/api/mcp`, { ...agent, body: JSON.stringify(message) })
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('"remaining":3')])
    const page = await fetch(`${url}/api/trpc/listings.convert`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'x-forwarded-for': visitor },
      body: '{"cid":"1"}',
    })
    expect(page.status).toBe(200)
  })

  test.each([
    ['X-API-Key', { 'x-api-key': 'pr_live_whatever' }],
    ['Bearer', { authorization: 'Bearer pr_live_whatever' }],
    ['Bearer without a token', { authorization: 'Bearer' }],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }],
    ['8 KB', { 'x-api-key': `pr_live_${'a'.repeat(8_000)}` }],
    ['8 KB Bearer', { authorization: `Bearer ${'a'.repeat(8_000)}` }],
    ['bytes outside ASCII', { 'x-api-key': 'pr_live_\u00e9' }],
    ['both, and X-API-Key decides', { 'x-api-key': 'pr_live_x', authorization: 'Basic dXNlcjpwYXNz' }],
  ])('an invalid key (%s) gets 401 and never falls back to the free quota', async (_, headers) => {
    const visitor = newVisitor()
    const answer = await call(url, 'convert', valid, { visitor, headers })
    expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 401, code: 'invalid_api_key' })
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    expect((await call(url, 'convert', valid, { visitor })).headers.get('x-ratelimit-remaining')).toBe('4')
  })
})
