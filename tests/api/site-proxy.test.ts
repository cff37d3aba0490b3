import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { nodeHost } from '@/server/entrances/http/node-host'
import { createNodeServer } from '@/server/entrances/http/node-server'
import { proxySite } from '@/server/entrances/http/site-proxy'
import { removeFolder } from '../support/remove-folder'

// The real module with a shorter timeout, so no test has to wait half a minute.
vi.mock('@/server/entrances/http/node-call', async (original) => ({
  ...(await original<object>()),
  writeTimeoutMs: 300,
}))

const limits = vi.hoisted(() => ({ pageTimeoutMs: 30_000 }))
vi.mock('@/server/platform/settings/env', async (original) => {
  const real = await original<typeof import('@/server/platform/settings/env')>()
  return Object.assign({}, real, {
    env: () => Object.assign({}, real.env(), { PAGE_TIMEOUT_MS: limits.pageTimeoutMs }),
  })
})

const megabyte = Buffer.alloc(1024 * 1024, 'a')

/** Replaces a site process: each test sets the responses, and `requests` stores the requests. */
let draw: (request: IncomingMessage, response: ServerResponse) => void
let requests: IncomingMessage[]
let answers: ServerResponse[]
/** The number of these requests that are still open. */
let open: number
let folder: string
let servers: Server[]
let stopping: AbortController
let port: number
let sockets: Socket[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pinref-stub-'))
  requests = []
  answers = []
  open = 0
  sockets = []
  const drawn = createServer((request, response) => {
    requests.push(request)
    answers.push(response)
    open += 1
    response.once('close', () => {
      open -= 1
    })
    draw(request, response)
  }).listen(join(folder, 'socket'))
  await once(drawn, 'listening')
  stopping = new AbortController()
  servers = [drawn]
  await listen(['socket'])
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  removeFolder(folder)
})

/** Starts a server that forwards to these processes. Only the one on `socket` is up. */
async function listen(processes: readonly string[], prepared = Promise.resolve()): Promise<void> {
  const { signal } = stopping
  const site = proxySite({ sockets: processes.map((name) => join(folder, name)), prepared }, signal)
  const server = createNodeServer(nodeHost(site, signal, site)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  servers.push(server)
}

/** Sends bytes and stores the response. If the response is not read, it remains in the connection. */
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
  test('is forwarded with its host and cookies, but without hop-by-hop headers', async () => {
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
    expect(requests[0]?.url).toBe('/docs?x=%20')
    expect(requests[0]?.headers).toEqual({
      host: 'pinref.example',
      cookie: 's=1',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
      'x-pinref-client': '127.0.0.1',
      connection: 'keep-alive',
    })
    expect(received()).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(received()).toMatch(/Set-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Own: kept\r\n/)
    expect(received()).not.toContain('X-Hop')
  })

  test('is forwarded without its body', async () => {
    draw = (request, response) => void request.resume().once('end', () => response.end('drawn'))
    const { received } = send(get('/keys', `Content-Length: ${megabyte.length}\r\n`) + megabyte)
    await expect.poll(received).toContain('drawn')
    expect(requests[0]?.headers['content-length']).toBeUndefined()
    expect(requests[0]?.headers['transfer-encoding']).toBeUndefined()
  })

  test('is canceled when its caller disconnects', async () => {
    draw = (_, response) => response.write('begun')
    const { socket, received } = send(get('/keys'))
    await expect.poll(received).toContain('begun')
    socket.destroy()
    await expect.poll(() => open).toBe(0)
  })

  test('closes the connection if the response is cut off, so it does not look complete', async () => {
    draw = (_, response) => {
      response.writeHead(200, { 'content-length': '10' }).write('begun')
      setImmediate(() => response.destroy())
    }
    const { socket, received } = send(get('/keys'))
    await expect.poll(() => socket.closed).toBe(true)
    expect(received()).toMatch(/begun$/)
  })

  test('gets 503 while the site process fails, and the connection remains open', async () => {
    draw = (request) => void request.destroy()
    const { received } = send(get('/docs') + get('/keys'))
    await expect.poll(() => received().match(/HTTP\/1\.1 503 .*/g)).toHaveLength(2)
    expect(received().match(/^retry-after: 1\r$/gim)).toHaveLength(2)
  })
})

