import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeyText } from '@/server/metering/access/api-key'
import { store } from '@/server/platform/store/store'
import { startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'
import { newVisitor } from './call'
import { accountWithKey, callWithKey, pepper } from './with-key'

const redis = await startRedisServer()
Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })
const burst = 3
let app: App

beforeAll(async () => {
  app = await startApp('worker', { REDIS_URL: redis.url, BURST_LIMIT: `${burst}`, TRUSTED_PROXIES: '1', ...pepper })
})
afterAll(async () => {
  await app.stop()
  await (await store()).close()
  await redis.stop()
})

interface Options {
  method?: string
  headers?: Record<string, string>
}

async function send(body: unknown, { method = 'POST', headers = {} }: Options = {}) {
  const response = await fetch(`${app.url}/api/mcp`, {
    method,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-for': newVisitor(),
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    // An open stream would otherwise delay the test.
    signal: AbortSignal.timeout(20_000),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

/** Returns a response's messages, whether it is JSON or an event stream. */
function messagesIn(text: string) {
  const lines = text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice('data: '.length)] : []))
  return (lines.length > 0 ? lines : [text]).map((line) => JSON.parse(line))
}

const rpc = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params })
const toolCall = (name: string, input: object, id = 1) => rpc('tools/call', { name, arguments: input }, id)

const envelope = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
}

describe.concurrent('MCP messages over the burst limit are rejected with Retry-After', () => {
  test.each<[string, unknown, Options?]>([
    ['a list of the tools', rpc('tools/list')],
    ['a ping', rpc('ping')],
    ['an unknown method', rpc('resources/list')],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }],
    ['a subscription', rpc('subscriptions/listen', { ...envelope, filter: {} })],
    ['several messages in one request', [rpc('ping', {}, 1), rpc('ping', {}, 2), rpc('ping', {}, 3)]],
    ['a call of an unknown tool', toolCall('none', {})],
    ['a call with an invalid input', toolCall('convert_cid', { cid: 1 })],
    ['a call that needs a key', toolCall('create_batch', { lines: ['1'] })],
    ['a body that is no JSON', '{'],
    ['a body that is too long', 'a'.repeat(20_000)],
    ['a GET', null, { method: 'GET' }],
    ['a DELETE', null, { method: 'DELETE' }],
  ])('%s', async (_, body, options) => {
    const headers = { 'x-forwarded-for': newVisitor() }
    const answers = await Promise.all(Array.from({ length: 4 * burst }, () => send(body, { ...options, headers })))
    const refused = answers.filter(({ status }) => status === 429)
    // A ten-second window may end in the middle of the messages.
    expect(refused.length).toBeGreaterThanOrEqual(2 * burst)
    for (const { headers, text } of refused) {
      expect(headers.get('retry-after')).toBe('10')
      expect(JSON.parse(text)).toMatchObject({ code: 'too_many_requests', status: 429 })
    }
    expect((await send(rpc('tools/list'))).status, 'for another network').toBe(200)
  })

  test('messages with a key count against its account’s burst limit, and tool calls count only once', async () => {
    const { key } = await accountWithKey()
    const headers = { 'x-api-key': key }
    const calls = Array.from({ length: burst }, (_, index) => toolCall('convert_cid', { cid: `${index}` }, index))
    const answer = await send(calls, { headers })
    expect(messagesIn(answer.text).map(({ result }) => result.isError ?? false)).toEqual(calls.map(() => false))
    const lists = await Promise.all(Array.from({ length: 4 * burst }, () => send(rpc('tools/list'), { headers })))
    expect(lists.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2 * burst)
    const { key: other } = await accountWithKey()
    expect((await callWithKey(app.url, other)).status).toBe(200)
  })
})

describe('an MCP request', () => {
  test('has at most ten messages', async () => {
    const many = Array.from({ length: 90 }, (_, index) => rpc('tools/list', {}, index))
    const { status, text } = await send(many)
    expect(status).toBe(400)
    expect(JSON.parse(text)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32600, message: 'Send at most 10 messages at once.' },
    })
  })

  test('cannot create subscriptions and does not keep its connection open', async () => {
    const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
    const filter = { filter: { toolsListChanged: true } }
    for (const [params, headers] of [
      [{ ...envelope, ...filter }, modern],
      [filter, {}],
    ] as const) {
      const { status, text } = await send(rpc('subscriptions/listen', params), { headers })
      expect([status, JSON.parse(text).id, JSON.parse(text).error.code]).toEqual([404, 1, -32601])
    }
  })

  test('gets a response even if it cancels itself', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }
    const answer = await send([toolCall('search_listings', { names: ['sagrada familia'] }), cancel])
    expect(messagesIn(answer.text)).toMatchObject([
      { id: 1, result: { structuredContent: { results: expect.any(Array) } } },
    ])
  })

  test('has at most 16 KiB without a key, and the key for a longer request is looked up before the body is read', async () => {
    const long = toolCall('create_batch', {
      lines: Array.from({ length: 2_000 }, (_, n) => `https://maps.google.com/?cid=${n}`),
    })
    const visitor = await send(long)
    expect(visitor.status).toBe(413)
    expect(JSON.parse(visitor.text).error.message).toBe('Send at most 16 KiB, or 1024 KiB with an API key.')
    const { key } = await accountWithKey()
    const answer = await send(long, { headers: { 'x-api-key': key } })
    expect(messagesIn(answer.text)[0].result.structuredContent.line_counts.total).toBe(2_000)
    expect(await statusBeforeBody(createKeyText('0'.repeat(16)))).toBe(401)
  })
})

/** Sends only a long message's headers, and returns the response status. */
function statusBeforeBody(key: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': '900000' }
    const call = request(`${app.url}/api/mcp`, { method: 'POST', headers }, (response) => {
      resolve(response.statusCode)
      call.destroy()
    })
    call.once('error', reject)
    call.flushHeaders()
  })
}
