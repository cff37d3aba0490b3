import { describe, expect, test } from 'vitest'
import type { KeyOptions } from '@/server/metering/access/key-store'
import { Person } from '../support/person'
import { connect } from './agents'
import { call, hosts, newVisitor } from './call'
import { callWithKey } from './with-key'

/** Signs someone up, creates a key that manages keys, and returns a function that calls `/api/keys` with it. */
async function manager(url: string, options: KeyOptions = {}) {
  const person = new Person(url, `keys.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  const operations = ['resolve', 'convert', 'usage', 'keys']
  const made = await person.procedure('keys.create', { name: 'Manager', operations, ...options })
  return { person, ...(made as { key: string; id: string }), ask: asking(url, made.key) }
}

const asking =
  (url: string, key: string | null) =>
  (method: string, path = '', body?: object, headers: Record<string, string> = {}) =>
    call(url, `keys${path}`, body, { method, headers: { ...(key !== null && { 'x-api-key': key }), ...headers } })

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/

describe.each(hosts)('API keys managed with a key, on the $host', ({ url }) => {
  test('are created with 201 and their path, shown once, listed, changed, and deleted', async () => {
    const { key: own, id: ownId, ask } = await manager(url)
    const expires = '2031-01-31T01:00:00+01:00'
    const settings = {
      operations: ['convert'],
      monthly_limit: 2,
      daily_limit: 3,
      addresses: ['192.0.2.7/24', '0.0.0.0/0'],
      expires_at: expires,
    }
    const made = await ask('POST', '', { name: ' Customer 4711 ', ...settings })
    expect(made.status).toBe(201)
    const { key, ...facts } = made.body
    expect(key).toMatch(/^pr_live_\w{44}$/)
    expect(facts).toEqual({
      id: expect.stringMatching(/^key_\w{12}$/),
      name: 'Customer 4711',
      prefix: key.slice(0, 28),
      test: false,
      operations: ['convert'],
      monthly_limit: 2,
      daily_limit: 3,
      burst_limit: null,
      addresses: ['192.0.2.0/24', '0.0.0.0/0'],
      client: null,
      created_at: expect.stringMatching(time),
      expires_at: '2031-01-31T00:00:00.000Z',
      parent_key_id: ownId,
      last_used_at: null,
      calls_this_month: 0,
      monthly_remaining: 2,
      daily_remaining: 3,
    })
    const path = `/${facts.id}`
    expect(made.headers.get('location')).toBe(`/api/keys${path}`)
    expect((await callWithKey(url, key)).status).toBe(200)
    const read = await ask('GET', path)
    expect(read).toMatchObject({
      status: 200,
      body: { calls_this_month: 1, daily_remaining: 2, last_used_at: expect.stringMatching(time) },
    })
    const { body: listed, text } = await ask('GET')
    const ids = listed.keys.map(({ id }: { id: string }) => id)
    expect([ids, listed.next], 'newest first, of the same second too').toEqual([[facts.id, ownId], null])
    for (const secret of [key, own]) expect(text).not.toContain(secret)

    const limits = { monthly_limit: null, daily_limit: 4 }
    const changed = await ask('PATCH', path, { name: 'Customer', ...limits, operations: ['resolve'] })
    expect(changed).toMatchObject({
      status: 200,
      body: { name: 'Customer', ...limits, daily_remaining: 3, expires_at: facts.expires_at },
    })
    expect((await callWithKey(url, key)).body.code).toBe('operation_not_allowed')
    expect(await ask('DELETE', path)).toMatchObject({ status: 200, body: { id: facts.id, deleted: true } })
    expect((await callWithKey(url, key)).body.code).toBe('invalid_api_key')
    for (const [method, body] of [['GET'], ['PATCH', { name: 'x' }], ['DELETE']] as const) {
      expect(await ask(method, path, body)).toMatchObject({ status: 404, body: { code: 'key_not_found' } })
    }
  })

  test('cannot exceed the calling key’s permissions, and the error identifies the field', async () => {
    const { ask, id, person } = await manager(url, { monthlyLimit: 500 })
    const beyond = await ask('POST', '', { name: 'Wide', monthly_limit: 501 })
    expect(beyond).toMatchObject({ status: 403, body: { code: 'operation_not_allowed' } })
    expect(beyond.body.errors).toMatchObject([{ pointer: '/monthly_limit' }])
    expect(await ask('PATCH', `/${id}`, { operations: ['search', 'keys'] })).toMatchObject({
      status: 403,
      body: { errors: [{ pointer: '/operations' }] },
    })
    const strong = await person.procedure('keys.create', { name: 'Production' })
    for (const [method, body] of [['PATCH', { name: 'Mine' }], ['DELETE']] as const) {
      expect(await ask(method, `/${strong.id}`, body)).toMatchObject({ status: 403 })
    }
    expect((await ask('GET', `/${strong.id}`)).body).toMatchObject({ name: 'Production' })
    expect((await ask('GET')).body.keys).toHaveLength(2)
  })

  test('need a key that may manage them, and cannot be managed by visitors, other keys, or other accounts', async () => {
    const { ask, id, person } = await manager(url)
    const usual = await person.procedure('keys.create', { name: 'Usual' })
    const stranger = await manager(url)
    const { body: made } = await ask('POST', '', { name: 'Made' })
    const calls = [
      ['GET'],
      ['POST', '', { name: 'x' }],
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { name: 'x' }],
      ['DELETE', `/${id}`],
    ] as const
    for (const [method, path = '', body] of calls) {
      expect((await asking(url, null)(method, path, body)).status).toBe(401)
      for (const { key } of [usual, made]) {
        expect(await asking(url, key)(method, path, body)).toMatchObject({
          status: 403,
          body: { code: 'operation_not_allowed' },
        })
      }
      if (path !== '') expect((await stranger.ask(method, path, body)).body.code).toBe('key_not_found')
    }
    expect((await stranger.ask('GET')).body.keys).toMatchObject([{ id: stranger.id }])
    expect((await ask('DELETE', `/${id}`)).status).toBe(200)
    expect((await ask('GET')).status).toBe(401)
  })

  test('are checked like keys from the dashboard, and strings are never coerced to numbers or booleans', async () => {
    const { ask } = await manager(url)
    for (const [body, pointer] of [
      [{}, '/name'],
      [{ name: 'x'.repeat(61) }, '/name'],
      [{ name: 'x', operations: [] }, '/operations'],
      [{ name: 'x', operations: ['everything'] }, '/operations/0'],
      [{ name: 'x', monthly_limit: '5' }, '/monthly_limit'],
      [{ name: 'x', burst_limit: 0 }, '/burst_limit'],
      [{ name: 'x', test: 'false' }, '/test'],
      [{ name: 'x', test: true, monthly_limit: 5 }, '/monthly_limit'],
      [{ name: 'x', test: true, daily_limit: 5 }, '/daily_limit'],
      [{ name: 'x', addresses: ['192.0.2'] }, '/addresses/0'],
      [{ name: 'x', expires_at: 1_900_000_000 }, '/expires_at'],
      [{ name: 'x', expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
      [{ name: 'x', expires_at: '2099-01-01T00:00:00Z' }, '/expires_at'],
    ] as const) {
      const { status, body: problem } = await ask('POST', '', body)
      expect([body, status, problem.errors?.[0]?.pointer]).toEqual([body, 400, pointer])
    }
    const { body: trial } = await ask('POST', '', { name: 'x', test: true })
    expect(trial.key).toMatch(/^pr_test_/)
    for (const field of ['monthly_limit', 'daily_limit']) {
      const limited = await ask('PATCH', `/${trial.id}`, { [field]: 5 })
      expect(limited).toMatchObject({ status: 400, body: { errors: [{ pointer: `/${field}` }] } })
    }
    expect((await ask('PATCH', `/${trial.id}`, {})).status).toBe(400)
    expect((await ask('GET')).body.keys).toHaveLength(2)
  })

  test('are created only once if a request is repeated with its Idempotency-Key', async () => {
    const { ask } = await manager(url)
    const create = (name: string, mark: string) => ask('POST', '', { name }, { 'idempotency-key': mark })
    const first = await create('Customer', 'order 4711')
    const again = await create('Customer', 'order 4711')
    expect([first.status, again.status, again.body.id]).toEqual([201, 201, first.body.id])
    expect((await callWithKey(url, first.body.key)).status).toBe(401)
    expect((await create('Another', 'order 4711')).body.detail).toContain('Idempotency-Key')
    expect(
      (await call(url, 'key', undefined, { method: 'GET', headers: { 'x-api-key': again.body.key } })).status,
    ).toBe(200)
    expect(await create('Customer', 'order 4711')).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect((await create('Customer', '')).status).toBe(400)
    expect((await ask('GET')).body.keys).toHaveLength(2)
    await ask('POST', '', { name: 'Customer' })
    await ask('POST', '', { name: 'Customer' })
    expect((await ask('GET')).body.keys).toHaveLength(4)
  })

  test('count against the calling key’s monthly limit in every kind of call, and the error names that key', async () => {
    const { ask, id, key } = await manager(url, { monthlyLimit: 3 })
    const [first, second] = [await ask('POST', '', { name: 'A' }), await ask('POST', '', { name: 'B' })]
    const single = () => callWithKey(url, first.body.key)
    const batch = () =>
      call(url, 'batch', { items: [{ operation: 'convert', cid: '1' }] }, { headers: { 'x-api-key': second.body.key } })
    const agent = await connect('2026-07-28', url, { 'x-api-key': second.body.key })
    const tool = () => agent.call('convert_cid', { cid: '1' })
    expect((await single()).headers.get('x-ratelimit-remaining')).toBe('2')
    expect((await batch()).body.results).toMatchObject([{ status: 200 }])
    expect((await tool()).isError).toBe(false)
    const refused = await single()
    expect(refused).toMatchObject({ status: 429, body: { code: 'key_quota_exhausted' } })
    expect(refused.body.detail).toContain(`created with ${id}, which has reached its monthly limit (3 of 3)`)
    expect(refused.headers.get('x-ratelimit-limit')).toBe('3')
    expect((await batch()).body.results).toMatchObject([{ status: 429, problem: { code: 'key_quota_exhausted' } }])
    expect(await tool()).toMatchObject({ isError: true, text: { code: 'key_quota_exhausted' } })
    for (const { body } of [first, second]) await ask('DELETE', `/${body.id}`)
    expect(await callWithKey(url, key)).toMatchObject({ status: 429, body: { code: 'key_quota_exhausted' } })
    const own = await call(url, 'key', undefined, { method: 'GET', headers: { 'x-api-key': key } })
    expect(own.body).toMatchObject({ calls_this_month: 0, monthly_limit: 3, monthly_remaining: 0 })
    const { body: usage } = await call(url, 'usage', undefined, { method: 'GET', headers: { 'x-api-key': key } })
    expect(usage).toMatchObject({ used: 3, other: 3, key_counts: [{ key_id: id, used: 0, limit: 3, remaining: 0 }] })
  })

  test('are listed in pages, even if the last key of a page is deleted', async () => {
    const { ask, id: own } = await manager(url)
    for (const name of ['a', 'b', 'c', 'd']) await ask('POST', '', { name })
    const { body: whole } = await ask('GET')
    const ids = whole.keys.map(({ id }: { id: string }) => id)
    const read: string[] = []
    let path = '?limit=2'
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await ask('GET', path)
      read.push(...body.keys.map(({ id }: { id: string }) => id))
      next = body.next
      if (read.length === 2) await ask('DELETE', `/${read[1] === own ? read[0] : read[1]}`)
      path = `?limit=2&after=${next}`
    }
    expect(read).toEqual(ids)
    for (const wrong of ['?limit=0', '?limit=101', '?limit=x', '?after=x', '?limit=1&limit=2']) {
      expect([wrong, (await ask('GET', wrong)).status]).toEqual([wrong, 400])
    }
  })

  test('are in the audit log, with the key that managed them', async () => {
    const { person, ask, id } = await manager(url)
    const key = { id, name: 'Manager' }
    const { id: keyId } = (await ask('POST', '', { name: 'Customer' })).body
    await ask('PATCH', `/${keyId}`, { name: 'Renamed' })
    await ask('PATCH', `/${keyId}`, { burst_limit: 5 })
    await ask('DELETE', `/${keyId}`)
    const { events } = await person.query('account.activity', {})
    expect(events.slice(0, 3)).toMatchObject([
      { kind: 'key-revoked', keyId, name: 'Renamed', by: 'key', key },
      { kind: 'key-limited', keyId, by: 'key', key },
      { kind: 'key-created', keyId, name: 'Customer', by: 'key', key },
    ])
  })
})