describe('a page that does not begin to arrive within PAGE_TIMEOUT_MS', () => {
  beforeEach(() => {
    limits.pageTimeoutMs = 300
  })
  afterEach(() => {
    limits.pageTimeoutMs = 30_000
  })

  test.each(['/docs', '/sign-in'])('gets 503, and no process is asked for it again: %s', async (path) => {
    draw = () => {}
    const { received } = send(get(path))
    await expect.poll(received).toMatch(/^HTTP\/1\.1 503 /)
    expect(requests).toHaveLength(1)
    await expect.poll(() => open).toBe(0)
  })

  test('gets 503 even though parts of it arrive, if it is the same for everyone', async () => {
    draw = (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const drip = setInterval(() => response.write('<p>'), 20)
      response.once('close', () => clearInterval(drip))
    }
    const { received } = send(get('/docs'))
    await expect.poll(received).toMatch(/^HTTP\/1\.1 503 /)
    await expect.poll(() => open).toBe(0)
  })

  test('gets 503 while no process is prepared', async () => {
    await listen(['socket'], new Promise(() => {}))
    const { received } = send(get('/sign-in'))
    await expect.poll(received).toMatch(/^HTTP\/1\.1 503 /)
    expect(requests).toEqual([])
  })

  test('gets 503 while it waits behind the response to a call, which still arrives whole', async () => {
    draw = () => {}
    const { received } = send(get('/api/auth/get-session') + get('/sign-in'))
    await expect.poll(() => requests.length).toBe(1)
    const [answer] = answers
    // This page was read later, so the one behind the call is late too.
    await expect.poll(send(get('/keys')).received).toMatch(/^HTTP\/1\.1 503 /)
    answer?.end('answered')
    await expect.poll(received).toMatch(/^HTTP\/1\.1 200 .*answered.*HTTP\/1\.1 503 /s)
    expect(requests.map(({ url }) => url)).toEqual(['/api/auth/get-session', '/keys'])
  })
})

