import { beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { newKey } from '../samples/docs-shown'
import { freePort } from '../support/free-port'
import { problem, startScriptedServer } from '../support/scripted-server'
import { loadPackage } from './installed'

const { Pinref, PinrefError } = await loadPackage()
const bigBen = 'ChIJ2dGMjMMEdkgRqVqkuXQkj7c'

/** Returns all values of an iterator. */
async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const value of values) found.push(value)
  return found
}

describe('the client', () => {
  test('retries temporary failures and waits as long as Retry-After says', async () => {
    const unavailable = { status: 500, body: problem(500, 'upstream_unavailable') }
    const busy = { status: 429, body: problem(429, 'too_many_requests'), headers: { 'retry-after': '2' } }
    await using server = await startScriptedServer(
      unavailable,
      busy,
      null,
      { status: 502, body: '<html>' },
      { status: 200, body: { title: 'T' } },
    )
    const started = performance.now()
    expect(await new Pinref({ baseUrl: server.url }).resolve('x')).toEqual({ title: 'T' })
    expect(server.requests).toHaveLength(5)
    // The pauses are 0.5 s, then 2 s (requested by the response) instead of 1 s, then 2 s and 4 s.
    expect(performance.now() - started).toBeGreaterThan(8_400)
  })

  test.each([
    [429, 'monthly_quota_exhausted', { 'retry-after': '3600' }],
    [429, 'free_quota_exhausted', {}],
    [429, 'too_many_requests', { 'retry-after': '61' }],
    [400, 'unsupported_link', {}],
    [401, 'invalid_api_key', {}],
    [404, 'listing_not_found', {}],
  ])('does not retry a %i %s', async (status, code, headers) => {
    await using server = await startScriptedServer({ status, body: problem(status, code), headers })
    const error = await new Pinref({ baseUrl: server.url }).resolve('x').catch((thrown) => thrown)
    expect(error).toBeInstanceOf(PinrefError)
    expect(error).toMatchObject({ code, status, message: `Why: ${code}.`, requestId: 'r-1' })
    expect(error.retryAfterSeconds).toBe('retry-after' in headers ? Number(headers['retry-after']) : null)
    expect(server.requests).toHaveLength(1)
  })

  test('retries at most maxRetries times', async () => {
    await using server = await startScriptedServer({ status: 500, body: problem(500, 'internal_error') })
    await expect(new Pinref({ baseUrl: server.url, maxRetries: 1 }).convert('1')).rejects.toThrow(
      'Why: internal_error.',
    )
    expect(server.requests).toHaveLength(2)
  })

  test('resends only batch lines that may still succeed', async () => {
    const found = (title: string) => ({ operation: 'resolve', ok: true, status: 200, result: { title } })
    const failed = (status: number, code: string) => {
      return { operation: 'resolve', ok: false, status, problem: problem(status, code) }
    }
    await using server = await startScriptedServer(
      {
        status: 200,
        body: { results: [found('A'), failed(500, 'upstream_unavailable'), failed(400, 'unsupported_link')] },
      },
      { status: 200, body: { results: [found('B')] } },
    )
    const answers = await all(new Pinref({ baseUrl: server.url }).resolveAll(['a', 'b', 'c'], { details: 'none' }))
    expect(answers.map(({ input, listing, error }) => [input, listing?.title ?? error?.code])).toEqual([
      ['a', 'A'],
      ['b', 'B'],
      ['c', 'unsupported_link'],
    ])
    expect(server.requests.map(({ body }) => JSON.parse(body).items.map(({ url }: { url: string }) => url))).toEqual([
      ['a', 'b', 'c'],
      ['b'],
    ])
  })
})

