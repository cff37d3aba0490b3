import { describe, expect, test } from 'vitest'
import { Person } from '../support/person'
import { connect, lines } from './agents'
import { hosts, newVisitor } from './call'

const operaHouse = 'ChIJ3S-JXmauEmsRUcIaWtf4MzE'
const cid = '3545450935484072529'

async function newKey(url: string): Promise<string> {
  const person = new Person(url, `mcp.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  return (await person.procedure('keys.create', { name: 'Agent' })).key
}

/** Returns how many calls a key has left this month. */
async function remaining(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/usage`, { headers: { 'x-api-key': key } })
  return (await answer.json()).remaining
}

const visitor = () => ({ 'x-forwarded-for': newVisitor() })

describe.each(hosts)('agents, on the $host', ({ url }) => {
  describe.each(lines)('with %s', (line) => {
    test('list the tools, and look up a listing as a visitor', async () => {
      const agent = await connect(line, url, visitor())
      if (line === '2026-07-28') expect(agent.version()).toBe(line)
      expect(agent.instructions()).toContain('never turn a CID into a number')
      const tools = await agent.tools()
      expect(tools.map(({ name }) => name)).toEqual([
        'resolve_listing',
        'search_listings',
        'convert_cid',
        'start_batch',
        'get_batch',
      ])
      for (const { title, description, inputSchema, outputSchema } of tools) {
        expect(title).toBeTruthy()
        expect(description?.length).toBeGreaterThan(100)
        expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
        expect(outputSchema).toMatchObject({ type: 'object' })
      }
      expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
        'start_batch',
      ])

      const { isError, value, text } = await agent.call('resolve_listing', { url: operaHouse })
      expect(isError).toBe(false)
      expect(value).toMatchObject({ cid, place_id: operaHouse, title: 'Sydney Opera House' })
      expect(text, 'for agents that read no structures').toEqual(value)
    })

    test('search, convert and run a batch with a key, and each lookup is counted once', async () => {
      const key = await newKey(url)
      const agent = await connect(line, url, { authorization: `Bearer ${key}` })
      expect((await agent.call('convert_cid', { cid: '0xABC' })).value.cid_decimal).toBe('2748')
      const found = await agent.call('search_listings', { name: 'sagrada familia', country: 'ES' })
      expect(found.value.results[0].title).toMatch(/Sagrada/)
      expect(await remaining(url, key)).toBe(998)

      const started = await agent.call('start_batch', {
        lines: [operaHouse, '0xABC', operaHouse, 'https://example.com'],
        details: 'none',
      })
      expect(started.isError).toBe(false)
      const { id } = started.value
      const read = (more = {}) => agent.call('get_batch', { id, ...more })
      await expect.poll(async () => (await read()).value.batch.state, { timeout: 20_000 }).toBe('finished')
      const { batch, results, last } = (await read({ limit: 2 })).value
      expect(batch.lines).toMatchObject({ total: 4, done: 4, unreadable: 1, duplicates: 1 })
      expect(results).toHaveLength(2)
      expect(last).toBe(false)
      expect(results[0]).toMatchObject({ line: 1, listing: { cid } })
      const rest = (await read({ after: 2 })).value
      expect(rest.results.map(({ line }: { line: number }) => line)).toEqual([3, 4])
      expect(await remaining(url, key)).toBe(996)
    })

    test('get advice if their input is invalid, and those calls are not counted', async () => {
      const key = await newKey(url)
      const agent = await connect(line, url, { 'x-api-key': key })
      const unknown = await agent.call('resolve_listing', { url: 'https://example.com' })
      expect(unknown).toMatchObject({ isError: true, text: { code: 'unsupported_link', status: 400 } })
      expect(unknown.text.detail).toMatch(/Paste/)
      for (const [tool, input, said] of [
        ['resolve_listing', { link: operaHouse }, /Send a link, or a place id as a string/],
        ['convert_cid', { cid: 123 }, /Send the CID as a string; numbers lose digits/],
        ['start_batch', { lines: [] }, /Send lines: a list of 1 to 5,000 texts/],
      ] as const) {
        const answer = await agent.call(tool, input).catch((error: Error) => ({ isError: true, text: error.message }))
        expect(answer.isError).toBe(true)
        expect(JSON.stringify(answer.text)).toMatch(said)
      }
      expect(await remaining(url, key)).toBe(1_000)
    })
  })

  test('get a tool error when the free quota is used up, and can still list the tools', async () => {
    const agent = await connect('2026-07-28', url, visitor())
    const calls = await Promise.all(
      Array.from({ length: 7 }, (_, index) => agent.call('convert_cid', { cid: `${index}` })),
    )
    expect(calls.filter(({ isError }) => !isError)).toHaveLength(5)
    const refused = calls.find(({ isError }) => isError)
    expect(refused?.text).toMatchObject({ code: 'free_quota_exhausted', status: 429 })
    expect((await agent.tools()).length, 'which is free').toBe(5)
    const batch = await agent.call('start_batch', { lines: [operaHouse] })
    expect(batch).toMatchObject({ isError: true, text: { code: 'not_signed_in' } })
  })
})

