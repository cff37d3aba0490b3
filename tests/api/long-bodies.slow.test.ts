import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createKeyText, randomBase62 } from '@/server/metering/access/api-key'
import { createKey, type KeyOptions } from '@/server/metering/access/key-store'
import { writeProfile } from '@/server/metering/access/profile'
import { store } from '@/server/platform/store/store'
import { placeIds } from '../batches/orders'
import { mcpMessage } from '../support/mcp-messages'
import { newAccount } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'
import { call, hosts, newVisitor } from './call'
import { pepper } from './with-key'

const megabytes = 1024 * 1024
const open: Socket[] = []
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

interface Sending {
  method?: string
  /** The declared length of the body; null if it is chunked. */
  bytes: number | null
  headers?: Record<string, string>
  /** The part of the body that is sent. */
  start?: string
}

/** Starts sending a body but never finishes. `answer` returns the status, or everything received with `whole`. */
async function begin(url: string, path: string, { method = 'POST', bytes, headers = {}, start = '' }: Sending) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  open.push(socket)
  let received = ''
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  const length = bytes === null ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes }
  const all = { host: 'x', 'content-type': 'application/json', 'x-forwarded-for': newVisitor(), ...length, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const body = bytes === null ? `${start.length.toString(16)}\r\n${start}\r\n` : start
  socket.write(`${method} /api${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`)
  const status = () => Number(/^HTTP\/1\.1 (\d+)/.exec(received)?.[1] ?? 0)
  return { socket, status, received: () => received }
}

const madeUp = () => createKeyText(randomBase62(16))

describe.each(hosts)('a body larger than 16 KiB, on the $host', ({ url }) => {
  test.each([
    ['lines of a batch', 'POST', '/batches', 4 * megabytes],
    ['a part of a batch', 'PUT', '/batches/batch_0000000000000000/parts/1', 4 * megabytes],
    ['listings to watch', 'POST', '/watchlists/watch_0000000000000000/listings', 4 * megabytes],
    ['several calls', 'POST', '/batch', 512 * 1024],
    ['an agent’s message', 'POST', '/mcp', megabytes],
  ])('is rejected before it is sent with %s if its key is unknown', async (_, method, path, bytes) => {
    const headers = { 'x-api-key': madeUp() }
    const declared = await begin(url, path, { method, bytes, headers })
    await expect.poll(declared.status).toBe(401)
    await expect.poll(declared.received).toContain('invalid_api_key')
    const chunked = await begin(url, path, { method, bytes: null, headers, start: `["${'a'.repeat(20_000)}` })
    await expect.poll(chunked.status).toBe(401)
  })

  test.each(['batches.updatePart', 'watchlists.createListings'])(
    'is rejected before it is sent if a page sends it to %s and no one is signed in',
    async (procedure) => {
      const headers = { origin: 'https://pinref.example' }
      const part = await begin(url, `/trpc/${procedure}`, { bytes: 4 * megabytes, headers })
      await expect.poll(part.status).toBe(401)
    },
  )

  test('is accepted up to 64 KiB from a visitor', async () => {
    const items = (bytes: number) => ({ items: [{ operation: 'convert', cid: '1'.padEnd(bytes, ' ') }] })
    expect((await call(url, 'batch', items(60_000))).status).toBe(200)
    expect(await call(url, 'batch', items(66_000))).toMatchObject({
      status: 413,
      body: { detail: 'Send at most 64 KiB.' },
    })
    const message = await begin(url, '/mcp', { bytes: 66_000 })
    await expect.poll(message.status).toBe(413)
  })
})

const redis = await startRedisServer()
Object.assign(process.env, { REDIS_URL: redis.url, ...pepper })