describe('a call that needs a session', () => {
  const trpc = (framing: string, more = '', method = 'POST') =>
    `${method} /api/trpc/keys.create HTTP/1.1\r\nHost: pinref.example\r\n${framing}\r\n${more}\r\n`
  const echo = async (request: IncomingMessage, response: ServerResponse) =>
    void response.end(`<${await text(request)}>`)
  /** A body that would be a request if it were not read as a body. */
  const body = 'GET /api/auth/ok HTTP/1.1\r\n\r\n'
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

  test.each([
    ['POST', `Content-Length: ${body.length}`, body],
    ['DELETE', `Content-Length: ${body.length}`, body],
    ['POST', 'Transfer-Encoding: chunked', chunked],
    ['DELETE', 'Transfer-Encoding: chunked', chunked],
  ])(
    'is forwarded with its whole body and its caller’s address, whatever the caller claims: %s, %s',
    async (method, framing, sent) => {
      draw = echo
      const claims = 'X-Pinref-Client: 192.0.2.1\r\nConnection: X-Pinref-Client, Content-Length, Host\r\n'
      const { received } = send(trpc(framing, claims, method) + sent)
      await expect.poll(received).toContain(`<${body}>`)
      expect(requests.map(({ headers }) => [headers.host, headers['x-pinref-client']])).toEqual([
        ['pinref.example', '127.0.0.1'],
      ])
    },
  )

  test('without a body is forwarded without one', async () => {
    draw = echo
    const { received } = send(trpc('X-Own: 1'))
    await expect.poll(received).toContain('<>')
    expect(requests[0]?.headers['content-length']).toBe('0')
  })

  test('is forwarded at the pace at which the process reads its body', async () => {
    const bytes = 32 * megabyte.length
    let begin = () => {}
    draw = (request, response) => {
      begin = () => void echo(request, response)
    }
    const { socket, received } = send(trpc(`Content-Length: ${bytes}`))
    for (let sent = 0; sent < bytes; sent += megabyte.length) socket.write(megabyte)
    await expect.poll(() => requests.length).toBe(1)
    for (let turn = 0; turn < 20; turn++) await (await fetch(`http://127.0.0.1:${port}/api/health`)).text()
    expect(socket.writableLength).toBeGreaterThan(bytes / 2)
    begin()
    await expect.poll(() => received().length).toBeGreaterThan(bytes)
  })

  test.each([100_000, 5_000_000])('gets a rejection while its body of %i bytes is still arriving', async (bytes) => {
    draw = (_, response) => void response.writeHead(413).end('too large')
    const { received } = send(`${trpc(`Content-Length: ${bytes}`)}begun`)
    await expect.poll(received).toContain('too large')
    expect(received()).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('is canceled when its caller disconnects halfway through its body', async () => {
    draw = (request) => void request.resume()
    const { socket } = send(`${trpc('Content-Length: 1000')}begun`)
    await expect.poll(() => requests.length).toBe(1)
    socket.destroy()
    await expect.poll(() => open).toBe(0)
  })

  test('goes to another process, with its whole body, while one is down', async () => {
    draw = echo
    await listen(['down', 'socket'])
    const { received } = send(`${trpc('Content-Length: 2')}{}`)
    await expect.poll(received).toContain('<{}>')
  })

  test('gets 500 if its process dies, and is not sent again', async () => {
    draw = (request) => void request.destroy()
    const { received } = send(`${trpc('Content-Length: 2')}{}`)
    await expect.poll(received).toContain('"code":"internal_error"')
    expect(received()).toMatch(/^HTTP\/1\.1 500 /)
    expect(received()).toMatch(/^retry-after: 1\r$/im)
    expect(requests).toHaveLength(1)
  })
})

describe('a caller that pipelines requests', () => {
  test('is disconnected if it does not read, and only one page is rendered for it', async () => {
    draw = (_, response) => response.end(megabyte.toString().repeat(8))
    const { socket } = send(get('/_next/static/x.js').repeat(8), false)
    socket.pause()
    await expect.poll(() => requests.length).toBe(1)
    await expect.poll(() => open).toBe(0)
    expect(requests).toHaveLength(1)
  })

  test('gets every page in request order', async () => {
    draw = ({ url }, response) => response.end(`<${url}>`)
    const { received } = send([1, 2, 3, 4, 5, 6, 7].map((page) => get(`/${page}`)).join(''))
    await expect.poll(received).toContain('</7>')
    expect(received().match(/<\/\d>/g)).toEqual(['</1>', '</2>', '</3>', '</4>', '</5>', '</6>', '</7>'])
  })

  test.each(['/keys', '/api/health'])('is disconnected if it sends a thousand requests ahead: %s', async (path) => {
    draw = () => {}
    const { socket } = send(get('/keys') + get(path).repeat(1_000))
    await expect.poll(() => socket.closed).toBe(true)
    await expect.poll(() => open).toBe(0)
    expect(requests.length).toBeLessThan(2)
  })
})

describe('a page that is the same for everyone', () => {
  const html = '<!doctype html><script nonce="n1">one()</script><script src="/a.js" nonce="n1"></script><p>drawn'
  const policy = "default-src 'self'; script-src 'self' 'nonce-n1' 'strict-dynamic'; style-src 'self' 'nonce-n1'"
  const hash = `'sha256-${createHash('sha256').update('one()').digest('base64')}'`

  beforeEach(() => {
    draw = (_, response) => {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'no-store',
        'x-own': 'kept',
      })
      response.end(html)
    }
  })

  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity', ...headers } })

  test('is rendered once for many callers, from its path alone', async () => {
    const answers = await Promise.all(
      ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) =>
        ask('/docs/links', { 'x-forwarded-for': address, 'x-forwarded-host': 'evil.example', cookie: 'theme=dark' }),
      ),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(await answer.text()).toBe(html)
      expect(answer.headers.get('x-own')).toBe('kept')
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('vary')).toContain('Cookie')
    }
    expect(requests.map(({ url, headers }) => ({ url, headers }))).toEqual([
      { url: '/docs/links', headers: { host: 'pinref', connection: 'keep-alive' } },
    ])
  })

  test('allows its scripts by their hashes, because a shared nonce would protect nothing', async () => {
    const { headers } = await ask('/pricing')
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'self'; script-src 'self' ${hash}; style-src 'self' 'nonce-n1'`,
    )
  })

  test('is compressed if the browser accepts that, and returns 304 to a browser that already has it', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await ask('/', { 'accept-encoding': accepted })
      expect(answer.headers.get('content-encoding')).toBe(encoding)
      expect(await answer.text()).toBe(html)
      const again = await ask('/', {
        'accept-encoding': accepted,
        'if-none-match': `"other", ${answer.headers.get('etag')}`,
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    expect(requests).toHaveLength(1)
  })

  test('is sent with Connection: close once the server is stopping', async () => {
    const before = await ask('/docs')
    expect(before.headers.get('connection')).toBe('keep-alive')
    await before.text()
    stopping.abort()
    expect((await ask('/docs')).headers.get('connection')).toBe('close')
  })

  test.each([
    ['somebody who is signed in', '/docs', { cookie: 'a=1; pinref.session_token=x' }],
    ["Next's router", '/docs', { rsc: '1' }],
    ['whoever asks with a query', '/docs?q=1', {}],
    ['pages of an account', '/keys', {}],
    ['pages whose names only begin alike', '/docsx', {}],
  ])('is not returned from the cache for %s', async (_, path, headers) => {
    for (let time = 0; time < 2; time += 1) {
      const answer = await ask(path, headers as Record<string, string>)
      expect(answer.headers.get('content-security-policy')).toBe(policy)
      await answer.text()
    }
    expect(requests).toHaveLength(2)
  })

  test('is not cached if it is missing, is cut off, or fails', async () => {
    draw = (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('missing')
    expect((await ask('/docs/nothing')).status).toBe(404)
    draw = (_, response) => response.writeHead(500).end()
    expect((await ask('/docs')).status).toBe(500)
    draw = (request) => void request.destroy()
    expect((await ask('/docs')).status).toBe(503)
    draw = (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('back')
    expect(await (await ask('/docs')).text()).toBe('back')
    expect(await (await ask('/docs/nothing')).text()).toBe('back')
  })

  test('keeps its nonce if its scripts have too many hashes for the headers', async () => {
    const scripts = Array.from({ length: 60 }, (_, index) => `<script nonce="n1">run(${index})</script>`).join('')
    draw = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy })
        .end(`<!doctype html>${scripts}`)
    expect((await ask('/docs')).headers.get('content-security-policy')).toBe(policy)
  })
})