describe.each(hosts)('MCP requests, on the $host', ({ url }) => {
  const post = (headers: Record<string, string>, body: unknown = { jsonrpc: '2.0', id: 1, method: 'tools/list' }) =>
    fetch(`${url}/api/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...visitor(),
        ...headers,
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  test('a malformed key is a 401 on any request, and an unknown one on a tool call', async () => {
    const cut = await post({ 'x-api-key': 'pr_live_cut' })
    expect([cut.status, cut.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await cut.json()).code).toBe('invalid_api_key')
    const key = await newKey(url)
    const person = { authorization: `Bearer ${key}` }
    expect((await post(person)).status).toBe(200)
    const basic = await post({ authorization: 'Basic eDp5' })
    expect(basic.status).toBe(401)
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'convert_cid', arguments: { cid: '1' } },
    }
    expect((await post(person, call)).status).toBe(200)
    const { createKeyText } = await import('@/server/access/api-key')
    const stranger = await post({ 'x-api-key': createKeyText('0'.repeat(16)) }, call)
    expect(stranger.status).toBe(401)
    expect((await stranger.json()).code).toBe('invalid_api_key')
  })

  test('a page of another site is refused, our own is not', async () => {
    const foreign = await post({ origin: 'https://evil.example' })
    expect([foreign.status, (await foreign.json()).code]).toEqual([403, 'cross_site'])
    for (const origin of ['null', 'http://127.0.0.1:9', `http://evil.example:${new URL(url).port}`]) {
      expect((await post({ origin })).status).toBe(403)
    }
    expect((await post({ origin: 'https://pinref.example' })).status).toBe(200)
    expect((await post({ origin: new URL(url).origin })).status).toBe(200)
  })

  test('with many calls of get_batch is not answered with more than a megabyte of results', async () => {
    const key = await newKey(url)
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const lines = Array.from({ length: 100 }, (_, line) => `${line}${'x'.repeat(2_000)}`)
    const body = JSON.stringify(lines)
    const made = await fetch(`${url}/api/batches?details=none`, { method: 'POST', headers, body })
    const { id } = await made.json()
    const state = async () => (await (await fetch(`${url}/api/batches/${id}`, { headers })).json()).state
    await expect.poll(state, { timeout: 20_000 }).toBe('finished')
    const calls = Array.from({ length: 10 }, (_, index) => ({
      ...{ jsonrpc: '2.0', id: index, method: 'tools/call' },
      params: { name: 'get_batch', arguments: { id, limit: 100 } },
    }))
    const text = await (await post(headers, calls)).text()
    // Two copies of the text, the quotation marks of the one inside JSON escaped.
    expect(text.length).toBeLessThan(1.5 * 1024 * 1024)
    expect(text).toContain('"isError":true')
    expect(text).toContain('Request fewer results with limit.')
    expect(text).toContain('"structuredContent"')
  })

  test('GET and DELETE, which would open and close a session, are a 405', async () => {
    for (const method of ['GET', 'DELETE']) expect((await fetch(`${url}/api/mcp`, { method })).status).toBe(405)
  })

  test.each([
    ['no JSON', '{', 400],
    [
      'a body that is too large',
      `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"x":"${'a'.repeat(1_100_000)}"}}`,
      413,
    ],
    ['no message', '{}', 400],
  ])('%s is answered with a JSON-RPC error', async (_, body, status) => {
    const answer = await post({}, body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
  })
})
