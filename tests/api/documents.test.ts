import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { version } from '@/package.json'
import { errorCodes } from '@/server/errors'
import { problems } from '@/server/problem'
import { removeFolder } from '../support/remove-folder'
import { call, hosts } from './call'

/** Checks a document against the OpenAPI specification. `npm run lint:openapi` checks it by more rules. */
function expectValid(document: unknown) {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-openapi-'))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document))
  const redocly = [resolve('node_modules/@redocly/cli/bin/cli.js'), 'lint', 'openapi.json', '--extends=spec']
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off' }
  try {
    execFileSync(process.execPath, redocly, { cwd: folder, env, stdio: 'pipe' })
  } finally {
    removeFolder(folder)
  }
}

describe.each(hosts)('GET routes, on the $host', ({ url }) => {
  test('the OpenAPI document is valid 3.1 and names the operations', async () => {
    const document = await (await fetch(`${url}/api/openapi.json`)).json()
    expectValid(document)
    expect(document.openapi).toMatch(/^3\.1/)
    const ofOneBatch = ['', '/parts/{part}', '/start', '/pause', '/resume', '/cancel', '/results']
    expect(Object.keys(document.paths)).toEqual([
      ...['/resolve', '/search', '/convert', '/batch', '/batches'],
      ...ofOneBatch.map((path) => `/batches/{id}${path}`),
      ...['/usage', '/key'],
    ])
    expect(document.servers).toEqual([{ url: 'https://pinref.example/api' }])
    const all = ['200', '400', '401', '403', '404', '405', '413', '429', '500']
    for (const [path, item] of Object.entries<Record<string, { responses: object }>>(document.paths)) {
      for (const [method, { responses }] of Object.entries(item)) {
        const isReading = method === 'get' && !path.startsWith('/batches')
        // A listing that is not found is a problem of its item, not of the batch.
        const ofPost = path === '/batch' ? all.filter((status) => status !== '404') : all
        expect(Object.keys(responses)).toEqual(isReading ? ['200', '400', '401', '403', '405', '429', '500'] : ofPost)
      }
    }
  })

  test('the OpenAPI document is also served as YAML, with the same content', async () => {
    const json = await fetch(`${url}/api/openapi.json`)
    const yaml = await fetch(`${url}/api/openapi.yaml`)
    expect(yaml.headers.get('content-type')).toBe('application/yaml')
    const text = await yaml.text()
    expect(parse(text)).toEqual(await json.json())
    // It has no anchors or aliases, because few programs follow them.
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

  test('every answer carries a request id and the API version, and is not cached', async () => {
    for (const path of ['/api/health', '/api/openapi.json', '/api/nothing']) {
      const { headers } = await fetch(`${url}${path}`)
      expect(headers.get('x-request-id')).toMatch(/^[\w-]{20,}$/)
      expect(headers.get('x-api-version')).toBe('1')
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('a page on another site can call with a key', async () => {
    const preflight = await fetch(`${url}/api/resolve`, {
      method: 'OPTIONS',
      headers: { origin: 'https://other.example', 'access-control-request-method': 'POST' },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('X-API-Key')
    const { headers } = await call(url, 'convert', { cid: '1' }, { headers: { origin: 'https://other.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
    expect(headers.get('access-control-expose-headers')).toContain('X-RateLimit-Remaining')
  })
})

describe.each(hosts)('files for clients, on the $host', ({ url }) => {
  test('the Python client has this server’s address as its base URL', async () => {
    const response = await fetch(`${url}/pinref.py`)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await response.text()).toContain('BASE_URL = "https://pinref.example"')
  })

  test('the app has a manifest, icons, an offline page and a service worker that browsers revalidate', async () => {
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
    expect(response.headers.get('location')).toBe(`/?q=${encodeURIComponent(text)}&sent=1`)
  })
})

describe.each(hosts)('the page that a problem links to, on the $host', ({ url }) => {
  test.each([...errorCodes])('explains %s', async (code) => {
    const response = await fetch(`${url}/docs/errors/${code}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain(problems[code].title.replaceAll("'", '&#x27;'))
  })

  test('is a 404 for an unknown code', async () => {
    expect((await fetch(`${url}/docs/errors/nothing`)).status).toBe(404)
  })
})
