import { describe, expect, test } from 'vitest'
import { connect, lines } from './agents'
import { hosts, newKey, newVisitor } from './call'

const operaHouse = 'ChIJ3S-JXmauEmsRUcIaWtf4MzE'
const cid = '3545450935484072529'

/** Returns how many calls a key has left this month. */
async function remaining(url: string, key: string): Promise<number> {
  const answer = await fetch(`${url}/api/usage`, { headers: { 'x-api-key': key } })
  return (await answer.json()).remaining
}

/** Words that mean operations over REST, which agents can't call. */
const ofOperations =
  /\/api\/|\bREST\b|\b(?:GET|POST|PUT|PATCH|DELETE)\b|\b(?:[Uu]se|because) `?(?:resolve|search|convert)\b/

const visitor = () => ({ 'x-forwarded-for': newVisitor() })

describe.each(hosts)('agents, on the $host', ({ url }) => {
  describe.each(lines)('with %s', (line) => {
    test('list the tools, and look up a listing as a visitor', async () => {
      const agent = await connect(line, url, visitor())
      if (line === '2026-07-28') expect(agent.version()).toBe(line)
      expect(agent.instructions()).toContain('never convert a CID to a number')
      const tools = await agent.tools()
      expect(tools.map(({ name }) => name)).toEqual([
        'resolve_listing',
        'resolve_listings',
        'search_listings',
        'convert_cid',
        'create_batch',
        'get_batch',
        'create_watchlist',
        'list_watch_events',
      ])
      // An agent reads the whole list before the first call.
      expect(JSON.stringify(tools).length).toBeLessThan(10_000)
      expect(JSON.stringify(tools)).not.toMatch(ofOperations)
      for (const { title, description, inputSchema, outputSchema } of tools) {
        expect(title).toBeTruthy()
        expect(description?.length).toBeGreaterThan(100)
        expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
        expect(outputSchema).toMatchObject({ type: 'object' })
      }
      expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint).map(({ name }) => name)).toEqual([
        'create_batch',
        'create_watchlist',
      ])

      const { isError, value, text, meta } = await agent.call('resolve_listing', { url: operaHouse })
      expect(isError).toBe(false)
      expect(value, 'without what is unknown').toEqual({
        title: 'Sydney Opera House',
        address: 'Bennelong Point, Sydney NSW 2000, Australia',
        cid,
        place_id: operaHouse,
        maps_url: `https://maps.google.com/?cid=${cid}`,
        review_url: `https://search.google.com/local/writereview?placeid=${operaHouse}`,
        listing_status: 'listed',
      })
      expect(text, 'for agents that read no structures').toEqual(value)
      expect(meta?.quota).toEqual({ limit: 5, remaining: 4, resets: expect.stringMatching(/T00:00:00.000Z$/) })
    })

    test('search, convert, and run a batch with a key, and each lookup is counted once', async () => {
      const key = await newKey(url)
      const agent = await connect(line, url, { authorization: `Bearer ${key}` })
      expect((await agent.call('convert_cid', { cid: '0xABC' })).value.cid_decimal).toBe('2748')
      const found = await agent.call('search_listings', {
        names: ['sagrada familia'],
        country: 'Spain',
        language: 'ca',
      })
      const [{ name, listings, total }] = found.value.results
      expect([name, listings.length, total]).toEqual(['sagrada familia', 1, 1])
      expect(listings[0].title).toMatch(/Sagrada/)
      expect(listings[0].review_url).toMatch(/writereview/)
      expect(found.meta?.quota).toMatchObject({ limit: 1_000, remaining: 998 })
      expect(await remaining(url, key)).toBe(998)

      const started = await agent.call('create_batch', {
        name: ' Opera houses ',
        lines: [operaHouse, 'cid:0xABC', operaHouse, 'https://example.com'],
        details: 'none',
      })
      expect(started.isError).toBe(false)
      const { id } = started.value
      const read = (more = {}) => agent.call('get_batch', { id, ...more })
      const { batch, results, last } = (await read({ wait_seconds: 30, limit: 2 })).value
      expect(batch).toEqual({
        id,
        name: 'Opera houses',
        state: 'finished',
        row_counts: { total: 4, headings: 0, blank: 0 },
        line_counts: expect.objectContaining({ total: 4, found: 3, to_check: 1, waiting: 0, duplicates: 1 }),
        audit: expect.objectContaining({ fine: 0, duplicate: 1, not_checked: 4 }),
      })
      expect(results).toHaveLength(2)
      expect(last).toBe(false)
      expect(results[0]).toMatchObject({ row: 1, cid, place_id: operaHouse })
      const rest = (await read({ after: 2, fields: ['cid', 'input'] })).value
      expect(rest.results).toEqual([
        { row: 3, duplicate_of: 1, findings: ['duplicate'], cid, input: operaHouse },
        { row: 4, input: 'https://example.com', problem: { code: 'unsupported_link', detail: expect.any(String) } },
      ])
      expect((await read({ state: 'to_check', q: 'EXAMPLE' })).value).toMatchObject({
        results: [{ row: 4 }],
        after: 4,
        last: true,
      })
      const again = await agent.call('create_batch', { repeat: id, details: 'checked' })
      const repeated = await agent.call('get_batch', { id: again.value.id, wait_seconds: 30, finding: 'duplicate' })
      expect(repeated.value).toMatchObject({
        batch: {
          name: 'Opera houses',
          audit: { duplicate: 1, not_checked: 2, previous: { batch_id: id, resolved: { not_checked: 2 } } },
        },
        results: [{ row: 3, findings: ['duplicate'] }],
      })
      expect(await remaining(url, key)).toBe(994)
    })

    test('list the events of one watchlist or of all the account’s watchlists', async () => {
      const key = await newKey(url)
      const agent = await connect(line, url, { 'x-api-key': key })
      const read = (input = {}) => agent.call('list_watch_events', input)
      expect((await read()).value).toEqual({ watchlists: [] })
      const headers = { 'x-api-key': key, 'content-type': 'application/json' }
      const send = async (method: string, path: string, body: object) =>
        (await fetch(`${url}/api/watchlists${path}`, { method, headers, body: JSON.stringify(body) })).json()
      const [first, second] = [await send('POST', '', { name: 'First' }), await send('POST', '', { name: 'Second' })]
      await send('POST', `/${first.id}/listings`, {
        listings: [{ url: 'https://example.com/1', name: 'Café Anna', reference: 'one' }, 'https://example.com/2'],
      })
      const { watchlists } = (await read()).value
      expect(watchlists).toEqual([
        expect.objectContaining({ id: second.id, name: 'Second', state: 'active', events: [], last: true }),
        expect.objectContaining({ id: first.id, last: true }),
      ])
      expect(watchlists[1].listing_counts).toMatchObject({ total: 2, unreadable: 2 })
      const events = watchlists[1].events as Array<{ id: string; text: string }>
      expect(
        events.find(({ text }) => text === 'https://example.com/1'),
        'without what is unknown',
      ).toEqual({
        id: expect.any(String),
        type: 'unreadable',
        occurred_at: expect.any(String),
        name: 'Café Anna',
        reference: 'one',
        text: 'https://example.com/1',
        detail: expect.stringMatching(/^example\.com is not/),
      })
      const later = await read({ watchlist: 'First', after: events[0]?.id, days: 90 })
      expect(later.value.watchlists.map((one: { events: unknown[] }) => one.events)).toEqual([[events[1]]])
      expect((await read({ watchlist: second.id })).value.watchlists).toHaveLength(1)
      expect(await read({ watchlist: 'Third' })).toMatchObject({ isError: true, text: { code: 'watchlist_not_found' } })
      expect(await remaining(url, key), 'which is free').toBe(1_000)
    })

    test('create a watchlist from listings and a batch, and add listings to it', async () => {
      const key = await newKey(url)
      const agent = await connect(line, url, { 'x-api-key': key })
      const batch = await agent.call('create_batch', { lines: ['cid:0xABC', 'no link'], details: 'none' })
      await agent.call('get_batch', { id: batch.value.id, wait_seconds: 30 })
      const listings = [{ url: operaHouse, name: 'Opera', reference: 'one' }, { url: 'https://example.com' }]
      const created = await agent.call('create_watchlist', { name: 'Houses', listings, batch_id: batch.value.id })
      expect(created.isError).toBe(false)
      const { id } = created.value
      expect(created.value).toMatchObject({
        name: 'Houses',
        state: 'active',
        created_count: 2,
        existing_count: 0,
        unreadable_listings: [{ index: 1, detail: expect.stringMatching(/^example\.com is not/) }],
        full: false,
      })
      const more = { watchlist_id: id, listings: [{ url: `cid:${cid}`, name: 'Opera House' }, 'cid:0xDEF'] }
      const added = await agent.call('create_watchlist', more)
      expect(added.value).toMatchObject({ id, created_count: 1, existing_count: 1, unreadable_listings: [] })
      const headers = { 'x-api-key': key }
      const watched = async () =>
        (await (await fetch(`${url}/api/watchlists/${id}/listings`, { headers })).json()).listings
      // The batch's listings are added in the background.
      await expect.poll(async () => (await watched()).length, { timeout: 20_000 }).toBe(4)
      const labels = (await watched()).map((one: { id: string; name: string; reference: string }) => [
        ...[one.id, one.name, one.reference],
      ])
      expect(labels).toContainEqual([cid, 'Opera House', 'one'])
      expect(labels).toContainEqual(['2748', null, null])
      expect(await remaining(url, key), 'of 1,000, because only the batch counts').toBe(999)
    })

    test('get advice if their input is invalid, and invalid calls are not counted', async () => {
      const key = await newKey(url)
      const agent = await connect(line, url, { 'x-api-key': key })
      const unknown = await agent.call('resolve_listing', { url: 'https://example.com' })
      expect(unknown).toMatchObject({
        isError: true,
        text: { code: 'unsupported_link', detail: expect.stringMatching(/Paste/) },
      })
      expect((await agent.call('convert_cid', { cid: operaHouse })).text.detail).toMatch(/Use resolve_listing to get/)
      for (const [tool, input, message] of [
        ['resolve_listing', { link: operaHouse }, /Send a link, place id, or CID as a string/],
        ['convert_cid', { cid: 123 }, /Send the CID as a string; numbers lose digits/],
        ['resolve_listing', { url: 123 }, /Send the CID as a string; numbers lose digits/],
        ['resolve_listings', { links: ['1', 123] }, /links\/1: Send the CID as a string; numbers lose digits/],
        ['search_listings', { name: 'Space Needle' }, /Send names as a list of 1 to 20 business names/],
        ['search_listings', { names: Array(21).fill('x') }, /Send names as a list of 1 to 20/],
        ['search_listings', { names: ['x'], country: 'Atlantis' }, /country: Send a country as two letters/],
        ['search_listings', { names: [operaHouse] }, /Use resolve_listing to look it up/],
        ['create_watchlist', {}, /Send either name, for a new watchlist, or watchlist_id/],
        ['create_watchlist', { name: 'x', watchlist_id: 'watch_7hTz1qLw9XbN3cRk' }, /Send either name/],
        ['create_watchlist', { watchlist_id: 'watch_7hTz1qLw9XbN3cRk', listings: ['1'] }, /has no such watchlist/],
        ['create_watchlist', { name: 'x', listings: [{ cid: '1' }] }, /listings\/0: Send a link, place id, or CID/],
        ['create_watchlist', { name: 'x', batch_id: 'batch_4fQ0zL2mXb7K9aRt' }, /has no such batch|no batch/],
        ['resolve_listings', { links: [] }, /Send links as a list of 1 to 100/],
        ['resolve_listings', { links: Array(101).fill('1') }, /Send links as a list of 1 to 100/],
        [
          'resolve_listing',
          { url: cid, fields: ['name'] },
          /Send fields as a list of these: title, title_language, address/,
        ],
        ['get_batch', { id: 'batch_4fQ0zL2mXb7K9aRt', wait_seconds: 31 }, /a whole number from 0 to 30/],
        ['create_batch', { lines: [123] }, /lines\/0: Send the CID as a string; numbers lose digits/],
        ['create_batch', { lines: ['1'], name: 'x'.repeat(101) }, /A name can have at most 100 characters/],
        ['create_batch', { lines: [] }, /Send lines as a list of 1 to 5,000 strings/],
        ['create_batch', {}, /Send either lines or repeat/],
        ['create_batch', { repeat: 'batch_4fQ0zL2mXb7K9aRt', name: 'X' }, /send only details and language/],
        ['get_batch', { id: 'batch_4fQ0zL2mXb7K9aRt', finding: 'open' }, /Send finding as one of fine, any, moved/],
      ] as const) {
        const answer = await agent.call(tool, input).catch((error: Error) => ({ isError: true, text: error.message }))
        expect(answer.isError).toBe(true)
        expect(JSON.stringify(answer.text)).toMatch(message)
        expect(JSON.stringify(answer.text)).not.toMatch(ofOperations)
      }
      expect((await agent.call('list_watch_events', {})).value, 'nothing was created').toEqual({ watchlists: [] })
      expect(await remaining(url, key)).toBe(1_000)
    })
  })

  test('search for several names in one call, each with its own listings or problem, and each search counts', async () => {
    const key = await newKey(url)
    const agent = await connect('2026-07-28', url, { 'x-api-key': key })
    const names = ['Sagrada Familia', operaHouse, 'no such business', 'British Museum', 'cid:1']
    const { value, isError, meta } = await agent.call('search_listings', { names, limit: 1, fields: ['title'] })
    expect(isError).toBe(false)
    const detail = 'This is a link or an identifier, not a name. Use resolve_listing to look it up.'
    expect(value.results).toEqual([
      { name: names[0], listings: [{ title: expect.stringContaining('Sagrada') }], total: expect.any(Number) },
      { name: names[1], problem: { code: 'invalid_request', detail } },
      { name: names[2], listings: [], total: 0 },
      { name: names[3], listings: [{ title: 'British Museum' }], total: 1 },
      { name: names[4], problem: { code: 'invalid_request' } },
    ])
    expect(meta?.quota).toMatchObject({ remaining: 997 })
  })

  test('look up several listings in one call, and each found listing counts as a call', async () => {
    const key = await newKey(url)
    const agent = await connect('2026-07-28', url, { 'x-api-key': key })
    const links = [operaHouse, 'https://example.com', `https://maps.google.com/?cid=${cid}`, 'https://example.com', '']
    const { value, isError, meta } = await agent.call('resolve_listings', { links, fields: ['cid', 'rating'] })
    expect(isError).toBe(false)
    expect(value.results).toEqual([
      { line: 1, cid },
      { line: 2, problem: { code: 'unsupported_link', detail: expect.stringMatching(/^example.com is not/) } },
      { line: 3, cid },
      { line: 4, problem: { code: 'unsupported_link' } },
      { line: 5, problem: { code: 'invalid_request', detail: 'This field is empty. Send a link or a place id.' } },
    ])
    expect(meta?.quota).toMatchObject({ remaining: 998 })
    expect(await remaining(url, key)).toBe(998)
  })

  test('look up several listings as a visitor, up to the free quota', async () => {
    const agent = await connect('2026-07-28', url, visitor())
    const links = Array.from({ length: 7 }, (_, index) => `cid:${index + 10}`)
    const query = { links, details: 'none', fields: ['cid'] }
    const { results } = (await agent.call('resolve_listings', query)).value
    expect(results.slice(0, 5)).toEqual(links.slice(0, 5).map((_, at) => ({ line: at + 1, cid: `${at + 10}` })))
    expect(results.slice(5)).toMatchObject([
      {
        line: 6,
        problem: { code: 'free_quota_exhausted', detail: expect.stringMatching(/^You have used all your free/) },
      },
      { line: 7, problem: { code: 'free_quota_exhausted' } },
    ])
    const refused = await agent.call('resolve_listings', query)
    expect(refused).toMatchObject({ isError: true, text: { code: 'free_quota_exhausted' } })
    expect(refused.meta?.quota).toMatchObject({ limit: 5, remaining: 0 })
  })

  test('get a tool error when the free quota is used up, and can still list the tools', async () => {
    const agent = await connect('2026-07-28', url, visitor())
    const calls = await Promise.all(
      Array.from({ length: 7 }, (_, index) => agent.call('convert_cid', { cid: `${index}` })),
    )
    expect(calls.filter(({ isError }) => !isError)).toHaveLength(5)
    const refused = calls.find(({ isError }) => isError)
    expect(refused?.text).toMatchObject({ code: 'free_quota_exhausted', retry_after: expect.any(Number) })
    expect((await agent.tools()).length, 'which is free').toBe(8)
    const batch = await agent.call('create_batch', { lines: [operaHouse] })
    expect(batch).toMatchObject({ isError: true, text: { code: 'not_signed_in' } })
    expect(batch.text.detail).toBe(
      'This requires an API key. Ask the user to create one at https://pinref.example/keys and add it to this connection.',
    )
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

  test('a malformed key gets 401 for any request, and an unknown key gets 401 for a tool call', async () => {
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
    const { createKeyText } = await import('@/server/metering/access/api-key')
    const stranger = await post({ 'x-api-key': createKeyText('0'.repeat(16)) }, call)
    expect(stranger.status).toBe(401)
    expect((await stranger.json()).code).toBe('invalid_api_key')
  })

  test('a page on another site is rejected, but our own page is not', async () => {
    const foreign = await post({ origin: 'https://evil.example' })
    expect([foreign.status, (await foreign.json()).code]).toEqual([403, 'cross_site'])
    for (const origin of ['null', 'http://127.0.0.1:9', `http://evil.example:${new URL(url).port}`]) {
      expect((await post({ origin })).status).toBe(403)
    }
    expect((await post({ origin: 'https://pinref.example' })).status).toBe(200)
    expect((await post({ origin: new URL(url).origin })).status).toBe(200)
  })

  test('get at most a megabyte of results for many get_batch calls', async () => {
    const key = await newKey(url)
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const lines = Array.from({ length: 100 }, (_, line) => `${line}${'x'.repeat(2_000)}`)
    const body = JSON.stringify(lines)
    const made = await fetch(`${url}/api/batches?details=none`, { method: 'POST', headers, body })
    const { id } = await made.json()
    const state = async () => (await (await fetch(`${url}/api/batches/${id}`, { headers })).json()).state
    await expect.poll(state, { timeout: 20_000 }).toBe('finished')
    const calls = Array.from({ length: 10 }, (_, index) => ({
      jsonrpc: '2.0',
      id: index,
      method: 'tools/call',
      params: { name: 'get_batch', arguments: { id, limit: 100, fields: ['input'] } },
    }))
    const text = await (await post(headers, calls)).text()
    // Two copies of the text; the copy inside JSON has escaped quotation marks.
    expect(text.length).toBeLessThan(1.5 * 1024 * 1024)
    expect(text).toContain('"isError":true')
    expect(text).toContain('Set a lower limit, or send fewer links or names.')
    expect(text).toContain('"structuredContent"')
  })

  test('have at most 100 links in total, and further links are not counted', async () => {
    const key = await newKey(url)
    const calls = [1, 2].map((id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'resolve_listings', arguments: { links: Array(60).fill(operaHouse), details: 'none' } },
    }))
    const text = await (await post({ 'x-api-key': key }, calls)).text()
    expect(text).toContain('Send at most 100 links or names across all calls in a request.')
    expect(await remaining(url, key)).toBe(940)
  })

  test('GET and DELETE, which would open and close a session, get 405', async () => {
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
  ])('%s gets a JSON-RPC error', async (_, body, status) => {
    const answer = await post({}, body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ jsonrpc: '2.0', error: { message: expect.any(String) } })
  })
})