describe('an abort signal', () => {
  test('ends a call in flight, and the wait before a retry', async () => {
    for (const reply of [
      'silence',
      { status: 500, body: problem(500, 'internal_error'), headers: { 'retry-after': '50' } },
    ] as const) {
      await using server = await startScriptedServer(reply)
      const stop = new AbortController()
      const pending = new Pinref({ baseUrl: server.url }).resolve('x', { signal: stop.signal })
      setTimeout(() => stop.abort(new Error('enough')), 100)
      await expect(pending).rejects.toThrow('enough')
    }
  })

  test('prevents the request if it is already aborted', async () => {
    await using server = await startScriptedServer({ status: 200, body: {} })
    await expect(new Pinref({ baseUrl: server.url }).resolve('x', { signal: AbortSignal.abort() })).rejects.toThrow(
      /abort/i,
    )
    expect(server.requests).toEqual([])
  })
})

describe('the client without a response from Pinref', () => {
  test('throws an error whose code shows the cause', async () => {
    const options = { maxRetries: 0 }
    const nobody = `http://127.0.0.1:${await freePort()}`
    await expect(new Pinref({ ...options, baseUrl: nobody }).convert('1')).rejects.toMatchObject({
      code: 'unreachable',
      status: null,
      message: `${nobody} could not be reached. Check the address and your network.`,
    })
    await using silent = await startScriptedServer('silence')
    await expect(new Pinref({ ...options, baseUrl: silent.url, timeoutMs: 100 }).convert('1')).rejects.toMatchObject({
      code: 'timed_out',
      message: `${silent.url} did not respond within 0.1 seconds.`,
    })
    await using other = await startScriptedServer({ status: 200, body: '<html>' })
    await expect(new Pinref({ ...options, baseUrl: other.url }).convert('1')).rejects.toMatchObject({
      code: 'unexpected_answer',
      status: 200,
    })
    expect(() => new Pinref({ baseUrl: 'pinref.example' })).toThrow(TypeError)
  })

  test('does not send the API key to a redirect target', async () => {
    await using other = await startScriptedServer({ status: 200, body: { name: 'X' } })
    await using server = await startScriptedServer({
      status: 307,
      body: '',
      headers: { location: `${other.url}/api/key` },
    })
    await new Pinref({ baseUrl: server.url, apiKey: 'pr_live_secret' }).key()
    expect(server.requests[0]?.headers.authorization).toBe('Bearer pr_live_secret')
    expect(JSON.stringify(other.requests[0]?.headers)).not.toContain('secret')
  })
})

describe('watchlists', () => {
  const added = (body: object) => ({
    status: 200,
    body: { created_count: 1, existing_count: 0, unreadable_listings: [], full: false, ...body },
  })

  test('more than 10,000 listings are added in parts, and unreadable ones are indexed in the whole list', async () => {
    const unreadable_listings = [{ index: 2, detail: 'x' }]
    await using server = await startScriptedServer(
      added({ unreadable_listings }),
      added({ unreadable_listings, full: true }),
    )
    const listings = Array.from({ length: 10_003 }, (_, index) => String(index + 1))
    const result = await new Pinref({ baseUrl: server.url }).watchlists.createListings('watch_1', listings)
    expect(server.requests.map(({ body }) => JSON.parse(body).listings.length)).toEqual([10_000, 3])
    expect(result).toMatchObject({
      created_count: 2,
      full: true,
      unreadable_listings: [{ index: 2 }, { index: 10_002 }],
    })
  })

  test('with `pollMs`, later events follow, each only once', async () => {
    const page = (ids: string[], next: string | null) => ({
      status: 200,
      body: { events: ids.map((id) => ({ id })), next },
    })
    await using server = await startScriptedServer(
      ...[page(['1-0', '2-0'], '2-0'), page(['3-0'], null), page([], null), page(['4-0'], null)],
    )
    const seen: string[] = []
    for await (const { id } of new Pinref({ baseUrl: server.url }).watchlists.listEvents('watch_1', { pollMs: 1 })) {
      seen.push(id)
      if (id === '4-0') break
    }
    expect(seen).toEqual(['1-0', '2-0', '3-0', '4-0'])
    expect(server.requests.map(({ path }) => path.split('?')[1] ?? '')).toEqual([
      '',
      'after=2-0',
      'after=3-0',
      'after=3-0',
    ])
  })
})

