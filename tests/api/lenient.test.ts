import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createTRPCClient, httpBatchLink, httpLink } from '@trpc/client'
import { describe, expect, test } from 'vitest'
import type { AppRouter } from '@/server/entrances/trpc/router'
import { call, hosts, newVisitor } from './call'

const mark = '\ufeff'

describe.each(hosts)('a body that begins with a byte order mark, on the $host', ({ url }) => {
  test('is read by the operations, with or without a Content-Length', async () => {
    expect((await call(url, 'convert', null, { raw: `${mark}{"cid":"1"}` })).status).toBe(200)
    const items = [{ operation: 'convert', cid: '1' }]
    const { body } = await call(url, 'batch', null, { raw: mark + JSON.stringify({ items }) })
    expect(body.results).toMatchObject([{ status: 200 }])
    const streamed = await fetch(`${url}/api/convert`, {
      method: 'POST',
      headers: { 'x-forwarded-for': newVisitor() },
      body: new Blob([`${mark}{"cid":"1"}`]).stream(),
      duplex: 'half',
    } as RequestInit)
    expect(streamed.status).toBe(200)
  })

  test('is read by tRPC', async () => {
    const answer = await fetch(`${url}/api/trpc/listings.convert`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': newVisitor() },
      body: `${mark}{"cid":"1"}`,
    })
    expect(answer.status).toBe(200)
  })
})

describe.each(hosts)('a tRPC error, on the $host', ({ url }) => {
  const clientWith = (headers: Record<string, string> = {}) =>
    createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${url}/api/trpc`, headers: { 'x-forwarded-for': newVisitor(), ...headers } })],
    })
  /** Returns a failed call's error data and error number. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any form, whose fields the tests check
  const dataOf = (failing: Promise<unknown>): Promise<any> =>
    failing.catch(({ data, shape }) => ({ ...data, number: shape?.code }))

  test('has the code and status of its problem, so tRPC links don’t retry bad input', async () => {
    const { listings, plans } = clientWith()
    expect(await dataOf(listings.convert.mutate({ cid: 'x' }))).toMatchObject({
      code: 'BAD_REQUEST',
      httpStatus: 400,
      number: -32_600,
      problem: { code: 'invalid_cid' },
    })
    expect(await dataOf(plans.portal.mutate())).toMatchObject({ code: 'UNAUTHORIZED', httpStatus: 401 })
  })

  test('explains where API keys work if an API key was sent', async () => {
    for (const headers of [{ 'x-api-key': 'pr_live_any' }, { authorization: 'Bearer pr_test_any' }]) {
      const data = await dataOf(clientWith(headers).listings.convert.mutate({ cid: '1' }))
      expect(data).toMatchObject({ httpStatus: 400, problem: { code: 'invalid_request' } })
      expect(data.problem.detail).toContain('POST /api/resolve')
    }
    // A password-protected proxy adds its own header to every call.
    const behindProxy = clientWith({ authorization: 'Basic dTpw' })
    expect((await behindProxy.listings.convert.mutate({ cid: '1' })).cid_decimal).toBe('1')
  })
})

describe.each(hosts)('an address with a trailing slash, on the $host', ({ url }) => {
  const ask = (path: string, options: RequestInit = {}) =>
    fetch(url + path, { redirect: 'error', headers: { 'x-forwarded-for': newVisitor() }, ...options })

  test('is treated like an address without the slash', async () => {
    const convert = await call(url, 'convert/', { cid: '1' })
    expect(convert.status).toBe(200)
    expect(convert.headers.get('x-ratelimit-remaining')).toBe('4')
    for (const path of ['/api/health/', '/api/health/ready/', '/api/openapi.json/', '/api/auth/get-session/'])
      expect([path, (await ask(path)).status]).toEqual([path, 200])
    expect((await ask('/api/usage/')).status).toBe(401)
    expect((await ask('/api/batches/?limit=1')).status).toBe(401)
    expect((await ask('/api/batches/batch_none/')).status).toBe(401)
    expect((await ask('/api/nothing/')).status).toBe(404)
    expect((await ask('/api/convert/')).headers.get('allow')).toBe('POST, OPTIONS')
    const preflight = await ask('/api/convert/', { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
  })

  test('works with tRPC, with and without a body', async () => {
    const headers = { 'x-forwarded-for': newVisitor(), 'content-type': 'application/json' }
    const converted = await ask('/api/trpc/listings.convert/', { method: 'POST', headers, body: '{"cid":"1"}' })
    expect(await converted.json()).toMatchObject({ result: { data: { cid_decimal: '1' } } })
    expect((await ask('/api/trpc/status/')).status).toBe(200)
  })

  test('works with MCP', async () => {
    const client = new Client({ name: 'tests', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/api/mcp/`)))
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('convert_cid')
    await client.close()
  })

  test('redirects to the address without the slash if it is a page, and keeps the query', async () => {
    const { status, headers } = await fetch(`${url}/docs/?x=1`, { redirect: 'manual' })
    expect(status).toBe(308)
    expect(new URL(headers.get('location') ?? '', url).pathname).toBe('/docs')
    expect(new URL(headers.get('location') ?? '', url).search).toBe('?x=1')
  })
})

describe.each(hosts)('tRPC’s links, on the $host', ({ url }) => {
  const linked = (link: typeof httpLink | typeof httpBatchLink, visitor: string) =>
    createTRPCClient<AppRouter>({ links: [link({ url: `${url}/api/trpc`, headers: { 'x-forwarded-for': visitor } })] })

  test('httpLink works, and each call counts', async () => {
    const visitor = newVisitor()
    const { listings } = linked(httpLink, visitor)
    await Promise.all([listings.convert.mutate({ cid: '1' }), listings.convert.mutate({ cid: '2' })])
    const { headers } = await call(url, 'convert', { cid: '1' }, { visitor })
    expect(headers.get('x-ratelimit-remaining')).toBe('2')
  })

  test('httpBatchLink is rejected with advice to use httpLink, and nothing is counted', async () => {
    const visitor = newVisitor()
    const { listings } = linked(httpBatchLink, visitor)
    const refusal = /in tRPC, use httpLink instead of httpBatchLink/
    await expect(listings.convert.mutate({ cid: '1' })).rejects.toThrow(refusal)
    const several = ['1', '2', '3'].map((cid) => listings.convert.mutate({ cid }))
    for (const one of await Promise.allSettled(several)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(refusal) } })
    }
    const { headers } = await call(url, 'convert', { cid: '1' }, { visitor })
    expect(headers.get('x-ratelimit-remaining')).toBe('4')
  })
})
