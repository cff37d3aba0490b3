import { describe, expect, test } from 'vitest'
import type { KeyOptions } from '@/server/metering/access/key-store'
import { Person } from '../support/person'
import { connect } from './agents'
import { call, hosts, newVisitor } from './call'
import { callWithKey } from './with-key'

/** Signs someone up. */
async function owner(url: string): Promise<Person> {
  const person = new Person(url, `limits.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  return person
}

/** Makes a new account with a key. */
async function keyWith(url: string, options: KeyOptions) {
  const person = await owner(url)
  const made: { key: string; id: string } = await person.procedure('keys.create', { name: 'Backend', ...options })
  return { person, ...made }
}

const read = (url: string, what: string, key?: string, more: Record<string, string> = {}) =>
  call(url, what, undefined, { method: 'GET', headers: { ...(key && { 'x-api-key': key }), ...more } })

describe.each(hosts)('a key with its own limits, on the $host', ({ url }) => {
  test('can call only its operations, and a rejected call is not counted', async () => {
    const { key } = await keyWith(url, { operations: ['convert'] })
    expect((await callWithKey(url, key)).status).toBe(200)
    const refused = await callWithKey(url, key, 'search', { name: 'Space Needle' })
    expect(refused).toMatchObject({ status: 403, body: { code: 'operation_not_allowed' } })
    expect(refused.body.type).toMatch(/\/docs\/errors\/operation_not_allowed$/)
    expect((await callWithKey(url, key)).headers.get('x-ratelimit-remaining')).toBe('998')
  })

  test('tells an agent that a tool is forbidden', async () => {
    const { key } = await keyWith(url, { operations: ['convert'] })
    const agent = await connect('2026-07-28', url, { 'x-api-key': key })
    expect((await agent.call('convert_cid', { cid: '1' })).isError).toBe(false)
    for (const [tool, input] of [
      ['resolve_listing', { url: '1' }],
      ['resolve_listings', { links: ['1', '2'] }],
      ['create_batch', { lines: ['1'] }],
    ] as const) {
      const { isError, text } = await agent.call(tool, input)
      expect([isError, text.code]).toEqual([true, 'operation_not_allowed'])
      expect(text.detail).toBe(
        'This API key is not allowed to do this. Its owner can change that on the API keys page: https://pinref.example/keys',
      )
    }
  })

  test('works only from its addresses, even with a forged X-Forwarded-For', async () => {
    const visitor = newVisitor()
    const { key } = await keyWith(url, { addresses: [`${visitor}/32`] })
    const from = (address: string) =>
      call(url, 'convert', { cid: '1' }, { visitor: address, headers: { 'x-api-key': key } })
    expect((await from(visitor)).status).toBe(200)
    expect((await from(`9.9.9.9, ${visitor}`)).status).toBe(200)
    for (const address of [newVisitor(), `${visitor}, ${newVisitor()}`]) {
      expect(await from(address)).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } })
    }
  })

  test.each([
    ['monthly', { monthlyLimit: 1 }, /^"key";q=1;w=\d{7}$/],
    ['daily', { dailyLimit: 1 }, /^"key-daily";q=1;w=86400$/],
  ])('gets 429 when its own %s limit is used up, as its headers show', async (period, limits, policy) => {
    const { key } = await keyWith(url, limits)
    const first = await callWithKey(url, key)
    expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([200, '1'])
    const { status, headers, body } = await callWithKey(url, key)
    expect([status, body.code]).toEqual([429, 'key_quota_exhausted'])
    expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['1', '0'])
    expect(headers.get('ratelimit-policy')).toMatch(policy)
    expect(body.detail).toContain(`has reached its ${period} limit (1 of 1)`)
    const resetMs = Date.now() + 1_000 * body.retry_after
    expect(new Date(resetMs).getUTCHours()).toBe(0)
    expect(Math.abs(1_000 * Number(headers.get('x-ratelimit-reset')) - resetMs)).toBeLessThan(60_000)
  })

  test('can read its own limits and its account’s usage, and these calls are not counted', async () => {
    const { key, id } = await keyWith(url, {
      operations: ['convert', 'usage'],
      monthlyLimit: 7,
      dailyLimit: 9,
      burstLimit: 500,
    })
    await callWithKey(url, key)
    const own = await read(url, 'key', key)
    const facts = { name: 'Backend', prefix: key.slice(0, 28), test: false }
    expect(own.status).toBe(200)
    expect(own.body).toEqual({
      id,
      ...facts,
      operations: ['convert', 'usage'],
      monthly_limit: 7,
      daily_limit: 9,
      burst_limit: 500,
      addresses: null,
      client: null,
      created_at: expect.stringMatching(/Z$/),
      expires_at: null,
      parent_key_id: null,
      last_used_at: expect.stringMatching(/Z$/),
      calls_this_month: 1,
      monthly_remaining: 6,
      daily_remaining: 8,
    })
    const usage = await read(url, 'usage', key)
    const none = { succeeded: 0, failed: 0, rejected: 0 }
    expect(usage.status).toBe(200)
    expect(usage.body).toEqual({
      month: new Date().toISOString().slice(0, 7),
      plan: 'starter',
      limit: 1_000,
      used: 1,
      remaining: 999,
      resets_at: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00\.000Z$/),
      operation_counts: [
        { operation: 'resolve', ...none },
        { operation: 'search', ...none },
        { operation: 'convert', ...none, succeeded: 1 },
      ],
      key_counts: [{ key_id: id, ...facts, used: 1, limit: 7, remaining: 6, daily_limit: 9, daily_remaining: 8 }],
      other: 0,
      groups: null,
      storage: expect.objectContaining({ batch_count: 0, line_count: 0, byte_count: 0, max_batches: 100 }),
      watching: { watchlist_count: 0, max_watchlists: 20, listing_count: 0, max_listings: 100 },
    })
    expect(usage.headers.get('x-ratelimit-remaining')).toBe('6')
  })

  test('needs the usage operation to read the usage, but no operation to read its own limits', async () => {
    const { key } = await keyWith(url, { operations: ['usage'] })
    expect((await read(url, 'usage', key)).status).toBe(200)
    expect((await callWithKey(url, key)).body.code).toBe('operation_not_allowed')
    expect((await read(url, 'key', key)).body).toMatchObject({ operations: ['usage'], calls_this_month: 0 })
    const other = await keyWith(url, { operations: ['resolve'] })
    expect(await read(url, 'usage', other.key)).toMatchObject({ status: 403, body: { code: 'operation_not_allowed' } })
    expect((await read(url, 'key', other.key)).status).toBe(200)
  })

  test('is needed to read the usage or its own limits, and both routes return 405 for POST', async () => {
    for (const what of ['usage', 'key']) {
      expect(await read(url, what)).toMatchObject({ status: 401, body: { code: 'invalid_api_key' } })
      expect(await read(url, what, 'pr_live_whatever')).toMatchObject({ status: 401 })
      const post = await call(url, what, {}, { method: 'POST' })
      expect([post.status, post.body.code, post.headers.get('allow')]).toEqual([
        405,
        'method_not_allowed',
        'GET, HEAD, OPTIONS',
      ])
      const preflight = await fetch(`${url}/api/${what}`, { method: 'OPTIONS' })
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD')
    }
  })
})

describe.each(hosts)('a test key, on the $host', ({ url }) => {
  test('gets results from the sample and does not use up the plan, as its headers show', async () => {
    const { person, key } = await keyWith(url, { test: true })
    const live = await person.procedure('keys.create', { name: 'Live' })
    const answer = await callWithKey(url, key, 'resolve', { url: 'https://maps.google.com/?cid=7793879817120868320' })
    expect(answer).toMatchObject({ status: 200, body: { title: 'Googleplex', rate_limit: { limit: 'unlimited' } } })
    expect(answer.headers.get('x-api-key-type')).toBe('test')
    expect(answer.headers.get('ratelimit-policy')).toBe('"test";q=2147483647')
    const short = await callWithKey(url, key, 'resolve', { url: 'https://maps.app.goo.gl/notInTheSample1' })
    expect(short).toMatchObject({ status: 404, body: { code: 'listing_not_found' } })
    const { headers } = await callWithKey(url, live.key)
    expect([headers.get('x-ratelimit-remaining'), headers.get('x-api-key-type')]).toEqual(['999', null])
  })
})

const clearly = (text: string) => expect.stringContaining(text)

describe.each(hosts)('a key’s limits, on the $host', ({ url }) => {
  test('apply from the next call after a change, with a note if the plan’s limit is lower', async () => {
    const { person, key, id } = await keyWith(url, { operations: ['convert'] })
    expect((await callWithKey(url, key)).status).toBe(200)
    const set = (limits: object) => person.procedure('keys.setLimits', { id, ...limits })
    expect(await set({ operations: ['search'], monthlyLimit: 20 })).toEqual({ limitNote: null })
    expect((await callWithKey(url, key)).body.code).toBe('operation_not_allowed')
    expect(await set({ operations: null, monthlyLimit: 5_000 })).toEqual({
      limitNote: "The limit is above the plan's 1,000 calls a month, so the plan's limit applies.",
    })
    expect((await callWithKey(url, key)).headers.get('x-ratelimit-limit')).toBe('1000')
    expect(await set({ monthlyLimit: null, dailyLimit: 5_000 })).toEqual({
      limitNote: expect.stringContaining('above'),
    })
    expect(await set({ monthlyLimit: 5_000, dailyLimit: null })).toEqual({
      limitNote: expect.stringContaining('above'),
    })
    expect(await set({ addresses: ['192.0.2.77/24', '192.0.2.5/24', '2001:DB8::1'] })).toEqual({ limitNote: null })
    expect(await person.query('keys.list')).toMatchObject([
      { id, monthlyLimit: 5_000, operations: null, addresses: ['192.0.2.0/24', '2001:db8::1'], expires: null },
    ])
    expect(await set({ addresses: null })).toEqual({ limitNote: null })
    expect(await person.query('keys.list')).toMatchObject([{ addresses: null }])
    const { events } = await person.query('account.activity')
    expect(events[0]).toMatchObject({ kind: 'key-limited', keyId: id, name: 'Backend' })
    expect(await person.query('usage.current')).toMatchObject({
      used: 2,
      key_counts: [{ key_id: id, used: 2, limit: 5_000 }],
    })
  })

  test.each([
    ['no address at all', { addresses: [] }, '/addresses', 'at least one address'],
    [
      'a range that is none',
      { addresses: ['192.0.2.0/24', '10.0.0.0/33'] },
      '/addresses/1',
      'not an IP address or range',
    ],
    ['a host name', { addresses: ['example.com'] }, '/addresses/0', 'not an IP address or range'],
    ['21 addresses', { addresses: Array.from({ length: 21 }, (_, n) => `192.0.2.${n}`) }, '/addresses', 'at most 20'],
    ['an unknown operation', { operations: ['resolve', 'delete'] }, '/operations/1', 'Choose from resolve, search'],
    ['no operation at all', { operations: [] }, '/operations', 'at least one'],
    ['a limit of 0', { monthlyLimit: 0 }, '/monthlyLimit', '1 or more'],
    ['a daily limit of 0', { dailyLimit: 0 }, '/dailyLimit', '1 or more'],
    ['half a call', { burstLimit: 0.5 }, '/burstLimit', 'whole number'],
    ['an expiry in the past', { expires: 1_700_000_000 }, '/expires', 'in the past'],
    ['an expiry in milliseconds', { expires: 1_900_000_000_000 }, '/expires', 'not milliseconds'],
    ['a monthly limit of a test key', { test: true, monthlyLimit: 5 }, '/monthlyLimit', 'do not count'],
    ['a daily limit of a test key', { test: true, dailyLimit: 5 }, '/dailyLimit', 'do not count'],
  ])('are rejected with a pointer to the field if they are invalid: %s', async (_, limits, pointer, detail) => {
    const person = await owner(url)
    const { status, json } = await person.call('/trpc/keys.create', { name: 'Backend', ...limits })
    expect(status).toBe(400)
    const { problem } = json.error.data
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ pointer, detail: clearly(detail) }] })
    expect(await person.query('keys.list')).toEqual([])
  })
})
