import { describe, expect, test } from 'vitest'
import { call, hosts, newVisitor } from './call'

const longest = `https://maps.google.com/?cid=9000000000000000001&x=${'a'.repeat(2048)}`.slice(0, 2048)

describe.each(hosts)('bad input, on the $host', ({ url }) => {
  test.each([
    ['malformed JSON', '{"url":', 'invalid_request'],
    ['an empty body', '', 'invalid_request'],
    ['an array', '[]', 'invalid_request'],
    ['null', 'null', 'invalid_request'],
    ['a bare string', '"https://maps.google.com/?cid=9000000000000000001"', 'invalid_request'],
    ['no field', '{}', 'invalid_request'],
    ['a number', '{"url":1}', 'invalid_request'],
    ['an array in the field', '{"url":["https://maps.google.com/?cid=9000000000000000001"]}', 'invalid_request'],
    ['an empty text', '{"url":"  "}', 'invalid_request'],
    ['2,049 characters', JSON.stringify({ url: `${longest}a` }), 'invalid_request'],
    ['an unknown field', '{"url":"https://maps.google.com/?cid=9000000000000000001","urls":1}', 'invalid_request'],
    ['a prototype', '{"__proto__":{"url":"https://maps.google.com/?cid=9000000000000000001"}}', 'invalid_request'],
    ['an emoji', '{"url":"📍"}', 'unsupported_link'],
    ['NUL bytes', '{"url":"\\u0000\\u0000"}', 'unsupported_link'],
    ['a lone surrogate', '{"url":"\\ud800"}', 'unsupported_link'],
    ['2,000 %25', JSON.stringify({ url: `https://google.com/maps?q=${'%25'.repeat(670)}` }), 'no_listing_in_link'],
  ])('%s gets the matching problem and is not counted', async (_, raw, code) => {
    const visitor = newVisitor()
    const answer = await call(url, 'resolve', null, { raw, visitor })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code, status: 400, type: `https://pinref.example/docs/errors/${code}` })
    expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
    expect(JSON.stringify(answer.body)).not.toMatch(/node_modules|at .*:\d+:\d+|Zod|TRPC/)
    expect((await call(url, 'convert', { cid: '1' }, { visitor })).headers.get('x-ratelimit-remaining')).toBe('4')
  })

  test.each([
    ['a link', 'https://maps.google.com/?cid=3545450935484072529'],
    ['a link longer than a name', `https://maps.google.com/?cid=3545450935484072529&x=${'a'.repeat(200)}`],
    ['a place id', 'ChIJ3S-JXmauEmsRUcIaWtf4MzE'],
    ['a CID', '3545450935484072529'],
  ])('%s sent to search is rejected in favor of resolve and not counted, also in a batch', async (_, name) => {
    const visitor = newVisitor()
    const detail = expect.stringContaining('Use resolve')
    const alone = await call(url, 'search', { name }, { visitor })
    expect(alone).toMatchObject({ status: 400, body: { code: 'invalid_request', detail } })
    const items = [
      { operation: 'search', name },
      { operation: 'search', name: '4711' },
    ]
    const { body, headers } = await call(url, 'batch', { items }, { visitor })
    expect(body.results).toMatchObject([
      { status: 400, problem: { detail } },
      { status: 200, result: { results: [] } },
    ])
    expect(headers.get('x-ratelimit-remaining')).toBe('4')
  })

  test.each([
    ['Italy', 'Use IT.'],
    ['USA', 'Use US.'],
    ['Côte d’Ivoire', 'Use CI.'],
    ['Atlantis', 'e.g. GB.'],
    ['XX', 'e.g. GB.'],
  ])('a country that isn’t a code gets its code if it is a name: %s', async (country, hint) => {
    const { status, body } = await call(url, 'search', { name: 'x', country })
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'invalid_request', '/country'])
    expect(body.detail).toMatch(new RegExp(`two letters \\(ISO 3166-1 alpha-2\\).*${hint.replaceAll('.', '\\.')}$`))
  })

  test('2,048 characters are accepted', async () => {
    expect((await call(url, 'resolve', { url: longest })).status).toBe(200)
  })

  test('a JSON pointer identifies each invalid field', async () => {
    const { body } = await call(url, 'search', { name: 'x', country: 'XX', more: true })
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual(['/country', '/more'])
  })

  test.each([
    ['a JSON number', 112299134, 'Send the CID as a string; numbers lose digits.'],
    ['out of range', '18446744073709551616', 'range'],
    ['a sign', '-1', 'sign'],
    ['a place id', 'ChIJ3S-JXmauEmsRUcIaWtf4MzE', 'resolve'],
    ['nothing', '', 'The CID is empty'],
    ['an emoji', '📍', 'This is not a CID.'],
  ])('convert explains why it rejects a CID: %s', async (_, cid, reason) => {
    const { status, body } = await call(url, 'convert', { cid })
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid_cid' })
    expect(body.detail).toContain(reason)
  })

  test.each([[true], [null], [['1']]])('convert rejects %j', async (cid) => {
    expect((await call(url, 'convert', { cid })).body.code).toBe('invalid_request')
  })

  test('a body over 16 KiB is rejected, with or without a Content-Length', async () => {
    const raw = JSON.stringify({ url: 'a'.repeat(17_000) })
    expect((await call(url, 'resolve', null, { raw })).body).toMatchObject({ status: 413, code: 'payload_too_large' })
    const stream = new Blob([raw]).stream()
    const chunked = await fetch(`${url}/api/resolve`, { method: 'POST', body: stream, duplex: 'half' } as RequestInit)
    expect(chunked.status).toBe(413)
    expect(await chunked.json()).toMatchObject({ code: 'payload_too_large' })
  })

  test('a wrong method returns 405 with the allowed methods', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers, body } = await call(url, 'resolve', {}, { method })
      expect({ method, status, code: body.code }).toEqual({ method, status: 405, code: 'method_not_allowed' })
      expect(headers.get('allow')).toBe('POST, OPTIONS')
    }
    const head = await fetch(`${url}/api/resolve`, { method: 'HEAD' })
    expect(head.status).toBe(405)
    const posted = await fetch(`${url}/api/health`, { method: 'POST' })
    expect({ status: posted.status, allow: posted.headers.get('allow') }).toEqual({ status: 405, allow: 'GET, HEAD' })
  })

  test('an unknown route gets a problem body', async () => {
    for (const path of ['/api', '/api/nothing', '/api/resolve/more', '/api/toString', '/api/api/resolve']) {
      const response = await fetch(`${url}${path}`, { method: 'POST', body: '{}' })
      expect({ path, status: response.status }).toEqual({ path, status: 404 })
      expect(await response.json()).toMatchObject({ code: 'route_not_found' })
    }
  })

  test('the body is read as JSON regardless of its Content-Type', async () => {
    for (const type of ['Application/JSON', 'text/plain', 'application/x-www-form-urlencoded', 'nonsense']) {
      const { status } = await call(url, 'convert', { cid: '1' }, { headers: { 'content-type': type } })
      expect({ type, status }).toEqual({ type, status: 200 })
    }
  })
})