describe('against the production build', () => {
  const docsUrl = inject('docsUrl')
  let pinref: InstanceType<typeof Pinref>
  let apiKey: string

  beforeAll(async () => {
    apiKey = await newKey(docsUrl)
    pinref = new Pinref({ baseUrl: `${docsUrl}/`, apiKey })
  })

  test('the client’s operations return their results, and a wrong key causes an error', async () => {
    expect(await pinref.resolve(bigBen)).toMatchObject({
      title: 'Big Ben',
      place_id: bigBen,
      rate_limit: { authenticated: true },
    })
    expect(await pinref.resolve(bigBen, { details: 'none' })).toMatchObject({
      title: null,
      listing_status: 'unchecked',
    })
    expect((await pinref.search('british museum', { country: 'GB' })).results[0]?.title).toBe('British Museum')
    expect(await pinref.convert('0x10')).toMatchObject({ cid_decimal: '16' })
    const [found, converted, refused] = await pinref.batch([
      { operation: 'resolve', url: bigBen },
      { operation: 'convert', cid: '7' },
      { operation: 'convert', cid: '-1' },
    ])
    expect([found.result?.title, converted.result?.hex_cid, refused.error?.code]).toEqual([
      'Big Ben',
      '0x7',
      'invalid_cid',
    ])
    expect([found, converted, refused].map(({ operation, ok }) => [operation, ok])).toEqual([
      ['resolve', true],
      ['convert', true],
      ['convert', false],
    ])
    expect(await pinref.key()).toMatchObject({ name: 'Docs' })
    expect(await pinref.usage()).toMatchObject({ plan: 'starter' })
    await expect(new Pinref({ baseUrl: docsUrl, apiKey: 'pr_live_x' }).convert('1')).rejects.toMatchObject({
      code: 'invalid_api_key',
      status: 401,
    })
  })

  test('250 links are looked up in three calls, with results in order', async () => {
    const cids = Array.from({ length: 250 }, (_, index) => `${9_000_000_000_000_000_001n + BigInt(index)}`)
    const links = cids.map((cid) => `https://maps.google.com/?cid=${cid}`)
    let calls = 0
    const counting: typeof fetch = (...args) => {
      calls += 1
      return fetch(...args)
    }
    const own = new Pinref({ baseUrl: docsUrl, apiKey: await newKey(docsUrl, 'many@example.com'), fetch: counting })
    const answers = await all(own.resolveAll(links, { details: 'none' }))
    expect(answers.map(({ listing }) => listing?.cid)).toEqual(cids)
    expect(calls).toBe(3)
  })

  test('a batch runs in the background, returns its lines in order, and can be removed', async () => {
    const lines = [bigBen, { url: 'https://example.com', shop: 'None' }, bigBen]
    const { id } = await pinref.batches.run(lines, { name: 'Shops', details: 'none' })
    const rows = await all(pinref.batches.listResults(id))
    expect(rows.map(({ row, state, input, duplicate_of }) => [row, state, input, duplicate_of])).toEqual([
      [1, 'found', bigBen, null],
      [2, 'unreadable', lines[1], null],
      [3, 'found', bigBen, 1],
    ])
    expect(await pinref.batches.get(id)).toMatchObject({
      name: 'Shops',
      state: 'finished',
      line_counts: { total: 3, found: 2 },
    })
    expect(await pinref.batches.update(id, { name: 'Shops, old' })).toMatchObject({ id, name: 'Shops, old' })
    expect(await pinref.batches.update(id, { name: null })).toMatchObject({ name: null })
    const toCheck = await all(
      pinref.batches.listResults(id, { state: 'to_check', code: 'unsupported_link', q: 'EXAMPLE' }),
    )
    expect([toCheck.map(({ row }) => row), await all(pinref.batches.listResults(id, { q: 'nowhere' }))]).toEqual([
      [2],
      [],
    ])
    const { created_at } = await pinref.batches.get(id)
    expect((await pinref.batches.list()).map((batch) => batch.id)).toContain(id)
    await pinref.batches.update(id, { name: 'Unique name' })
    expect(await pinref.batches.list({ state: 'finished', q: 'unique' })).toMatchObject([{ id }])
    expect(await pinref.batches.list({ created_after: created_at, q: 'unique' })).toEqual([])
    const again = { name: 'Alone', idempotencyKey: 'once' } as const
    expect(await pinref.batches.create(again)).toMatchObject({
      name: 'Alone',
      state: 'receiving',
      line_counts: { total: 0 },
    })
    expect((await pinref.batches.create(again)).id).toBe((await pinref.batches.create(again)).id)
    expect(await pinref.batches.delete(id)).toEqual({ id, deleted: true })
  })

  test('a batch that is repeated has the same rows and name, and counts what has changed', async () => {
    const lines = [bigBen, 'https://example.com', bigBen]
    const { id } = await pinref.batches.run(lines, { name: 'Shops', details: 'none' })
    await all(pinref.batches.listResults(id))
    const options = { details: 'checked', idempotencyKey: `again-${id}` } as const
    const again = await pinref.batches.repeat(id, options)
    expect((await pinref.batches.repeat(id, options)).id).toBe(again.id)
    expect(await all(pinref.batches.listResults(again.id, { finding: 'duplicate' }))).toMatchObject([
      { row: 3, input: bigBen, findings: ['duplicate'], previous_findings: null },
    ])
    expect(await pinref.batches.get(again.id)).toMatchObject({
      name: 'Shops',
      audit: {
        fine: 1,
        duplicate: 1,
        not_checked: 1,
        previous: { batch_id: id, appeared: { duplicate: 0 }, resolved: { not_checked: 2 } },
      },
    })
  })

  test('a batch’s results are files, which are fetched again after a failure', async () => {
    const { id } = await pinref.batches.run([bigBen, '=1+1'], { details: 'none' })
    await all(pinref.batches.listResults(id))
    let failures = 0
    const failing: typeof fetch = (...args) => {
      const problem = { code: 'store_unavailable', detail: 'Later.', status: 500 }
      return failures++ < 1 ? Promise.resolve(Response.json(problem, { status: 500 })) : fetch(...args)
    }
    const { batches } = new Pinref({ baseUrl: docsUrl, apiKey, fetch: failing })
    const csv = await batches.getResultsCsv(id)
    expect([failures, csv.headers.get('content-type')]).toEqual([2, 'text/csv; charset=utf-8'])
    expect((await csv.text()).split('\r\n').map((line) => line.split(',').at(0))).toEqual(['input', bigBen, '=1+1', ''])
    const jsonl = await batches.getResultsJsonl(id, { state: 'found' })
    expect(JSON.parse(await jsonl.text())).toMatchObject({ row: 1, listing: { place_id: bigBen } })
    const sheet = await batches.getResultsCsv(id, { format: 'spreadsheet', after: 1 })
    expect(await sheet.text()).toContain("'=1+1")
    await expect(batches.getResultsCsv('batch_0')).rejects.toMatchObject({ code: 'batch_not_found', status: 404 })
    expect((await batches.getResults(id, { limit: 1 })).next).toBe('1')
  })

  test('a batch takes a CSV, and options for its columns', async () => {
    const csv = `Branches\n\nShop,Town,Old link,Link\nBig Ben,London,x,${bigBen}\n`
    const columns = { column: 'Link', address_column: ['Town', 'Old link'] }
    const { id } = await pinref.batches.run({ csv }, { details: 'none', ...columns })
    const rows = await all(pinref.batches.listResults(id))
    expect(rows.map(({ row, reason, listing }) => [row, reason ?? listing?.place_id])).toEqual([
      [1, 'title'],
      [2, 'blank'],
      [3, 'heading'],
      [4, bigBen],
    ])
    expect(await pinref.batches.get(id)).toMatchObject({
      heading_row: 3,
      column: 'Link',
      name_column: 'Shop',
      address_column: ['Town', 'Old link'],
      fallback: 'none',
      row_counts: { total: 4, headings: 2, blank: 1 },
      line_counts: { total: 1, found: 1 },
    })
  })

  test('a watchlist takes listings with names and references, returns their states and events, and can be removed', async () => {
    const own = new Pinref({ baseUrl: docsUrl, apiKey: await newKey(docsUrl, 'watch@example.com') })
    const settings = { name: 'Landmarks', period: 'monthly' } as const
    const { id } = await own.watchlists.create(settings, { idempotencyKey: 'once' })
    expect(await own.watchlists.create(settings, { idempotencyKey: 'once' })).toMatchObject({ id, period: 'monthly' })
    const listings = [{ url: bigBen, name: 'Big Ben', reference: 'london' }, 'https://example.com']
    expect(await own.watchlists.createListings(id, listings)).toEqual({
      created_count: 2,
      existing_count: 0,
      full: false,
      watchlist_id: id,
      unreadable_listings: [{ index: 1, detail: expect.stringMatching(/^example\.com is not a Google Maps address/) }],
    })
    await vi.waitFor(
      async () =>
        expect(await all(own.watchlists.listListings(id, { state: 'listed' }))).toMatchObject([
          { id: '13226830714359798441', name: 'Big Ben', reference: 'london', listing: { place_id: bigBen } },
        ]),
      { timeout: 20_000 },
    )
    const events = await all(own.watchlists.listEvents(id))
    expect(events).toMatchObject([{ type: 'listing.unreadable', text: 'https://example.com', listing: null }])
    expect(await all(own.watchlists.listEvents(id, { after: events[0]?.id }))).toEqual([])
    expect(await own.watchlists.deleteListings(id, ['13226830714359798441', '1'])).toEqual({
      deleted_count: 1,
      watchlist_id: id,
    })
    expect(await own.watchlists.update(id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' })
    expect(await own.watchlists.pause(id)).toMatchObject({ state: 'paused' })
    expect(await own.watchlists.resume(id)).toMatchObject({
      state: 'active',
      listing_counts: { total: 1, unreadable: 1 },
    })
    expect((await own.watchlists.list()).map((one) => one.id)).toEqual([id])
    expect(await own.watchlists.delete(id)).toEqual({ id, deleted: true })
  })

  test('a second check on the same day is rejected immediately, with the time to wait', async () => {
    const { id } = await pinref.watchlists.create({ name: 'Checked' })
    expect((await pinref.watchlists.check(id)).next_check_allowed_at).toMatch(/Z$/)
    let waits = 0
    const patient = new Pinref({ baseUrl: docsUrl, apiKey, onRateLimit: () => (waits += 1) })
    const refused = await patient.watchlists.check(id).catch((error) => error)
    expect(refused).toMatchObject({ code: 'too_many_requests', message: expect.stringMatching(/once a day/) })
    expect(refused.retryAfterSeconds).toBeGreaterThan(86_000)
    expect(waits).toBe(0)
  })

  test('a key that manages keys creates, reads, changes, and deletes other keys', async () => {
    const own = new Pinref({ baseUrl: docsUrl, apiKey: await newKey(docsUrl, 'keys@example.com', ['convert', 'keys']) })
    const { key, ...made } = await own.keys.create({ name: 'Customer', monthly_limit: 5, daily_limit: 4 })
    expect(made).toMatchObject({ operations: ['convert'], monthly_limit: 5, daily_limit: 4, daily_remaining: 4 })
    expect(await new Pinref({ baseUrl: docsUrl, apiKey: key }).convert('7')).toMatchObject({ hex_cid: '0x7' })
    const again = { idempotencyKey: 'once' }
    const first = await own.keys.create({ name: 'Once' }, again)
    expect(await own.keys.create({ name: 'Once' }, again)).toMatchObject({ id: first.id })
    expect((await own.keys.list()).map(({ name }) => name).sort()).toEqual(['Customer', 'Docs', 'Once'])
    expect(await own.keys.update(made.id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed', monthly_limit: 5 })
    expect(await own.keys.get(made.id)).toMatchObject({ name: 'Renamed', calls_this_month: 1 })
    expect(await own.keys.delete(made.id)).toEqual({ id: made.id, deleted: true })
    await expect(own.keys.create({ name: 'Wide', operations: ['search'] })).rejects.toMatchObject({
      code: 'operation_not_allowed',
      errors: [{ pointer: '/operations' }],
    })
  })
})
