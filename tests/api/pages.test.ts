import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nodeHost } from '@/server/http/node-host'
import { createNodeServer } from '@/server/http/node-server'
import { passOnTo } from '@/server/http/pages'
import { removeFolder } from '../support/remove-folder'

// The same, but no test can wait for half a minute.
vi.mock('@/server/http/node-call', async (original) => ({ ...(await original<object>()), writeTimeoutMs: 300 }))

const megabyte = Buffer.alloc(1024 * 1024, 'a')

/** In the place of Next: answers as each test says, and keeps what it was asked. */
let draw: (request: IncomingMessage, response: ServerResponse) => void
let asked: IncomingMessage[]
/** How many of them have no answer yet. */
let open: number
let folder: string
let stop: () => void
let port: number
let sockets: Socket[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pinref-stub-'))
  asked = []
  open = 0
  sockets = []
  const drawn = createServer((request, response) => {
    asked.push(request)
    open += 1
    response.once('close', () => {
      open -= 1
    })
    draw(request, response)
  }).listen(join(folder, 'socket'))
  await once(drawn, 'listening')
  const pages = { socket: join(folder, 'socket'), prepared: Promise.resolve() }
  const { signal } = new AbortController()
  const server = createNodeServer(nodeHost(passOnTo(pages, signal), signal)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  stop = () => {
    for (const socket of sockets) socket.destroy()
    for (const one of [server, drawn]) {
      one.close()
      one.closeAllConnections()
    }
  }
})
afterEach(() => {
  stop()
  removeFolder(folder)
})

/** Sends this, and keeps what comes back; what nobody reads stays in the connection. */
function send(bytes: string, isRead = true): { socket: Socket; received: () => string } {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  if (isRead) {
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
  }
  socket.on('error', () => {})
  socket.write(bytes)
  return { socket, received: () => text }
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: pinref.example\r\n${more}\r\n`

describe('a request for a page', () => {
  test('is handed on with its host and cookies, without what is about its own connection', async () => {
    draw = (_, response) => {
      response.writeHead(200, [
        ...['Set-Cookie', 'a=1'],
        ...['Set-Cookie', 'b=2'],
        ...['X-Own', 'kept'],
        ...['X-Hop', 'dropped'],
        ...['Connection', 'X-Hop, keep-alive'],
      ])
      response.end('drawn')
    }
    const lines = [
      'Cookie: s=1',
      'X-Forwarded-Proto: https',
      'X-Hop: 1',
      'TE: trailers',
      'Connection: x-hop, TE, close',
    ]
    const { received, socket } = send(get('/docs?x=%20', lines.map((line) => `${line}\r\n`).join('')))
    await expect.poll(() => socket.closed).toBe(true)
    expect(asked[0]?.url).toBe('/docs?x=%20')
    expect(asked[0]?.headers).toEqual({
      host: 'pinref.example',
      cookie: 's=1',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
      connection: 'keep-alive',
    })
    expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(received()).toMatch(/Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Own: kept\r\n/)
    expect(received()).not.toContain('X-Hop')
  })

  test('goes without its body', async () => {
    draw = (request, response) => void request.resume().once('end', () => response.end('drawn'))
    const { received } = send(get('/docs', `Content-Length: ${megabyte.length}\r\n`) + megabyte)
    await expect.poll(received).toContain('drawn')
    expect(asked[0]?.headers['content-length']).toBeUndefined()
    expect(asked[0]?.headers['transfer-encoding']).toBeUndefined()
  })

  test('ends with its caller', async () => {
    draw = (_, response) => response.write('begun')
    const { socket, received } = send(get('/docs'))
    await expect.poll(received).toContain('begun')
    socket.destroy()
    await expect.poll(() => open).toBe(0)
  })

  test('that breaks off in the middle is not told to be whole', async () => {
    draw = (_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('begun')
      setImmediate(() => response.destroy())
    }
    const { socket, received } = send(get('/docs'))
    await expect.poll(() => socket.closed).toBe(true)
    expect(received()).toMatch(/begun$/)
  })

  test('is answered 503 while nobody draws, and the connection goes on', async () => {
    draw = (request) => void request.destroy()
    const { received } = send(get('/docs') + get('/keys'))
    await expect.poll(() => received().match(/HTTP\/1\.1 503 .*/g)).toHaveLength(2)
    expect(received().match(/^retry-after: 1\r$/gim)).toHaveLength(2)
  })
})

describe('a caller who does not read', () => {
  test('holds up one page, however many it has asked for, and is dropped after a while', async () => {
    draw = (_, response) => response.end(megabyte.toString().repeat(8))
    const { socket } = send(get('/_next/static/x.js').repeat(8), false)
    socket.pause()
    await expect.poll(() => asked.length).toBe(1)
    await expect.poll(() => open).toBe(0)
    expect(asked).toHaveLength(1)
  })

  test('gets every page in turn once it reads', async () => {
    draw = ({ url }, response) => response.end(`<${url}>`)
    const { received } = send([1, 2, 3, 4, 5, 6, 7].map((page) => get(`/${page}`)).join(''))
    await expect.poll(received).toContain('</7>')
    expect(received().match(/<\/\d>/g)).toEqual(['</1>', '</2>', '</3>', '</4>', '</5>', '</6>', '</7>'])
  })

  test.each(['/docs', '/api/health'])('and sends more and more ahead is cut off: %s', async (path) => {
    draw = () => {}
    const { socket } = send(get('/docs') + get(path).repeat(1_000))
    await expect.poll(() => socket.closed).toBe(true)
    await expect.poll(() => open).toBe(0)
    expect(asked.length).toBeLessThan(2)
  })
})
