import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { version } from '@/package.json'
import { errorCodes } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { removeFolder } from '../support/remove-folder'
import { call, hosts } from './call'

/** Checks a document against the OpenAPI specification. `npm run task lint:openapi` applies more rules. */
async function expectValid(document: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-openapi-'))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const redocly = ['scripts/tools.mjs', 'redocly', 'lint', join(folder, 'openapi.json'), '--extends=spec']
  try {
    // Asynchronous, because this process has to detect when the server closes an idle connection.
    await promisify(execFile)(process.execPath, redocly)
  } finally {
    removeFolder(folder)
  }
}

/** Fetches a URL without decompressing the response, unlike `fetch`. */
async function read(url: string, headers: Record<string, string> = {}) {
  const outgoing = request(url, { headers }).end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

describe.each(hosts)('GET routes, on the $host', ({ url }) => {
  test('the OpenAPI document is valid 3.1 and lists the operations', async () => {
    const document = await (await fetch(`${url}/api/openapi.json`)).json()
    await expectValid(document)
    expect(document.openapi).toMatch(/^3\.1/)
    const files = ['/results', '/results.csv', '/results.jsonl']
    const ofOneBatch = ['', '/parts/{part}', '/start', '/pause', '/resume', '/cancel', '/repeat', ...files]
    expect(Object.keys(document.paths)).toEqual([
      ...['/resolve', '/search', '/convert', '/batch', '/batches'],
      ...ofOneBatch.map((path) => `/batches/{id}${path}`),
      ...['/keys', '/keys/{id}'],
      ...['', '/{id}', '/{id}/test', '/{id}/rotate'].map((path) => `/callbacks${path}`),
      ...['', '/{id}', '/{id}/resend'].map((path) => `/deliveries${path}`),
      '/watchlists',
      ...['', '/listings', '/events', '/check', '/pause', '/resume'].map((path) => `/watchlists/{id}${path}`),
      ...['/usage', '/key', '/errors'],
    ])
    expect(document.servers).toEqual([{ url: 'https://pinref.example/api' }])
    const all = ['200', '400', '401', '403', '404', '408', '409', '413', '429', '500']
    for (const [path, item] of Object.entries<Record<string, { responses: object }>>(document.paths)) {
      for (const [method, { responses }] of Object.entries(item)) {
        const hasBody = !['get', 'delete'].includes(method)
        const isCreating = method === 'post' && /^\/(?:batches|callbacks|keys|watchlists)$|\/repeat$/.test(path)
        // If a listing is not found, only its item has a problem, not the batch.
        const isFound = !/^\/(?:batch|usage|key|errors)$/.test(path)
        const mayConflict = isCreating || /^\/batches\/.+\/(?:start|pause|resume|cancel|\{part\})$|\/check$/.test(path)
        const without = [
          ...(isFound ? [] : ['404']),
          ...(hasBody ? [] : ['408', '413']),
          ...(mayConflict ? [] : ['409']),
        ]
        const expected = all.filter((status) => !without.includes(status))
        expect(Object.keys(responses)).toEqual(expected.map((one) => (one === '200' && isCreating ? '201' : one)))
      }
    }
  })

  test('the OpenAPI document is also served as YAML, with the same content', async () => {
    const json = await fetch(`${url}/api/openapi.json`)
    const yaml = await fetch(`${url}/api/openapi.yaml`)
    expect(yaml.headers.get('content-type')).toBe('application/yaml')
    const text = await yaml.text()
    expect(parse(text)).toEqual(await json.json())
    // The YAML has no anchors or aliases, because few programs support them.
    expect(text).not.toMatch(/^\s*[\w'"]+: [&*]/m)
  })

  test('health and readiness are reported', async () => {
    const health = await fetch(`${url}/api/health`)
    expect({ status: health.status, body: await health.json() }).toEqual({
      status: 200,
      body: { status: 'ok', version, build: expect.stringMatching(/^([\da-f]{12}(-\d{17})?|\d{17})$/) },
    })
    const ready = await fetch(`${url}/api/health/ready`)
    expect({ status: ready.status, body: await ready.json() }).toEqual({
      status: 200,
      body: { status: 'ok', store: 'ok', source: 'sample' },
    })
  })

  test('every response has a request id and the API version, and is not cached', async () => {
    for (const path of ['/api/health', '/api/nothing']) {
      const { headers } = await fetch(`${url}${path}`)
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/)
      expect(headers.get('x-api-version')).toBe('1')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test.each(['openapi.json', 'openapi.yaml', 'postman.json'])(
    '%s may be cached, and is not resent to a client that already has it',
    async (name) => {
      const { headers } = await read(`${url}/api/${name}`)
      expect(headers['cache-control']).toBe('public, max-age=300')
      expect(headers['access-control-allow-origin']).toBe('*')
      const again = await read(`${url}/api/${name}`, { 'if-none-match': String(headers.etag) })
      expect([again.status, again.body.length]).toEqual([304, 0])
    },
  )

  test('a page on another site can read a 404 for an unknown address', async () => {
    const origin = 'https://other.example'
    const preflight = await fetch(`${url}/api/resolv`, { method: 'OPTIONS', headers: { origin } })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
    const { status, headers, body } = await call(url, 'resolv', { url: 'x' }, { headers: { origin } })
    expect([status, body.code]).toEqual([404, 'route_not_found'])
    expect(headers.get('access-control-allow-origin')).toBe('*')
  })

  test('HEAD has the same headers as GET, without a body', async () => {
    for (const path of ['usage', 'key', 'batches', 'batches/batch_1/results', 'openapi.json']) {
      const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(`${url}/api/${path}`, { method })))
      expect([path, head?.status]).toEqual([path, get?.status])
      expect(head?.headers.get('content-type')).toBe(get?.headers.get('content-type'))
      expect(await head?.text()).toBe('')
    }
    expect((await fetch(`${url}/api/usage`, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect((await fetch(`${url}/api/resolve`, { method: 'HEAD' })).status).toBe(405)
  })

  test('a page on another site can call with a key', async () => {
    const preflight = await fetch(`${url}/api/resolve`, {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe(
      'Content-Type, X-API-Key, Authorization, traceparent, tracestate',
    )
    const batches = await fetch(`${url}/api/batches`, { method: 'OPTIONS' })
    expect(batches.headers.get('access-control-allow-headers')).toContain('Idempotency-Key')
    const { headers } = await call(url, 'convert', { cid: '1' }, { headers: { origin: 'https://other.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
  })
})

// Vercel's network compresses what a function returns.
describe.each(hosts.filter(({ host }) => host === 'node server'))('descriptions, on the $host', ({ url }) => {
  test.each(['openapi.json', 'openapi.yaml', 'postman.json'])('%s is compressed', async (name) => {
    const { headers, body } = await read(`${url}/api/${name}`, { 'accept-encoding': 'gzip;q=0.5, br' })
    expect(headers['content-encoding']).toBe('br')
    const plain = await read(`${url}/api/${name}`, { 'accept-encoding': 'br;q=0' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(brotliDecompressSync(body)).toEqual(plain.body)
    expect(body.length).toBeLessThan(plain.body.length / 4)
  })
})

describe.each(hosts)('files for clients, on the $host', ({ url }) => {
  test('the Python client has this server’s address as its base URL', async () => {
    const response = await fetch(`${url}/pinref.py`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toContain('BASE_URL = "https://pinref.example"')
  })

  test('the app has a manifest, icons, an offline page, and a service worker, which browsers revalidate', async () => {
    const manifest = await fetch(`${url}/manifest.webmanifest`)
    expect(manifest.headers.get('content-type')).toBe('application/manifest+json')
    const { icons } = await manifest.json()
    for (const { src } of icons) expect((await fetch(url + src)).headers.get('content-type')).toBe('image/png')
    const worker = await fetch(`${url}/sw.js`)
    expect(worker.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(worker.headers.get('cache-control')).toBe('no-cache')
    expect(await worker.text()).toMatch(/^const build = "\w+"\n/)
    const offline = await fetch(`${url}/offline`)
    expect(await offline.text()).toContain('You’re offline')
  })

  test.each([
    ['?text=Trevi%20Fountain&url=https%3A%2F%2Fmaps.app.goo.gl%2Fx', 'Trevi Fountain\nhttps://maps.app.goo.gl/x'],
    ['?text=a%26b&text=c', 'a&b'],
  ])('a share to /share%s redirects to its lookup', async (query, text) => {
    const response = await fetch(`${url}/share${query}`, { redirect: 'manual' })
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe(`/?q=${encodeURIComponent(text)}&sent=shared`)
  })
})

describe.each(hosts)('a problem’s page, on the $host', ({ url }) => {
  test.each([...errorCodes])('explains %s', async (code) => {
    const response = await fetch(`${url}/docs/errors/${code}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(problems[code].title.replaceAll("'", '&#x27;'))
  })

  test('is a 404 for an unknown code', async () => {
    expect((await fetch(`${url}/docs/errors/nothing`)).status).toBe(404)
  })
})
