import { mkdtempSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appProcesses } from '../support/app-processes'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

let dataDir: string
let app: App

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pinref-drain-'))
  app = await startApp('node', { DATA_DIR: dataDir })
  expect((await fetch(`${app.url}/docs`)).status).toBe(200)
})
afterEach(async () => {
  await app.stop()
  removeFolder(dataDir)
})

/** Begins a request on a new connection; `received` returns everything received on it. */
function begin(bytes: string): { socket: Socket; received: () => string } {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  socket.write(bytes)
  return { socket, received: () => text }
}

const expecting = (path: string, bytes = 11) =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${bytes}\r\n\r\n`

test('after SIGTERM, calls in flight get Connection: close', async () => {
  const site = appProcesses(app.process.pid).site[0]?.pid ?? 0
  // Until this process resumes, every request sent to it remains in flight.
  process.kill(site, 'SIGSTOP')
  const page = begin('GET /sign-in HTTP/1.1\r\nHost: x\r\n\r\n')
  const operation = begin(expecting('/api/convert'))
  const rest = begin(expecting('/api/trpc/listings.convert'))
  for (const { received } of [operation, rest]) await expect.poll(received).toContain('100 Continue')

  app.process.kill('SIGTERM')
  const takesCalls = () =>
    fetch(`${app.url}/api/health`).then(
      () => true,
      () => false,
    )
  await expect.poll(takesCalls).toBe(false)
  process.kill(site, 'SIGCONT')
  for (const { socket } of [operation, rest]) socket.write('{"cid":"1"}')

  for (const { socket, received } of [page, operation, rest]) {
    await expect.poll(() => socket.closed).toBe(true)
    expect(received()).toContain('HTTP/1.1 200 OK')
    expect(received()).toMatch(/^connection: close\r$/im)
    expect(received()).not.toMatch(/^(connection: )?keep-alive/im)
  }
  expect(await app.stop()).toBe(0)
})

test('after SIGTERM, a body that does not arrive, and a request that the site process does not answer, get an error', async () => {
  const site = appProcesses(app.process.pid).site[0]?.pid ?? 0
  process.kill(site, 'SIGSTOP')
  const page = begin('GET /sign-in HTTP/1.1\r\nHost: x\r\n\r\n')
  const paths = ['/api/convert', '/api/mcp', '/api/trpc/listings.convert']
  const arriving = paths.map((path) => begin(expecting(path, 1_000)))
  const answered = begin(expecting('/api/trpc/listings.convert'))
  for (const { received } of [...arriving, answered]) await expect.poll(received).toContain('100 Continue')
  answered.socket.write('{"cid":"1"}')

  app.process.kill('SIGTERM')
  const ends: number[] = []
  const all = [...arriving, answered, page]
  for (const [index, { socket }] of all.entries()) socket.once('close', () => ends.push(index))
  await expect.poll(() => ends.length, { timeout: 60_000 }).toBe(all.length)
  process.kill(site, 'SIGCONT')
  for (const { received } of arriving) {
    expect(received()).toMatch(/HTTP\/1\.1 500 .*^retry-after: 1\r$/ims)
    expect(received()).toContain('has not begun this call')
  }
  expect(answered.received()).toMatch(/HTTP\/1\.1 500 .*^retry-after: 1\r$/ims)
  expect(answered.received()).toContain('may have taken effect')
  expect(page.received()).toMatch(/^HTTP\/1\.1 503 /)
  // Whatever has not begun is refused first.
  expect(ends.slice(0, 3).sort()).toEqual([0, 1, 2])
  expect(await app.stop()).toBe(0)
})
