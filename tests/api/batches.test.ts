import { setTimeout as sleep } from 'node:timers/promises'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import type { KeyOptions } from '@/server/metering/access/key-store'
import { placeIds } from '../batches/orders'
import { Person } from '../support/person'
import { type Call, call, hosts, newVisitor } from './call'
import type { Answer } from './documented'

/** Makes a new account with a key. */
async function keyWith(url: string, options: KeyOptions = {}) {
  const person = new Person(url, `batches.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  const { key }: { key: string } = await person.procedure('keys.create', { name: 'Batches', ...options })
  return { person, key, ask: asking(url, key) }
}

/** Returns a function that calls batch operations with a key. */
const asking =
  (url: string, key: string) =>
  (method: string, path = '', { headers = {}, ...more }: Call = {}): Promise<Answer> =>
    call(url, `batches${path}`, undefined, { method, headers: { 'x-api-key': key, ...headers }, ...more })

type Ask = ReturnType<typeof asking>

const make = (ask: Ask, body: object, headers = {}) => ask('POST', '', { raw: JSON.stringify(body), headers })

async function untilFinished(ask: Ask, id: string) {
  for (let turn = 0; turn < 400; turn++) {
    const { body } = await ask('GET', `/${id}`)
    if (body.state === 'finished') return body
    await sleep(50)
  }
  throw new Error(`batch ${id} does not finish`)
}

const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

const csv = { 'content-type': 'text/csv' }

describe.each(hosts)('batches, on the $host', ({ url }) => {
  test('are made, watched, fetched, listed, and deleted with a key', async () => {
    const { ask } = await keyWith(url)
    const lines = [
      'ChIJj61dQgK6j4AR4GeTYWZsKWw',
      { name: 'british museum', country: 'GB', id: 7 },
      'https://example.com',
    ]
    const made = await make(ask, { lines })
    expect(made).toMatchObject({ status: 201, body: { operation: 'auto', details: 'full', line_counts: { total: 3 } } })
    const { id } = made.body
    const done = await untilFinished(ask, id)
    expect(done).toMatchObject({
      row_counts: { total: 3, headings: 0, blank: 0 },
      line_counts: { total: 3, found: 2, to_check: 1, unreadable: 1, waiting: 0, duplicates: 0 },
    })
    const { body } = await ask('GET', `/${id}/results`)
    expect(body.next).toBeNull()
    expect(body.results).toMatchObject([
      { row: 1, state: 'found', input: lines[0], listing: { title: 'Googleplex', cid: '7793879817120868320' } },
      { row: 2, state: 'found', input: lines[1], listing: { title: 'British Museum', matches: 1 } },
      { row: 3, state: 'unreadable', listing: null, problem: { code: 'unsupported_link' } },
    ])
    expect((await ask('GET')).body.batches).toMatchObject([{ id, state: 'finished' }])
    expect((await ask('DELETE', `/${id}`)).body).toEqual({ id, deleted: true })
    expect(await ask('GET', `/${id}`)).toMatchObject({ status: 404, body: { code: 'batch_not_found' } })
    expect((await ask('GET')).body.batches).toEqual([])
  })

  test('accept CSV in parts, and return its columns as CSV and JSON Lines', async () => {
    const { ask } = await keyWith(url)
    const { id } = (await ask('POST', '?details=none&operation=resolve&column=place', { raw: '' })).body
    const [first = '', second = ''] = placeIds(2)
    const part = (number: number, rows: string) =>
      ask('PUT', `/${id}/parts/${number}`, { raw: `shop;place\n${rows}\n`, headers: csv })
    expect((await part(2, `"Two; too";${second}`)).body).toEqual({ part: 2, line_count: 1, batch_line_count: 1 })
    expect((await part(1, `=1+1;${first}\nNone;`)).body).toEqual({ part: 1, line_count: 2, batch_line_count: 3 })
    expect((await ask('POST', `/${id}/start`, { raw: '' })).status).toBe(200)
    await untilFinished(ask, id)
    const file = await fetchFile(ask, id, 'csv', '?format=spreadsheet')
    const { data } = Papa.parse<Record<string, string>>(file.replace(/^\ufeff/, ''), {
      header: true,
      skipEmptyLines: true,
    })
    expect(data).toMatchObject([
      { shop: "'=1+1", place: first, pinref_state: 'found', pinref_place_id: first, pinref_cid: '="1000000"' },
      { shop: 'None', place: '', pinref_state: 'not_sent', pinref_code: 'no_link', pinref_cid: '' },
      { shop: 'Two; too', place: second, pinref_state: 'found', pinref_place_id: second, pinref_cid: '="1000001"' },
    ])
    const rows = (await fetchFile(ask, id, 'jsonl', '?after=2')).trim().split('\n')
    expect(rows.map((row) => JSON.parse(row))).toMatchObject([
      { row: 3, input: { shop: 'None', place: '' }, state: 'not_sent', reason: 'no_link' },
      { row: 4, input: { shop: 'Two; too', place: second }, listing: { place_id: second } },
    ])
    const found = await fetchFile(ask, id, 'jsonl', '?state=found')
    const linesIn = (text: string) => [...text.matchAll(/^\{"row":(\d+)/gm)].map(([, line]) => line)
    expect(linesIn(found)).toEqual(['2', '4'])
    const { body } = await ask('GET', `/${id}/results?state=not_sent&limit=1`)
    expect(body).toMatchObject({ results: [{ row: 3 }], next: '3' })
    expect(await ask('GET', `/${id}`)).toMatchObject({ body: { column: 'place', address_column: [] } })
    expect((await ask('GET', `/${id}/results?state=none`)).status).toBe(400)
    expect((await ask('GET', `/${id}/results.csv?limit=1`)).status).toBe(400)
    // More requests than an account may make at the same time, with and without compression.
    for (const coding of ['gzip', 'identity', 'gzip', 'identity', 'gzip', 'identity', 'gzip', 'identity']) {
      const head = await ask('HEAD', `/${id}/results.csv`, { headers: { 'accept-encoding': coding } })
      expect(head).toMatchObject({ status: 200, text: '' })
    }
  })

  test('are created only once per Idempotency-Key', async () => {
    const { ask } = await keyWith(url)
    const once = { 'idempotency-key': 'order 1' }
    const lines = placeIds(5)
    const [one, other] = await Promise.all([1, 2].map(() => make(ask, { lines, details: 'none' }, once)))
    expect(one?.body.id).toBe(other?.body.id)
    expect(await make(ask, { lines, details: 'full' }, once)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    expect((await ask('GET')).body.batches).toHaveLength(1)
  })

  test('are rejected with a clear problem if their input is invalid, and are not made or counted', async () => {
    const { ask, person } = await keyWith(url)
    const faults: Array<[options: Call, query: string, words: RegExp]> = [
      [{ raw: '[1, 2' }, '', /not JSON/],
      [{ raw: 'a,b\n1,2', headers: csv }, '?column=c', /no column "c".*"a", "b"/],
      [{ raw: 'a,b\n1,2', headers: csv }, '', /Set column to/],
      [{ raw: 'nothing\nof this', headers: { 'content-type': 'application/x-ndjson' } }, '', /None of these lines/],
      [{ raw: 'a\0b' }, '', /not text/],
      [{ raw: 'shop,link\n"Trevi,x', headers: csv }, '?column=link', /quote/],
      [{ raw: '{"lines":"x"}' }, '', /array/],
      [{ raw: 'link\nx', headers: csv }, '?column=link&address_column=street', /no column "street"/],
      [{ raw: '{"lines":[]}' }, '', /no lines/],
      [{ raw: '{"lines":["x"],"color":"red"}' }, '', /no such field/],
      [{ raw: '{"url":"1","details":"none"}' }, '', /^url: .+ Send one line as \{"lines": .+x-ndjson.+ or as CSV/],
      [{ raw: '{"cid":"1"}' }, '', /^cid: .+ Send one line as/],
      [{ raw: '{"data":"1"}' }, '', /^data: There is no such field\.$/],
      [{ raw: '["1"]' }, '?format=json', /^format: There is no such parameter\.$/],
      [{ raw: `{"lines":["x"],"${'k'.repeat(2_000_000)}":1}` }, '', /^k{199}…: There is no such field\.$/],
      [{ raw: `{"lines":[{"url":"x","more":${deep}}]}` }, '', /^Nest JSON at most 32 levels deep\.$/],
      [{ raw: `["x",${deep}]` }, '', /^Nest JSON at most 32 levels deep\.$/],
      [
        { raw: `${Array(300_000).fill('a name').join()}\n1`, headers: csv },
        '?column=x',
        /^The headings of a CSV can have at most.{0,200}$/,
      ],
      [{ raw: `url,${Array(199).fill('heading').join()}\n1`, headers: csv }, '?column=x', /^This CSV has no.{0,300}$/],
      [{ raw: '["x"]', headers: { 'idempotency-key': 'k'.repeat(256) } }, '', /Idempotency-Key/],
    ]
    for (const [options, query, words] of faults) {
      const { status, body } = await ask('POST', query, options)
      expect([status, body.code]).toEqual([400, 'invalid_request'])
      expect(body.detail).toMatch(words)
    }
    expect(await ask('POST', '', { raw: `["${'x'.repeat(4 * 1024 * 1024)}"]` })).toMatchObject({ status: 413 })
    expect((await ask('GET')).body.batches).toEqual([])
    expect(await person.query('usage.month')).toMatchObject({ used: 0 })
  })

  test('are rejected if they have more than a million lines, and are not made or counted', async () => {
    const { ask, person } = await keyWith(url)
    const sent = { raw: `cid${'\n1'.repeat(1_000_001)}`, headers: csv }
    const { status, body } = await ask('POST', '?operation=convert', sent)
    expect([status, body.code, body.detail]).toEqual([
      400,
      'invalid_request',
      'A batch can have at most 1,000,000 lines.',
    ])
    expect((await ask('GET')).body.batches).toEqual([])
    expect(await person.query('usage.month')).toMatchObject({ used: 0 })
  })

  test('reject an invalid part, and do not start while a part is missing', async () => {
    const { ask, person } = await keyWith(url)
    const { id } = (await ask('POST', '?operation=convert&column=cid', { raw: '' })).body
    const part = (number: number | string, raw: string, headers: Record<string, string> = csv) =>
      ask('PUT', `/${id}/parts/${number}`, { raw, headers })
    const refusals: Array<[answer: Promise<Answer>, words: RegExp]> = [
      [part(0, 'cid\n1'), /from 1 to 10,000/],
      [part(10_001, 'cid\n1'), /from 1 to 10,000/],
      [part('x', 'cid\n1'), /whole number/],
      [part(1, 'name\n1'), /no column "cid"/],
      [part(1, '["1"', {}), /not JSON/],
      ...['{"url":"1"}', '{"cid":"1"}', '{"name":"Trevi"}'].map((line): [Promise<Answer>, RegExp] => [
        part(1, line, {}),
        /Send one line as/,
      ]),
      [part(1, 'cid\n"1'), /quote/],
    ]
    for (const [answer, words] of refusals) {
      const { status, body } = await answer
      expect([status, body.code, body.detail]).toEqual([400, 'invalid_request', expect.stringMatching(words)])
    }
    const empty = await ask('POST', `/${id}/start`, { raw: '' })
    expect([empty.status, empty.body.code]).toEqual([409, 'batch_state'])
    const long = await part(1, `cid\n${'1'.repeat(4 * 1024 * 1024)}`)
    expect([long.status, long.body.code]).toEqual([413, 'payload_too_large'])
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ state: 'receiving', line_counts: { total: 0 } })

    expect((await part(3, 'cid\n3\n4')).body).toEqual({ part: 3, line_count: 2, batch_line_count: 2 })
    const other = await part(1, 'cid,shop\n1,Trevi')
    expect([other.status, other.body.detail]).toEqual([400, expect.stringMatching(/same columns/)])
    const gaps = await ask('POST', `/${id}/start`, { raw: '' })
    expect([gaps.status, gaps.body.code, gaps.body.detail]).toEqual([
      ...[409, 'batch_state'],
      expect.stringMatching(/missing: 1, 2\./),
    ])
    expect((await ask('GET', `/${id}`)).body).toMatchObject({ state: 'receiving', line_counts: { total: 2 } })
    await part(1, 'cid\n1')
    await part(2, 'cid\n2')
    expect((await ask('POST', `/${id}/start`, { raw: '' })).status).toBe(200)
    const late = await part(2, 'cid\n5')
    expect([late.status, late.body.code]).toEqual([409, 'batch_state'])
    expect((await untilFinished(ask, id)).line_counts).toMatchObject({ total: 4, found: 4 })
    expect(await person.query('usage.month')).toMatchObject({ used: 4 })
  })

  test('count against their account’s storage, as shown by GET /api/usage and the page', async () => {
    const { key, ask, person } = await keyWith(url)
    const storage = async () =>
      (await call(url, 'usage', undefined, { method: 'GET', headers: { 'x-api-key': key } })).body.storage
    const limits = { max_batches: 100, max_lines: 2_000_000, max_bytes: 256 * 1024 * 1024 }
    expect(await storage()).toEqual({ batch_count: 0, line_count: 0, byte_count: 0, ...limits })
    const { id } = (await make(ask, { lines: placeIds(500), details: 'none' })).body
    const stored = await storage()
    expect(stored).toEqual({ batch_count: 1, line_count: 500, byte_count: expect.any(Number), ...limits })
    expect(stored.byte_count).toBeGreaterThan(50_000)
    expect(await person.query('usage.current')).toMatchObject({ storage: stored })
    await ask('DELETE', `/${id}`)
    expect(await storage()).toMatchObject({ batch_count: 0, line_count: 0, byte_count: 0 })
  })

  test('need a key; without a key, every operation returns 401', async () => {
    const { paths } = await fetch(`${url}/api/openapi.json`).then((answer) => answer.json())
    const operations = Object.entries<object>(paths).flatMap(([path, item]) =>
      path.startsWith('/batches') ? Object.keys(item).map((method) => ({ path, method: method.toUpperCase() })) : [],
    )
    expect(operations).toHaveLength(14)
    for (const { path, method } of operations) {
      const operation = path
        .slice(1)
        .replace('{id}', `batch_${'a'.repeat(16)}`)
        .replace('{part}', '1')
      const { status, body } = await call(url, operation, { lines: ['1'] }, { method })
      expect([method, path, status, body.code]).toEqual([method, path, 401, 'invalid_api_key'])
    }
  })

  test('are hidden from other accounts, and need a key that may call their operations', async () => {
    const [owner, other] = await Promise.all([keyWith(url), keyWith(url)])
    const { id } = (await make(owner.ask, { lines: placeIds(1), details: 'none' })).body
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['PATCH', ''],
      ['PUT', '/parts/1'],
      ['POST', '/start'],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/cancel'],
      ['POST', '/repeat'],
      ['GET', '/results'],
    ] as const) {
      const raw = { POST: { raw: '' }, PUT: { raw: '["1"]' }, PATCH: { raw: '{"name":"x"}' }, GET: {}, DELETE: {} }[
        method
      ]
      expect(await other.ask(method, `/${id}${path}`, raw)).toMatchObject({
        status: 404,
        body: { code: 'batch_not_found' },
      })
    }
    const limited = await keyWith(url, { operations: ['convert'] })
    expect((await make(limited.ask, { lines: ['1'], operation: 'convert' })).status).toBe(201)
    expect((await make(limited.ask, { lines: ['1'], operation: 'auto' })).status).toBe(403)
    expect(await call(url, 'batches', { lines: ['1'] })).toMatchObject({ status: 401 })
  })

  test('have a name that every kind of body can set, and that can be changed in every state', async () => {
    const { ask, person } = await keyWith(url)
    const rename = (id: string, name: unknown) => ask('PATCH', `/${id}`, { raw: JSON.stringify({ name }) })
    const named = async (query: string, sent: Call) => (await ask('POST', query, sent)).body
    const lines = placeIds(1)
    const made = await named('', { raw: JSON.stringify({ name: '  Berlin branches ', details: 'none', lines }) })
    expect(made).toMatchObject({ name: 'Berlin branches', line_counts: { total: 1 } })
    const cids = await named('?operation=convert&name=cids.csv', { raw: 'cid\n1', headers: csv })
    expect(cids).toMatchObject({ name: 'cids.csv', line_counts: { total: 1 } })
    expect(await named('', { raw: '{"name":"In parts"}' })).toMatchObject({
      name: 'In parts',
      state: 'receiving',
      line_counts: { total: 0 },
    })
    const line = { raw: '{"name":"british museum"}', headers: { 'content-type': 'application/x-ndjson' } }
    const one = await named('?name=One', line)
    expect(one).toMatchObject({ name: 'One', line_counts: { total: 1 } })
    const { id } = await named('?start=later', { raw: '' })
    expect(await ask('GET', `/${id}`)).toMatchObject({ body: { name: null, state: 'receiving' } })
    for (const _ of [1, 2]) expect(await rename(id, 'Later')).toMatchObject({ status: 200, body: { name: 'Later' } })
    expect((await ask('POST', `/${id}/cancel`, { raw: '' })).body).toMatchObject({ name: 'Later', state: 'cancelled' })
    await Promise.all([made, cids, one].map(({ id }) => untilFinished(ask, id)))
    expect(await rename(made.id, null)).toMatchObject({
      body: { name: null, state: 'finished', line_counts: { found: 1 } },
    })
    expect((await rename(made.id, '👩🏽‍💻\u202e Ελλάδα')).body.name).toBe('👩🏽‍💻 Ελλάδα')
    expect((await ask('GET')).body.batches.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Later', '👩🏽‍💻 Ελλάδα', 'One', 'In parts', 'cids.csv']),
    )
    expect(await person.query('usage.month')).toMatchObject({ used: 3 })
  })

  test('are rejected if their name is too long or has line breaks', async () => {
    const { ask } = await keyWith(url)
    const { id } = (await ask('POST', '?start=later&name=Kept', { raw: '' })).body
    const letters = (count: number) => '🗺'.repeat(count)
    expect((await ask('PATCH', `/${id}`, { raw: JSON.stringify({ name: letters(100) }) })).body.name).toHaveLength(200)
    const refusals: Array<[name: unknown, words: RegExp]> = [
      [letters(101), /^name: A name can have at most 100 characters\.$/],
      ['x'.repeat(16_000), /at most 100 characters/],
      ['a\r\nset-cookie: b', /one line without control characters/],
      ['a\u2028b', /one line/],
      ['a\u0000', /control characters/],
      [' \u200b\u202e ', /Send a name of 1 to 100 characters/],
      ['', /Send a name/],
      [5, /Send name as a string/],
      [undefined, /Send at least one field/],
    ]
    for (const [name, words] of refusals) {
      const changed = await ask('PATCH', `/${id}`, { raw: JSON.stringify({ name }) })
      expect([changed.status, changed.body.code]).toEqual([400, 'invalid_request'])
      expect(changed.body.detail).toMatch(words)
      if (name === undefined) continue
      const made = await make(ask, { name, lines: ['1'] })
      expect([made.status, made.body.detail]).toEqual([400, expect.stringMatching(words)])
    }
    expect((await ask('GET')).body.batches).toHaveLength(1)
  })

  test('have result files that are named after them, even if their names contain special characters', async () => {
    const { ask } = await keyWith(url)
    const { id } = (await make(ask, { lines: ['1'], operation: 'convert' })).body
    const headerFor = async (name: string | null) => {
      expect((await ask('PATCH', `/${id}`, { raw: JSON.stringify({ name }) })).status).toBe(200)
      return (await ask('HEAD', `/${id}/results.csv`)).headers.get('content-disposition')
    }
    expect(await headerFor(null)).toBe(`attachment; filename="${id}.csv"`)
    expect(await headerFor('Berlin-branches.xlsx')).toBe(
      `attachment; filename="Berlin-branches.csv"; filename*=UTF-8''Berlin-branches.csv`,
    )
    expect(await headerFor(`a"; filename="../x\\y%0d%0az' (1)`)).toBe(
      `attachment; filename="${id}.csv"; filename*=UTF-8''a-%3B%20filename%3D-..-x-y%250d%250az%27%20%281%29.csv`,
    )
    expect(await headerFor('Büro')).toBe(`attachment; filename="Buro.csv"; filename*=UTF-8''B%C3%BCro.csv`)
    expect(await headerFor('👩‍💻 \u202eأبجد')).toBe(
      `attachment; filename="${id}.csv"; filename*=UTF-8''${encodeURIComponent('👩‍💻 أبجد')}.csv`,
    )
  })

  test('can be renamed only with a key that may change them', async () => {
    const { person, ask } = await keyWith(url)
    const keyOf = async (options: object) =>
      asking(url, (await person.procedure('keys.create', { name: 'Other', ...options })).key)
    const { id } = (await make(ask, { name: 'Live', lines: placeIds(1), details: 'none' })).body
    const raw = JSON.stringify({ name: 'Changed' })
    for (const options of [{ test: true }, { operations: ['convert'] }]) {
      const refused = await (await keyOf(options))('PATCH', `/${id}`, { raw })
      expect([refused.status, refused.body.code]).toEqual([403, 'operation_not_allowed'])
    }
    expect((await ask('GET', `/${id}`)).body.name).toBe('Live')
    expect((await (await keyOf({ operations: ['resolve'] }))('PATCH', `/${id}`, { raw })).body.name).toBe('Changed')
    await ask('DELETE', `/${id}`)
    expect(await ask('PATCH', `/${id}`, { raw })).toMatchObject({ status: 404, body: { code: 'batch_not_found' } })
  })

  test('can be repeated with other details once they have finished, also without a body, and once per Idempotency-Key', async () => {
    const { ask } = await keyWith(url)
    const place = 'ChIJj61dQgK6j4AR4GeTYWZsKWw'
    const { id } = (await make(ask, { lines: [place, 'no link', place], details: 'none', name: 'Places' })).body
    expect((await untilFinished(ask, id)).audit).toMatchObject({
      fine: 0,
      duplicate: 1,
      not_checked: 3,
      previous: null,
    })
    const headers = { 'idempotency-key': 'monthly' }
    const repeat = (raw: string, more = {}) => ask('POST', `/${id}/repeat`, { raw, headers: more })
    const made = await repeat('{"details":"checked"}', headers)
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Places', details: 'checked', line_counts: { total: 3 }, audit: null },
    })
    expect(made.headers.get('location')).toBe(`/api/batches/${made.body.id}`)
    expect((await repeat('{"details":"checked"}', headers)).body.id).toBe(made.body.id)
    const refusals: Array<[raw: string, more: object, sentence: RegExp]> = [
      ['{"details":"all"}', {}, /Send details as one of none, checked, full/],
      ['{"language":"english please"}', {}, /language/],
      ['{"operation":"search"}', {}, /operation/],
    ]
    for (const [raw, more, sentence] of refusals) {
      const { status, text } = await repeat(raw, more)
      expect({ status, text }).toEqual({ status: 400, text: expect.stringMatching(sentence) })
    }
    expect(await repeat('{"details":"full"}', headers)).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    })
    const done = await untilFinished(ask, made.body.id)
    expect(done.audit).toMatchObject({
      fine: 1,
      duplicate: 1,
      not_checked: 1,
      closures_known: 0,
      previous: {
        batch_id: id,
        ended_at: expect.stringMatching(/Z$/),
        resolved: { not_checked: 2 },
        appeared: { moved: 0 },
      },
    })
    const { body } = await ask('GET', `/${done.id}/results?finding=fine`)
    expect(body.results).toMatchObject([{ row: 1, findings: [], previous_findings: null }])
    const { text } = await ask('GET', `/${done.id}/results.csv?finding=any`)
    expect(Papa.parse<Record<string, string>>(text, { header: true }).data.map((row) => row.pinref_findings)).toEqual([
      ...['not_checked', 'duplicate', undefined],
    ])
    const third = await repeat('')
    expect(third).toMatchObject({ status: 201, body: { details: 'none' } })
    const waiting = (await make(ask, { lines: ['1'], start: 'later' })).body
    expect(await ask('POST', `/${waiting.id}/repeat`, { raw: '' })).toMatchObject({
      status: 409,
      body: { code: 'batch_state' },
    })
  })

  test('are repeated on the dashboard, or with a key that may call their operations and is of the same kind', async () => {
    const { person, ask, key } = await keyWith(url)
    const { id } = (await make(ask, { lines: ['cid:1'], operation: 'resolve', details: 'none' })).body
    const first = await untilFinished(ask, id)
    const withKey = async (options: KeyOptions) =>
      asking(url, (await person.procedure('keys.create', { name: 'Other', ...options })).key)
    for (const options of [{ operations: ['convert'] }, { test: true }] satisfies KeyOptions[])
      expect(await (await withKey(options))('POST', `/${id}/repeat`, { raw: '' })).toMatchObject({
        status: 403,
        body: { code: 'operation_not_allowed' },
      })
    await person.procedure('keys.revoke', { id: first.key_id })
    expect((await asking(url, key)('POST', `/${id}/repeat`, { raw: '' })).status).toBe(401)
    const again = await person.procedure('batches.repeat', { id, details: 'checked' })
    expect(again).toMatchObject({ key_id: null, details: 'checked' })
    expect(again.state).toMatch(/^(?:queued|running)$/)
    const other = await withKey({})
    const { body } = await other('POST', `/${id}/repeat`, { raw: '' })
    expect(body.key_id).toMatch(/^key_/)
    expect(body.key_id).not.toBe(first.key_id)
    expect((await untilFinished(other, body.id)).line_counts.found).toBe(1)
  })

  test('are listed by state, creation time, and name', async () => {
    const { ask } = await keyWith(url)
    const names = ['Berlin 1', 'Rome', 'BERLIN 2', null, 'berlin 3']
    const made: Array<{ id: string; created_at: string }> = []
    for (const name of names) {
      made.push((await make(ask, { ...(name && { name }) })).body)
      // So that no two are created in the same millisecond.
      await sleep(2)
    }
    await ask('POST', `/${made[2]?.id}/cancel`, { raw: '' })
    const listed = async (query: object) => {
      const { body } = await ask('GET', `?${new URLSearchParams({ ...query })}`)
      return { names: body.batches.map(({ name }: { name: string | null }) => name), next: body.next }
    }
    expect(await listed({ state: 'cancelled' })).toEqual({ names: ['BERLIN 2'], next: null })
    const { created_at = '' } = made[1] ?? {}
    expect((await listed({ created_after: created_at })).names).toEqual(['berlin 3', null, 'BERLIN 2'])
    const inIndia = new Date(Date.parse(created_at) + 5.5 * 3_600_000).toISOString().replace('Z', '+05:30')
    expect((await listed({ created_after: inIndia, state: 'receiving' })).names).toEqual(['berlin 3', null])
    const first = await listed({ q: ' Berlin', limit: '2' })
    expect(first.names).toEqual(['berlin 3', 'BERLIN 2'])
    expect(await listed({ q: ' Berlin', limit: '2', after: first.next })).toEqual({ names: ['Berlin 1'], next: null })
    for (const [query, words] of [
      ['state=done', /^state: Send state as one of receiving, /],
      ['created_after=2026-11-22', /^created_after: Send created_after as a time with an offset or Z/],
      ['created_after=2026-11-22T00:00:00', /with an offset or Z/],
      ['q=+', /^q: Send q as text of 1 to 200 characters\.$/],
      [`q=${'x'.repeat(201)}`, /1 to 200/],
      ['limit=101', /^limit: Send limit as a whole number from 1 to 100\.$/],
    ] as const) {
      const { status, body } = await ask('GET', `?${query}`)
      expect([status, body.detail]).toEqual([400, expect.stringMatching(words)])
    }
  })

  test('made with a test key are marked as such and not counted', async () => {
    const { ask, person } = await keyWith(url, { test: true })
    const { id, test } = (await make(ask, { lines: ['ChIJj61dQgK6j4AR4GeTYWZsKWw'] })).body
    expect(test).toBe(true)
    expect((await untilFinished(ask, id)).line_counts.found).toBe(1)
    expect(await person.query('usage.month')).toMatchObject({ used: 0 })
  })
})

/** Fetches a results file as text. */
async function fetchFile(ask: Ask, id: string, format: 'csv' | 'jsonl', query = ''): Promise<string> {
  const answer = await ask('GET', `/${id}/results.${format}${query}`)
  expect(answer.headers.get('content-type')).toContain(format === 'csv' ? 'text/csv' : 'application/x-ndjson')
  expect(answer.headers.get('content-disposition')).toContain(id)
  return answer.text
}
