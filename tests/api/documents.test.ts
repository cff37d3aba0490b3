import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { version } from '@/package.json'
import { errorCodes } from '@/server/errors'
import { problems } from '@/server/problem'
import { call, hosts } from './call'

describe.each(hosts)('GET routes, on the $host', ({ url }) => {
  test('the OpenAPI document is valid 3.1 and names the operations', async () => {
    const document = await (await fetch(`${url}/api/openapi.json`)).json()
    expect(await new Validator().validate(document)).toMatchObject({ valid: true })
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
        // What is not found is an item's own problem.
        const ofPost = path === '/batch' ? all.filter((status) => status !== '404') : all
        expect(Object.keys(responses)).toEqual(isReading ? ['200', '401', '403', '405', '429', '500'] : ofPost)
      }
    }
  })

  test('health and readiness are reported', async () => {
    const health = await fetch(`${url}/api/health`)
    expect({ status: health.status, body: await health.json() }).toEqual({
      status: 200,
      body: { status: 'ok', version },
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
