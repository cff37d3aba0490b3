import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:http2'
import { Agent, type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { maxBytes } from '@/server/features/batches/limits'
import { createKey } from '@/server/metering/access/key-store'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../support/new-account'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { type FrontProxy, startCaddy, startNginx } from './proxies'

const dataDir = mkdtempSync(join(tmpdir(), 'pinref-proxies-'))
const own = { DATA_DIR: dataDir, KEY_PEPPER: 'a pepper for proxies only' }
// This process uses the server's embedded Redis as its store.
Object.assign(process.env, own)

let app: App

beforeAll(async () => {
  app = await startApp('worker', { ...own, TRUSTED_PROXIES: '1', FREE_DAILY_QUOTA: '1', BURST_LIMIT: '1000000' })
})
afterAll(async () => {
  await app.stop()
  await (await store()).close()
  removeFolder(dataDir)
})

describe.each([
  ['nginx', startNginx, '127.0.0.2'],
  ['Caddy', startCaddy, '127.0.0.3'],
])('behind %s, set up as in the docs', (_, start, address) => {
  let front: FrontProxy

  beforeAll(async () => {
    front = await start(app.url)
  })
  afterAll(() => front.stop())

  test('a batch part may be up to 4 MiB', async () => {
    const accepted = await sendPart(front, maxBytes)
    expect({ status: accepted.statusCode, body: await json(accepted) }).toMatchObject({ status: 200 })
  })

  test('each visitor address has its own free quota, regardless of the X-Forwarded-For header', async () => {
    const statusFrom = async (localAddress: string, forwardedFor: string) => {
      const options = { localAddress, headers: { 'x-forwarded-for': forwardedFor } }
      const answer = await send(front, '/api/convert', options, '{"cid":"1"}')
      answer.resume()
      return answer.statusCode
    }
    expect(await statusFrom(address, '203.0.113.1')).toBe(200)
    expect(await statusFrom(address, '203.0.113.2')).toBe(429)
    expect(await statusFrom(address.replace('127.0', '127.1'), '203.0.113.1')).toBe(200)
  })

  test('a client can use HTTP/2', async () => {
    const session = connect(front.url, { rejectUnauthorized: false })
    const answer = session.request({ ':path': '/api/health' })
    const [headers] = await once(answer, 'response')
    expect([session.alpnProtocol, headers[':status']]).toEqual(['h2', 200])
    expect(await json(answer)).toMatchObject({ status: 'ok' })
    session.close()
  })

  test('a call without TLS is redirected with its method, unless it is for a certificate', async () => {
    const { plain, acmeFolder } = front
    const redirect = await fetch(`${plain.url}/api/convert?a=1`, { method: 'POST', body: '{}', redirect: 'manual' })
    const { status, headers } = redirect
    expect([status, headers.get('location')]).toEqual([308, `${plain.redirectsTo}/api/convert?a=1`])
    if (!acmeFolder) return
    const path = '.well-known/acme-challenge/token'
    mkdirSync(dirname(join(acmeFolder, path)), { recursive: true })
    writeFileSync(join(acmeFolder, path), 'proof')
    expect(await (await fetch(`${plain.url}/${path}`, { redirect: 'error' })).text()).toBe('proof')
  })

  test('a response arrives while the server is still writing it', async () => {
    const upstream = createServer((_incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'application/x-ndjson' })
      outgoing.write('{"line":1}\n')
      finish = () => outgoing.end('{"line":2}\n')
    }).listen(0, '127.0.0.1')
    let finish = () => {}
    await once(upstream, 'listening')
    const { port } = upstream.address() as { port: number }
    const streaming = await start(`http://127.0.0.1:${port}`)
    const answer = await send(streaming, '/results', { method: 'GET' })
    const [first] = await once(answer, 'data')
    expect(String(first)).toBe('{"line":1}\n')
    finish()
    const [second] = await once(answer, 'data')
    expect(String(second)).toBe('{"line":2}\n')
    await streaming.stop()
    upstream.close()
  })
})

// Caddy forwards the error immediately, and the connection may then close before the end of the body is sent.
test('behind nginx, a part of more than 4 MiB gets Pinref’s problem body', async () => {
  const front = await startNginx(app.url)
  const refused = await sendPart(front, maxBytes + 1)
  expect(await json(refused)).toMatchObject({ status: 413, code: 'payload_too_large' })
  await front.stop()
})

/** Makes a batch with a new key and sends a part of this size, in bytes. */
async function sendPart(front: FrontProxy, bytes: number): Promise<IncomingMessage> {
  const { key } = await createKey(await newAccount(), 'Test', null)
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const made = await send(front, '/api/batches', { headers }, '{"details":"none"}')
  const { id } = (await json(made)) as { id: string }
  const options = { method: 'PUT', headers: { ...headers, 'content-type': 'text/csv' } }
  return send(front, `/api/batches/${id}/parts/1`, options, csvOf(bytes))
}

/** Sends a request without trusting the certificate, and returns the response once its headers have arrived. */
async function send({ url }: FrontProxy, path: string, options: RequestOptions, body = ''): Promise<IncomingMessage> {
  const agent = new Agent({ rejectUnauthorized: false })
  const sent = request(url + path, { method: 'POST', agent, ...options })
  sent.end(body)
  const [answer] = await once(sent, 'response')
  return answer
}

/** Returns lines with this many bytes in total. */
const csvOf = (bytes: number) => 'place\n'.padEnd(bytes, 'a'.repeat(99).concat('\n'))
