import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallbackReceiver, startCallbackReceiver } from '../support/callback-receiver'
import { Person } from '../support/person'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { hosts, newVisitor } from './call'

const endpoint = 'https://hooks.example.com/pinref?for=batches'

/** Signs someone up at a server, using its public name. */
async function signUp(url: string): Promise<Person> {
  const person = new Person(url, `callbacks.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  return person
}

/** Returns the event types of someone's account, oldest first. */
async function logOf(person: Person): Promise<string[]> {
  const { events } = await person.query('account.activity', { count: 100 })
  return events.map(({ kind }: { kind: string }) => kind).reverse()
}

/** Whether a callback was signed with a secret. */
function isSigned(secret: string, { headers, body }: { headers: unknown; body: string }): boolean {
  try {
    return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>))
  } catch {
    return false
  }
}

describe('an account’s callbacks', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-callbacks-'))
  let receiver: CallbackReceiver
  let app: App

  beforeAll(async () => {
    receiver = await startCallbackReceiver()
    const settings = { APP_URL: 'https://pinref.example', TRUSTED_PROXIES: '1', CALLBACK_GATEWAY_URL: receiver.url }
    app = await startApp('worker', { DATA_DIR: dataDir, ...settings })
  })
  afterAll(async () => {
    await app.stop()
    await receiver.stop()
    removeFolder(dataDir)
  })

  /** Waits until an event's only delivery has this state. */
  const until = (person: Person, event: string, state: string) =>
    expect
      .poll(async () => {
        const { deliveries } = await person.query('callbacks.read')
        return deliveries.find((delivery: { event: string }) => delivery.event === event)?.state
      })
      .toBe(state)

  /** Adds an endpoint for someone, and waits until its address is verified. */
  async function added(person: Person): Promise<{ id: string; secret: string }> {
    const { id, secret } = await person.procedure('callbacks.add', { url: endpoint })
    await expect.poll(async () => (await person.query('callbacks.read')).endpoints[0].verified).toBeGreaterThan(0)
    return { id, secret }
  }

  test('are set up, tested, and resent, and their deliveries are listed', async () => {
    const person = await signUp(app.url)
    const nothing = { endpoints: [], secret: { isMade: false, formerUntil: null }, deliveries: [] }
    expect(await person.query('callbacks.read')).toEqual(nothing)
    let count = receiver.received.length
    const { secret, ...made } = await person.procedure('callbacks.add', { url: ` ${endpoint} ` })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(made).toEqual({
      id: expect.stringMatching(/^cb_\w{12}$/),
      url: endpoint,
      state: 'on',
      created: expect.stringMatching(/Z$/),
      verified: null,
      failing_since: null,
      off_since: null,
    })
    // A new address gets a test event automatically.
    const first = await receiver.next('callback.test', count)
    expect(first.path).toBe('/hooks.example.com/pinref?for=batches')
    expect(JSON.parse(first.body)).toEqual({ type: 'callback.test', timestamp: expect.any(String), data: {} })
    expect(isSigned(secret, first)).toBe(true)
    await until(person, String(first.headers['webhook-id']), 'delivered')
    expect((await person.query('callbacks.read')).endpoints[0].verified).toBeGreaterThan(0)

    count = receiver.received.length
    const { event } = await person.procedure('callbacks.test', { id: made.id })
    expect((await receiver.next('callback.test', count)).headers['webhook-id']).toBe(event)
    await until(person, event, 'delivered')
    count = receiver.received.length
    await person.procedure('callbacks.sendAgain', { id: `${event}.${made.id}` })
    expect((await receiver.next('callback.test', count)).headers['webhook-id']).toBe(event)
    await until(person, event, 'delivered')
    const { deliveries } = await person.query('callbacks.read')
    expect(deliveries).toMatchObject([
      { event, type: 'callback.test', url: endpoint, tries: [{ status: 200 }, { status: 200 }] },
      { event: first.headers['webhook-id'], tries: [{ status: 200 }] },
    ])
  })

  test('are signed with both secrets after a rotation, and stop when the endpoint is removed', async () => {
    const person = await signUp(app.url)
    const { id, secret: former } = await added(person)
    const { secret, former_until } = await person.procedure('callbacks.rotateSecret', {})
    expect(Date.parse(former_until) - Date.now()).toBeGreaterThan(86_000_000)
    let count = receiver.received.length
    const { event } = await person.procedure('callbacks.test', { id })
    const both = await receiver.next('callback.test', count)
    expect([isSigned(former, both), isSigned(secret, both)]).toEqual([true, true])
    await until(person, event, 'delivered')

    await person.procedure('callbacks.remove', { id })
    expect((await person.query('callbacks.read')).endpoints).toEqual([])
    count = receiver.received.length
    await person.procedure('callbacks.sendAgain', { id: `${event}.${id}` })
    await until(person, event, 'held')
    expect(receiver.received).toHaveLength(count)
    expect((await person.procedure('callbacks.add', { url: endpoint })).secret).toBeNull()
    const kinds = ['signed-up', 'callback-set', 'callback-secret-made', 'callback-removed', 'callback-set']
    await expect.poll(() => logOf(person)).toEqual(kinds)
  })

  test('are managed over REST with a key that allows it', async () => {
    const person = await signUp(app.url)
    const { key } = await person.procedure('keys.create', { name: 'Provisioning', operations: ['callbacks'] })
    const ask = async (method: string, path: string, body?: object, more = {}) => {
      const init = { method, headers: { 'x-api-key': key, ...more }, ...(body && { body: JSON.stringify(body) }) }
      const response = await fetch(`${app.url}/api/callbacks${path}`, init)
      return { status: response.status, location: response.headers.get('location'), json: await response.json() }
    }
    const made = await ask('POST', '', { url: endpoint })
    const { id, secret } = made.json
    expect([made.status, made.location]).toEqual([201, `/api/callbacks/${id}`])
    await expect.poll(async () => (await ask('GET', `/${id}`)).json.verified).toMatch(/^20.*Z$/)
    await ask('POST', '', { url: 'https://second.example.com/' })
    expect((await ask('POST', '', { url: endpoint })).status).toBe(400)
    const again = await ask('POST', '', { url: endpoint }, { 'idempotency-key': 'one' })
    expect([again.status, again.json.id, again.json.secret]).toEqual([201, id, null])
    const first = (await ask('GET', '?limit=1')).json
    const second = (await ask('GET', `?after=${first.next}`)).json
    const urls = [...first.callbacks, ...second.callbacks].map(({ url }: { url: string }) => url)
    expect([urls.sort(), second.next]).toEqual([[endpoint, 'https://second.example.com/'], null])

    const off = await ask('PATCH', `/${id}`, { state: 'off' })
    expect(off.json).toMatchObject({ id, state: 'off', off_since: expect.stringMatching(/Z$/) })
    const moved = await ask('PATCH', `/${id}`, { url: 'https://moved.example.com/' })
    expect(moved.json).toMatchObject({ url: 'https://moved.example.com/', state: 'on', verified: null })
    const count = receiver.received.length
    const { event } = (await ask('POST', `/${id}/test`)).json
    await expect.poll(() => receiver.received.slice(count).map(({ headers }) => headers['webhook-id'])).toContain(event)
    const rotated = await ask('POST', '/rotate')
    expect(rotated.json).toEqual({ secret: expect.any(String), former_until: expect.stringMatching(/Z$/) })
    expect(rotated.json.secret).not.toBe(secret)
    expect((await ask('DELETE', `/${id}`)).json).toEqual({ id, removed: true })
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
    ] as const) {
      const { status, json } = await ask(method, path, method === 'PATCH' ? { state: 'on' } : undefined)
      expect([method, path, status, json.code]).toEqual([method, path, 404, 'callback_not_found'])
    }
    const { events } = await person.query('account.activity', { count: 3 })
    expect(events[0]).toMatchObject({ kind: 'callback-removed', byKey: expect.stringMatching(/^key_/) })
  })

  test('are sent to a batch’s callback_url, verified once, and to the account’s endpoints', async () => {
    const person = await signUp(app.url)
    const { key } = await person.procedure('keys.create', { name: 'Batches' })
    const make = async (callback_url: string) => {
      const body = JSON.stringify({ operation: 'convert', lines: ['1'], callback_url })
      const response = await fetch(`${app.url}/api/batches`, { method: 'POST', headers: { 'x-api-key': key }, body })
      return response.json()
    }
    const here = (path: string) => receiver.received.filter((one) => one.path === `/own.example.com${path}`)
    const types = (path: string) => here(path).map(({ body }) => JSON.parse(body).type)
    const { id, callback_url } = await make('https://own.example.com/done?run=1')
    expect(callback_url).toBe('https://own.example.com/done?run=1')
    await expect.poll(() => types('/done?run=1')).toContain('batch.finished')
    expect(types('/done?run=1')).toEqual(expect.arrayContaining(['callback.test', 'batch.finished']))
    expect(JSON.parse(here('/done?run=1').at(-1)?.body ?? '').data.batch.id).toBe(id)
    const { secret } = await added(person)
    for (const callback of here('/done?run=1')) expect(isSigned(secret, callback)).toBe(true)

    const count = receiver.received.length
    const second = await make('https://own.example.com/done?run=2')
    await expect.poll(() => types('/done?run=2')).toEqual(['batch.finished'])
    await receiver.next('batch.finished', count)
    await expect
      .poll(() =>
        receiver.received.slice(count).map(({ path, body }) => [path.split('/')[1], JSON.parse(body).data.batch.id]),
      )
      .toEqual(
        expect.arrayContaining([
          ['own.example.com', second.id],
          ['hooks.example.com', second.id],
        ]),
      )
    const copy = await person.procedure('account.copy')
    expect(copy.callbacks.addresses).toContainEqual({
      address: 'https://own.example.com/done',
      named: expect.stringMatching(/Z$/),
      verified: expect.stringMatching(/Z$/),
    })
  })

  test('are not sent to a batch’s callback_url if it has not accepted the test event', async () => {
    const person = await signUp(app.url)
    const { key } = await person.procedure('keys.create', { name: 'Batches' })
    receiver.answerWith(404)
    const body = JSON.stringify({ operation: 'convert', lines: ['1'], callback_url: 'https://stranger.example.com/' })
    const headers = { 'x-api-key': key }
    const { id } = await (await fetch(`${app.url}/api/batches`, { method: 'POST', headers, body })).json()
    await expect
      .poll(async () => {
        const { deliveries } = await person.query('callbacks.read')
        return deliveries.find(({ type }: { type: string }) => type === 'batch.finished')?.tries
      })
      .toMatchObject([{ status: 404, fault: 'unverified' }])
    receiver.answerWith(200)
    const sent = receiver.received.filter(({ path }) => path === '/stranger.example.com/')
    expect(new Set(sent.map((one) => JSON.parse(one.body).type))).toEqual(new Set(['callback.test']))
    expect(JSON.stringify(sent)).not.toContain(`"${id}"`)
  })

  test('report when a batch has finished or waits for quota', async () => {
    const person = await signUp(app.url)
    const { secret } = await added(person)
    const { key } = await person.procedure('keys.create', { name: 'Limited', monthlyLimit: 2 })
    const count = receiver.received.length
    const make = async (lines: string[]) => {
      const headers = { 'x-api-key': key, 'x-forwarded-for': newVisitor() }
      const made = await fetch(`${app.url}/api/batches?operation=convert&name=Weekly`, {
        method: 'POST',
        headers,
        body: JSON.stringify(lines),
      })
      return made.json()
    }
    const done = await make(['1', 'x'])
    const finished = await receiver.next('batch.finished', count)
    expect(isSigned(secret, finished)).toBe(true)
    expect(JSON.parse(finished.body).data).toEqual({
      batch: {
        id: done.id,
        name: 'Weekly',
        state: 'finished',
        reason: null,
        row_counts: { total: 2, headings: 0, blank: 0 },
        line_counts: expect.objectContaining({ total: 2, found: 1, to_check: 1, unreadable: 1 }),
        audit: expect.objectContaining({ fine: 0, not_checked: 2, previous: null }),
      },
    })
    const { id } = await make(['1', '2', '3'])
    const waiting = await receiver.next('batch.waiting', count)
    const batch = { id, state: 'waiting', reason: 'key_quota', audit: null }
    expect(JSON.parse(waiting.body).data).toMatchObject({ batch })
  })

  test('are listed with their status and next attempt if they fail, and can be resent', async () => {
    const person = await signUp(app.url)
    const { id } = await added(person)
    receiver.answerWith(503)
    const { event } = await person.procedure('callbacks.test', { id })
    await expect
      .poll(async () => (await person.query('callbacks.read')).deliveries[0])
      .toMatchObject({ event, state: 'waiting', tries: [{ status: 503 }], next: expect.any(Number) })
    expect((await person.query('callbacks.read')).endpoints[0].failing).toBeGreaterThan(0)
    receiver.answerWith(200)
    await person.procedure('callbacks.sendAgain', { id: `${event}.${id}` })
    await until(person, event, 'delivered')
    expect((await person.query('callbacks.read')).endpoints[0].failing).toBeNull()
  })

  test('can be sent manually ten times in ten minutes, counting tests, resends, and new addresses together', async () => {
    const person = await signUp(app.url)
    const { id } = await added(person)
    const { key } = await person.procedure('keys.create', { name: 'Batches' })
    const { event } = await person.procedure('callbacks.test', { id })
    await until(person, event, 'delivered')
    const before = receiver.received.length
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2
          ? person.call('/trpc/callbacks.test', { id })
          : person.call('/trpc/callbacks.sendAgain', { id: `${event}.${id}` }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    // A ten-minute window may end between these calls.
    expect(refused.length).toBeGreaterThanOrEqual(10)
    for (const { json } of refused) {
      expect(json.error.data.problem).toMatchObject({
        code: 'too_many_requests',
        detail: expect.stringMatching(/^You can manually send up to 10 callbacks every 10 minutes/),
      })
      expect(json.error.data.problem.retry_after).toBeGreaterThan(0)
    }
    const body = JSON.stringify({ operation: 'convert', lines: ['1'], callback_url: 'https://new.example.com/' })
    const made = await fetch(`${app.url}/api/batches`, { method: 'POST', headers: { 'x-api-key': key }, body })
    expect([made.status, (await made.json()).code]).toEqual([429, 'too_many_requests'])
    await expect
      .poll(async () => {
        const { deliveries } = await person.query('callbacks.read')
        return deliveries.every(({ state }: { state: string }) => state === 'delivered')
      })
      .toBe(true)
    expect(receiver.received.length - before).toBeLessThanOrEqual(20)
    const other = await signUp(app.url)
    expect((await other.call('/trpc/callbacks.add', { url: endpoint })).status).toBe(200)
  })

  test('are in the copy of the account’s data, without secrets', async () => {
    const person = await signUp(app.url)
    const { id, secret: former } = await added(person)
    const { secret } = await person.procedure('callbacks.rotateSecret', {})
    const copy = await person.procedure('account.copy')
    const time = expect.stringMatching(/Z$/)
    expect(copy.callbacks).toEqual({
      endpoints: [{ id, url: endpoint, created: time, verified: time, failingSince: null, offSince: null }],
      addresses: [{ address: 'https://hooks.example.com/pinref', named: time, verified: time }],
      formerSecretUntil: time,
      deliveries: [
        {
          id: expect.stringMatching(/^msg_test_/),
          url: endpoint,
          state: 'delivered',
          created: time,
          event: { type: 'callback.test', timestamp: expect.any(String), data: {} },
          tries: [{ at: time, tookMs: expect.any(Number), status: 200, fault: null }],
        },
      ],
    })
    for (const text of [former, secret, 'whsec_']) expect(JSON.stringify(copy)).not.toContain(text)
  })
})

describe.each(hosts)('callbacks, on the $host', ({ url }) => {
  test('can only be sent to a public host over HTTPS, and a rejected address changes nothing', async () => {
    const person = await signUp(url)
    await person.procedure('callbacks.add', { url: endpoint })
    const refused: Array<[address: string, words: RegExp]> = [
      ['http://hooks.example.com/', /https:\/\//],
      ['hooks.example.com', /full address/],
      ['https://127.0.0.1/', /IP address/],
      ['https://[::1]:8443/', /IP address/],
      ['https://169.254.169.254/latest/meta-data', /IP address/],
      ['https://localhost/', /private host name/],
      ['https://redis.internal/', /private host name/],
      ['https://user:word@hooks.example.com/', /name or password/],
      [`https://hooks.example.com/${'a'.repeat(3_000)}`, /2,048/],
    ]
    for (const [address, words] of refused) {
      const { status, json } = await person.call('/trpc/callbacks.add', { url: address })
      const { problem } = json.error.data
      expect([address, status, problem.code]).toEqual([address, 400, 'invalid_request'])
      expect(problem.errors).toMatchObject([{ pointer: '/url', detail: expect.stringMatching(words) }])
    }
    const body = JSON.stringify({ lines: ['1'], callback_url: 'https://127.0.0.1/' })
    const { key } = await person.procedure('keys.create', { name: 'Batches' })
    const made = await fetch(`${url}/api/batches`, { method: 'POST', headers: { 'x-api-key': key }, body })
    expect([made.status, (await made.json()).errors]).toEqual([
      400,
      [expect.objectContaining({ pointer: '/callback_url' })],
    ])
    expect((await person.query('callbacks.read')).endpoints).toMatchObject([{ url: endpoint }])
    await expect.poll(() => logOf(person)).toEqual(['signed-up', 'callback-set', 'key-created'])
  })

  test('cannot be tested, changed, or resent without an endpoint', async () => {
    const person = await signUp(url)
    for (const [step, input, status, code] of [
      ['test', { id: 'cb_none' }, 404, 'callback_not_found'],
      ['change', { id: 'cb_none', state: 'on' }, 404, 'callback_not_found'],
      ['remove', { id: 'cb_none' }, 404, 'callback_not_found'],
      ['sendAgain', { id: 'msg_none' }, 404, 'delivery_not_found'],
    ] as const) {
      const { json, ...answer } = await person.call(`/trpc/callbacks.${step}`, input)
      expect([step, answer.status, json.error.data.problem.code]).toEqual([step, status, code])
    }
    expect(await person.query('callbacks.read')).toMatchObject({ endpoints: [], deliveries: [] })
  })

  test('cannot be seen or changed by another account', async () => {
    const [owner, other] = await Promise.all([signUp(url), signUp(url)])
    const { id } = await owner.procedure('callbacks.add', { url: endpoint })
    const { event } = await owner.procedure('callbacks.test', { id })
    const { key } = await other.procedure('keys.create', { name: 'Other', operations: ['callbacks'] })
    expect(await other.query('callbacks.read')).toMatchObject({ endpoints: [], deliveries: [] })
    expect((await other.call('/trpc/callbacks.sendAgain', { id: `${event}.${id}` })).status).toBe(404)
    for (const step of ['test', 'remove'])
      expect((await other.call(`/trpc/callbacks.${step}`, { id })).status).toBe(404)
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
    ] as const) {
      const answer = await fetch(`${url}/api/callbacks${path}`, { method, headers: { 'x-api-key': key } })
      expect([method, answer.status]).toEqual([method, 404])
    }
    expect((await owner.query('callbacks.read')).endpoints).toMatchObject([{ id, url: endpoint }])
  })

  test('cannot be managed by a visitor, or with a key that does not include the operation', async () => {
    const person = await signUp(url)
    const { id } = await person.procedure('callbacks.add', { url: endpoint })
    const usual = await person.procedure('keys.create', { name: 'Usual' })
    const limited = await person.procedure('keys.create', { name: 'Limited', operations: ['resolve', 'usage'] })
    for (const [headers, refused, code] of [
      [{ 'x-api-key': usual.key }, 403, 'operation_not_allowed'],
      [{ 'x-api-key': limited.key }, 403, 'operation_not_allowed'],
      [{ 'x-api-key': 'pr_live_nonsense' }, 401, 'invalid_api_key'],
      [{}, 401, 'invalid_api_key'],
    ] as const) {
      for (const [method, path, body] of [
        ['GET', '', null],
        ['POST', '', { url: endpoint }],
        ['GET', `/${id}`, null],
        ['PATCH', `/${id}`, { state: 'off' }],
        ['DELETE', `/${id}`, null],
        ['POST', `/${id}/test`, null],
        ['POST', '/rotate', null],
      ] as const) {
        const sent = { ...headers, 'x-forwarded-for': newVisitor() } as Record<string, string>
        const init = { method, headers: sent, ...(body && { body: JSON.stringify(body) }) }
        const answer = await fetch(`${url}/api/callbacks${path}`, init)
        expect([method, path, answer.status, (await answer.json()).code]).toEqual([method, path, refused, code])
      }
    }
    expect((await person.query('callbacks.read')).endpoints).toMatchObject([{ id, off: null }])
  })

  test('are listed and resent only by signed-in owners, not with keys or by visitors', async () => {
    const person = await signUp(url)
    const { key } = await person.procedure('keys.create', { name: 'Batches' })
    for (const [headers, refused, code] of [
      [{ 'x-api-key': key }, 400, 'invalid_request'],
      [{}, 401, 'not_signed_in'],
    ] as const) {
      const own = { ...headers, origin: 'https://pinref.example', 'x-forwarded-for': newVisitor() }
      const read = await fetch(`${url}/api/trpc/callbacks.read`, { headers: own })
      expect([read.status, await read.text()]).toEqual([refused, expect.stringContaining(code)])
      for (const step of ['add', 'change', 'rotateSecret', 'remove', 'test', 'sendAgain']) {
        const reply = await fetch(`${url}/api/trpc/callbacks.${step}`, {
          method: 'POST',
          headers: { ...own, 'content-type': 'application/json' },
          body: JSON.stringify({ url: endpoint, id: 'msg_none' }),
        })
        expect([step, reply.status]).toEqual([step, refused])
      }
    }
    expect((await person.query('callbacks.read')).endpoints).toEqual([])
  })
})
