import { describe, expect, test } from 'vitest'
import type { KeyOptions } from '@/server/metering/access/key-store'
import { Person } from '../support/person'
import { call, hosts, newVisitor } from './call'
import type { Answer } from './documented'
import { callWithKey } from './with-key'

const convert = (cid: unknown = '1') => ({ operation: 'convert', cid })
const operaHouse = { operation: 'resolve', url: 'ChIJ3S-JXmauEmsRUcIaWtf4MzE' }
const times = <Item>(count: number, item: Item): Item[] => Array.from({ length: count }, () => item)

interface Result {
  operation: string | null
  ok: boolean
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  result?: any
  problem?: { code: string; status: number; detail: string; request_id: string; errors?: Array<{ pointer: string }> }
}

/** Returns each item's outcome: its status, or its problem's code. */
const outcomes = ({ body }: Answer) => body.results.map(({ status, problem }: Result) => problem?.code ?? status)

async function newKey(url: string, options: KeyOptions = {}): Promise<string> {
  const person = new Person(url, `batch.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  return (await person.procedure('keys.create', { name: 'Batch', ...options })).key
}

describe.each(hosts)('a batch, on the $host', ({ url }) => {
  const batch = (key: string, items: unknown) => callWithKey(url, key, 'batch', { items })
  const remaining = ({ headers }: Answer) => headers.get('x-ratelimit-remaining')

  test('returns each item’s result in order, in its operation’s format, and counts only successful items', async () => {
    const key = await newKey(url)
    const items = [
      operaHouse,
      { operation: 'resolve', url: 'https://example.com' },
      { operation: 'search', name: 'sagrada familia', country: 'es' },
      convert('0xABC'),
      { operation: 'resolve', url: 'https://www.google.com/maps/@50.0860729,14.4135326,17z' },
      convert('-1'),
      { operation: 'resolve', url: operaHouse.url, details: 'none' },
      { operation: 'search', name: 'no such business' },
    ]
    const answer = await batch(key, items)
    expect(answer.status).toBe(200)
    const codes = [200, 'unsupported_link', 200, 200, 'no_listing_in_link', 'invalid_cid', 200, 200]
    expect(outcomes(answer)).toEqual(codes)
    expect(remaining(answer)).toBe('995')
    for (const [index, { operation, ...input }] of items.entries()) {
      const alone = await callWithKey(url, key, operation, input)
      const { operation: echo, ok, status, result, problem }: Result = answer.body.results[index]
      expect([echo, ok, status]).toEqual([operation, alone.status === 200, alone.status])
      const { rate_limit: _, ...expected } = alone.body
      if (result) expect(result).toMatchObject(expected)
      else expect(problem).toEqual({ ...expected, request_id: answer.headers.get('x-request-id') })
    }
  })

  test('reports the remaining quota after each lookup, and after the whole batch in its headers', async () => {
    const key = await newKey(url)
    const answer = await batch(key, [operaHouse, convert(), operaHouse, convert('nothing'), operaHouse])
    const remainingCounts = answer.body.results.flatMap(({ result }: Result) => result?.rate_limit?.remaining ?? [])
    expect(remainingCounts).toEqual([999, 997, 995])
    expect(answer.headers.get('x-ratelimit-limit')).toBe('1000')
    expect(remaining(answer)).toBe('996')
    const usage = await call(url, 'usage', undefined, { method: 'GET', headers: { 'x-api-key': key } })
    expect(usage.body).toMatchObject({
      used: 4,
      operation_counts: [
        { operation: 'resolve', succeeded: 3, failed: 0, rejected: 0 },
        { operation: 'search', succeeded: 0, failed: 0, rejected: 0 },
        { operation: 'convert', succeeded: 1, failed: 1, rejected: 0 },
      ],
    })
  })

  test('returns 200, with a 429 for each item over the quota', async () => {
    const visitor = newVisitor()
    const asVisitor = (items: unknown[]) => call(url, 'batch', { items }, { visitor })
    const first = await asVisitor([convert(), { operation: 'none' }, ...times(6, convert())])
    const used = 'free_quota_exhausted'
    expect(outcomes(first)).toEqual([200, 'invalid_request', 200, 200, 200, 200, used, used])
    expect(remaining(first)).toBe('0')
    const next = await asVisitor([convert(), operaHouse])
    expect([next.status, outcomes(next), remaining(next)]).toEqual([200, [used, used], '0'])
    expect((await call(url, 'convert', { cid: '1' }, { visitor })).status).toBe(429)
  })

  test('refunds failed items, which makes room for the next batch', async () => {
    const visitor = newVisitor()
    const items = [convert(), ...times(4, { operation: 'resolve', url: 'https://example.com' })]
    for (let turn = 0; turn < 5; turn++) {
      const answer = await call(url, 'batch', { items }, { visitor })
      // A batch is admitted as a whole, so the refunds of its failed items only make room for the next batch.
      const [failed, beyond] = [times(4 - turn, 'unsupported_link'), times(turn, 'free_quota_exhausted')]
      expect(outcomes(answer)).toEqual([200, ...failed, ...beyond])
      expect(remaining(answer)).toBe(String(4 - turn))
    }
    expect((await call(url, 'convert', { cid: '1' }, { visitor })).status).toBe(429)
  })

  test.each([
    ['a number', 7, 'invalid_request', ''],
    ['null', null, 'invalid_request', ''],
    ['an array', [convert()], 'invalid_request', ''],
    ['no operation', { cid: '1' }, 'invalid_request', '/operation'],
    ['an unknown operation', { operation: 'delete', cid: '1' }, 'invalid_request', '/operation'],
    ['a batch', { operation: 'batch', items: [convert()] }, 'invalid_request', '/operation'],
    ['an operation that every object has', { operation: 'toString' }, 'invalid_request', '/operation'],
    ['a missing field', { operation: 'resolve' }, 'invalid_request', '/url'],
    ['another operation’s field', { operation: 'resolve', url: 'x', cid: '1' }, 'invalid_request', '/cid'],
    ['an empty text', { operation: 'search', name: ' ' }, 'invalid_request', '/name'],
    ['2,049 characters', { operation: 'resolve', url: 'a'.repeat(2_049) }, 'invalid_request', '/url'],
    ['no country', { operation: 'search', name: 'x', country: 'XX' }, 'invalid_request', '/country'],
    ['a CID as a number', convert(112299134), 'invalid_cid', '/cid'],
  ])('points to an invalid item (%s), does not count it, and runs the others', async (_, item, code, at) => {
    const visitor = newVisitor()
    const answer = await call(url, 'batch', { items: [convert(), item, convert()] }, { visitor })
    expect(outcomes(answer)).toEqual([200, code, 200])
    const { operation, ok, problem }: Result = answer.body.results[1]
    const sent = (item as { operation?: string } | null)?.operation
    expect([operation, ok]).toEqual([['resolve', 'search', 'convert'].find((one) => one === sent) ?? null, false])
    expect(problem).toMatchObject({ status: 400, request_id: answer.headers.get('x-request-id') })
    expect(problem?.errors?.map(({ pointer }) => pointer)).toEqual([`/items/1${at}`])
    expect(problem?.detail).toContain(`items/1${at}: `)
    expect(remaining(answer)).toBe('3')
  })

  test('with only invalid items is not counted, but still reports the remaining quota', async () => {
    const visitor = newVisitor()
    const answer = await call(url, 'batch', { items: times(100, { a: 1 }) }, { visitor })
    expect([answer.status, new Set(outcomes(answer)), remaining(answer)]).toEqual([
      200,
      new Set(['invalid_request']),
      '5',
    ])
    const key = await newKey(url)
    expect(remaining(await batch(key, [null]))).toBe('1000')
  })

  test('reports at most twenty errors for an item', async () => {
    const fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, 1]))
    const { body } = await call(url, 'batch', { items: [{ ...convert(), ...fields }] })
    expect(body.results[0].problem.errors).toHaveLength(20)
  })

  test.each([
    ['no items', {}, '/items', 'Send items'],
    ['null', { items: null }, '/items', 'Send items'],
    ['an object', { items: { 0: convert(), length: 1 } }, '/items', 'Send items'],
    ['none', { items: [] }, '/items', 'Send items'],
    ['101', { items: times(101, convert()) }, '/items', 'at most 100'],
    ['another field', { items: [convert()], key: 1 }, '/key', 'no such field'],
  ])('is rejected as a whole, and not counted, if its fields are wrong: %s', async (_, body, pointer, detail) => {
    const visitor = newVisitor()
    const answer = await call(url, 'batch', body, { visitor })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
    expect(answer.body.errors).toEqual([{ pointer, detail: expect.stringContaining(detail) }])
    expect(remaining(await call(url, 'convert', { cid: '1' }, { visitor }))).toBe('4')
  })

  test.each(['[]', 'null', '{"items":', '', '"items"'])('is rejected as a whole with the body “%s”', async (raw) => {
    expect(await call(url, 'batch', null, { raw })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  })

  test('is accepted up to 512 KiB and rejected above that, with or without a Content-Length', async () => {
    const key = await newKey(url)
    const link = `https://maps.google.com/?cid=9000000000000000001&x=${'a'.repeat(2_048)}`.slice(0, 2_048)
    const longest = JSON.stringify({ items: times(100, { operation: 'resolve', url: link }) }).padEnd(512 * 1024)
    const headers = { 'x-api-key': key }
    const answer = await call(url, 'batch', null, { raw: longest, headers })
    expect([answer.status, new Set(outcomes(answer))]).toEqual([200, new Set([200])])
    const tooLong = `${longest} `
    const refused = await call(url, 'batch', null, { raw: tooLong, headers })
    expect(refused).toMatchObject({ status: 413, body: { code: 'payload_too_large', detail: 'Send at most 512 KiB.' } })
    const init = { method: 'POST', headers, body: new Blob([tooLong]).stream(), duplex: 'half' } as RequestInit
    const chunked = await fetch(`${url}/api/batch`, init)
    expect([chunked.status, (await chunked.json()).code]).toEqual([413, 'payload_too_large'])
    expect(remaining(await callWithKey(url, key))).toBe('899')
  })

  test.each([[[convert()]], [[null]]])('gets 401 if its key is invalid, regardless of its items: %j', async (items) => {
    const visitor = newVisitor()
    const answer = await call(url, 'batch', { items }, { visitor, headers: { 'x-api-key': 'pr_live_whatever' } })
    expect([answer.status, answer.body.code]).toEqual([401, 'invalid_api_key'])
    expect(remaining(await call(url, 'convert', { cid: '1' }, { visitor }))).toBe('4')
  })

  test('rejects each item that its key may not call, and each item over the key’s monthly limit', async () => {
    const key = await newKey(url, { operations: ['convert'], monthlyLimit: 2 })
    const answer = await batch(key, [operaHouse, convert(), convert(), { operation: 'search', name: 'x' }, convert()])
    const notAllowed = 'operation_not_allowed'
    expect(outcomes(answer)).toEqual([notAllowed, 200, 200, notAllowed, 'key_quota_exhausted'])
    expect([answer.headers.get('x-ratelimit-limit'), remaining(answer)]).toEqual(['2', '0'])
    const forbidden = await batch(key, [operaHouse])
    expect([forbidden.status, outcomes(forbidden), remaining(forbidden)]).toEqual([200, [notAllowed], '0'])
  })

  test('is rejected as a whole if its key is not allowed from the caller’s address', async () => {
    const key = await newKey(url, { addresses: ['203.0.113.0/24'] })
    expect(await batch(key, [convert()])).toMatchObject({ status: 403, body: { code: 'address_not_allowed' } })
  })

  test('with a test key has no quota, and its headers show that it is a test key', async () => {
    const key = await newKey(url, { test: true })
    const answer = await batch(key, times(100, operaHouse))
    expect(new Set(outcomes(answer))).toEqual(new Set([200]))
    expect(answer.headers.get('x-api-key-type')).toBe('test')
    expect(answer.body.results[99].result.rate_limit.limit).toBe('unlimited')
  })

  test('accepts only POST and allows it in the CORS preflight', async () => {
    const wrong = await call(url, 'batch', undefined, { method: 'GET' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
    const preflight = await fetch(`${url}/api/batch`, { method: 'OPTIONS' })
    expect(preflight.headers.get('access-control-allow-methods')).toBe('POST')
  })

  test('counts against the plan if a signed-in person sends it', async () => {
    const person = new Person(url, `batch.${newVisitor()}@example.com`)
    person.origin = 'https://pinref.example'
    await person.signUp()
    const { results } = await person.procedure('listings.batch', { items: [convert(), convert('nothing'), operaHouse] })
    expect(results.map(({ status }: Result) => status)).toEqual([200, 400, 200])
    expect(await person.query('usage.current')).toMatchObject({ used: 2 })
  })
})
