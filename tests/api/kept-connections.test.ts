import { mkdtempSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const dataDir = mkdtempSync(join(tmpdir(), 'pinref-kept-'))
let app: App

beforeAll(async () => {
  app = await startApp('node', { DATA_DIR: dataDir, FREE_DAILY_QUOTA: '100' })
})
afterAll(async () => {
  await app.stop()
  removeFolder(dataDir)
})

/** Opens a connection; `received` returns everything received on it. */
async function open(): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  await expect.poll(() => socket.readyState).toBe('open')
  return { socket, received: () => text }
}

const head = 'POST /api/convert HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n'
const body = '{"cid":"1"}'
const answers = (text: string) => text.match(/HTTP\/1\.1 200 OK/g)?.length ?? 0

/** Posts a body with or without its declared length, and returns the status and the connection's local port. */
const post = (agent: Agent, path: string, text: string, sendsLength: boolean) =>
  new Promise<{ status: number | undefined; port: number | undefined }>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const outgoing = request(app.url + path, { method: 'POST', agent, headers }, (incoming) => {
      const port = incoming.socket.localPort
      incoming.resume().once('end', () => resolve({ status: incoming.statusCode, port }))
    })
    outgoing.once('error', reject)
    if (sendsLength) outgoing.end(text)
    else outgoing.write(text, () => outgoing.end())
  })

test.each(
  ['/api/convert', '/api/mcp', '/api/trpc/pinref.convert', '/api/auth/sign-in/email'].flatMap((path) => [
    [path, 'told', true] as const,
    [path, 'not told', false] as const,
  ]),
)(
  'a body that is too large for %s, with its length %s, gets 413 and leaves the connection usable',
  async (path, _, sendsLength) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const refused = await post(agent, path, JSON.stringify({ x: 'a'.repeat(1_100_000) }), sendsLength)
    expect(refused.status).toBe(413)
    expect(await post(agent, '/api/convert', body, true)).toEqual({ status: 200, port: refused.port })
    agent.destroy()
  },
)

test('a stopping server answers calls on open connections, closes idle ones, and waits for calls in flight', async () => {
  const [used, idle, silent, slow] = await Promise.all([open(), open(), open(), open()])
  for (const { socket, received } of [used, idle]) {
    socket.write(`${head}\r\n${body}`)
    await expect.poll(() => answers(received())).toBe(1)
    expect(received()).not.toMatch(/^connection: close/im)
  }
  slow.socket.write(`${head}Expect: 100-continue\r\n\r\n`)
  await expect.poll(slow.received).toContain('100 Continue')

  app.process.kill('SIGTERM')
  // Like a client that makes one call after another.
  const isLast = () => /^connection: close\r$/im.test(used.received())
  let sent = 1
  for (; !isLast() && !used.socket.closed; sent += 1) {
    used.socket.write(`${head}\r\n${body}`)
    await expect.poll(() => used.socket.closed || answers(used.received()), { interval: 5 }).not.toBe(sent)
  }
  await expect.poll(() => used.socket.closed).toBe(true)
  expect(answers(used.received())).toBe(sent)
  const takesConnections = () =>
    fetch(`${app.url}/api/health`, { headers: { connection: 'close' } }).then(
      () => true,
      () => false,
    )
  await expect.poll(takesConnections).toBe(false)
  expect(isLast()).toBe(true)

  for (const { socket } of [idle, silent]) await expect.poll(() => socket.closed).toBe(true)
  expect(silent.received()).toBe('')
  slow.socket.write(body)
  await expect.poll(() => slow.socket.closed).toBe(true)
  expect(answers(slow.received())).toBe(1)
  expect(await app.stop()).toBe(0)
})