describe('a body larger than 16 KiB with a key', () => {
  let app: App

  beforeAll(async () => {
    app = await startApp('worker', { REDIS_URL: redis.url, TRUSTED_PROXIES: '1', ...pepper })
  })
  afterAll(async () => {
    await app.stop()
    await (await store()).close()
    await redis.stop()
  })

  async function newKey(options: KeyOptions = {}, expires: number | null = null) {
    const accountId = await newAccount()
    return { accountId, ...(await createKey(accountId, 'Test', expires, options)) }
  }

  /** Sends a body of 4 MiB, except for its last byte. */
  const beginLines = (key: string, visitor = newVisitor(), start = 'a'.repeat(4 * megabytes - 1)) =>
    begin(app.url, '/batches', {
      bytes: 4 * megabytes,
      headers: { 'x-api-key': key, 'x-forwarded-for': visitor },
      start,
    })

  test.each([
    ...[['POST', '/batches'] as const, ['POST', '/batch'] as const, ['POST', '/mcp'] as const],
    ['POST', '/watchlists/watch_0000000000000000/listings'] as const,
  ])(
    'is rejected by %s %s before it is sent if its key has expired, its account is suspended, or its address is wrong',
    async (method, path) => {
      const { key: expired } = await newKey({}, Math.floor(Date.now() / 1000))
      const { key: suspended, accountId } = await newKey()
      await writeProfile(accountId, { suspended: new Date().toISOString() })
      const { key: elsewhere } = await newKey({ addresses: ['192.0.2.0/24'] })
      for (const [key, status] of [
        [expired, 401],
        [suspended, 403],
        [elsewhere, 403],
      ] as const) {
        const sending = await begin(app.url, path, { method, bytes: 100_000, headers: { 'x-api-key': key } })
        await expect.poll(sending.status).toBe(status)
      }
    },
  )

  test('counts once against its burst limit, and its calls count like those in a short body', async () => {
    const lines = placeIds(1_000)
    const asLines = { raw: JSON.stringify({ lines, details: 'none' }), headers: {} }
    const { key } = await newKey({ burstLimit: 3 })
    const sent = () => call(app.url, 'batches', null, { ...asLines, headers: { 'x-api-key': key } })
    // A ten-second window may end in between, and then more calls are accepted, but never fewer.
    const statuses = [await sent(), await sent(), await sent()].map(({ status }) => status)
    expect(statuses).toEqual([201, 201, 201])

    const { key: caller } = await newKey({ burstLimit: 2 })
    const item = { operation: 'convert', cid: '1'.padEnd(20_000, ' ') }
    const answer = await call(app.url, 'batch', { items: [item, item] }, { headers: { 'x-api-key': caller } })
    expect(answer.body.results.map(({ status }: { status: number }) => status)).toEqual([200, 200])
  })

  test('is rejected with 429 while its account’s bodies use up their share, and other accounts’ bodies are accepted', async () => {
    const { key } = await newKey()
    const { key: other } = await newKey()
    const all = await Promise.all([beginLines(key), beginLines(key), beginLines(key)])
    const statuses = () => all.map(({ status }) => status()).sort()
    await expect.poll(statuses).toEqual([0, 0, 429])
    const refused = all.find(({ status }) => status() === 429)
    expect(refused?.received()).toMatch(/^retry-after: 5\r$/im)
    const headers = { 'x-api-key': other }
    const raw = JSON.stringify({ lines: placeIds(1_000), details: 'none' })
    expect((await call(app.url, 'batches', null, { raw, headers })).status).toBe(201)
    for (const { socket } of all) socket.destroy()
    const small = () =>
      call(app.url, 'batches', null, { raw, headers: { 'x-api-key': key } }).then(({ status }) => status)
    await expect.poll(small).toBe(201)
  })

  test('is accepted while sixteen connections of four other accounts have announced 4 MiB each and send nothing', async () => {
    const holders = await Promise.all(Array.from({ length: 4 }, () => newKey()))
    const idle = await Promise.all(
      holders.flatMap(({ key }) => {
        const visitor = newVisitor()
        return Array.from({ length: 4 }, () => beginLines(key, visitor, '["ChIJ'))
      }),
    )
    const { key } = await newKey()
    const link = 'https://maps.google.com/?cid=3545450935484072529'.padEnd(200, '&')
    const links = Array.from({ length: 100 }, () => link)
    const tool = { name: 'resolve_listings', arguments: { links, details: 'none' } }
    const { message, headers: ofMessage } = mcpMessage('tools/call', '2025-06-18', tool)
    const bodies = {
      batches: { lines: placeIds(1_000), details: 'none' },
      batch: { items: links.map((url) => ({ operation: 'resolve', url, details: 'none' })) },
      mcp: message,
    }
    const statuses: Record<string, number> = {}
    for (const [path, body] of Object.entries(bodies)) {
      const raw = JSON.stringify(body)
      expect(raw.length).toBeGreaterThan(16_384)
      const response = await fetch(`${app.url}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(path === 'mcp' && ofMessage), 'x-api-key': key },
        body: raw,
      })
      statuses[path] = response.status
    }
    expect(statuses).toEqual({ batches: 201, batch: 200, mcp: 200 })
    expect(idle.map(({ status }) => status())).toEqual(idle.map(() => 0))
  })

  test.each([
    ['lines', '/batches'],
    ['an agent’s message', '/mcp'],
  ])('ends with 408 if it stops arriving: %s', async (_, path) => {
    const { key } = await newKey()
    const slow = await begin(app.url, path, { bytes: megabytes, headers: { 'x-api-key': key }, start: '[' })
    await expect.poll(slow.status).toBe(408)
    expect(slow.received()).toContain('"code":"body_too_slow"')
  })

  test('is rejected with 429 while its network’s bodies use up their share, regardless of their accounts', async () => {
    const visitor = newVisitor()
    const keys = await Promise.all(Array.from({ length: 3 }, () => newKey()))
    const all = await Promise.all(keys.map(({ key }) => beginLines(key, visitor)))
    await expect.poll(() => all.map(({ status }) => status()).sort()).toEqual([0, 0, 429])
  })

  test('closes the connection after rejecting a body that is too long to discard', async () => {
    const refused = await beginLines(madeUp())
    await expect.poll(refused.status).toBe(401)
    expect(refused.received()).toMatch(/^connection: close\r$/im)
    refused.socket.write(Buffer.alloc(3 * megabytes))
    await expect.poll(() => refused.socket.closed).toBe(true)
    expect(refused.received()).toContain('"code":"invalid_api_key"')
  })

  test('without a declared length, a rejected body is read only for a while', async () => {
    const refused = await begin(app.url, '/batches', {
      bytes: null,
      headers: { 'x-api-key': madeUp() },
      start: 'a'.repeat(20_000),
    })
    await expect.poll(refused.status).toBe(401)
    const chunk = `10000\r\n${'a'.repeat(65_536)}\r\n`
    const sending = setInterval(() => refused.socket.write(chunk), 5)
    await expect.poll(() => refused.socket.closed).toBe(true)
    clearInterval(sending)
  })
})
