import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CallbackReceiver, type Received, startCallbackReceiver } from '../support/callback-receiver'
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
        return deliveries.find(({ event_id }: { event_id: string }) => event_id === event)?.state
      })
      .toBe(state)

  /** Adds an endpoint for someone, and waits until its address is verified. */
  async function added(person: Person): Promise<{ id: string; secret: string }> {
    const { id, secret } = await person.procedure('callbacks.create', { url: endpoint })
    await expect.poll(async () => (await person.query('callbacks.read')).callbacks[0].verified_at).not.toBeNull()
    return { id, secret }
  }

  test('are set up, tested, and resent, and their deliveries are listed', async () => {
    const person = await signUp(app.url)
    expect(await person.query('callbacks.read')).toEqual({ callbacks: [], deliveries: [] })
    let count = receiver.received.length
    const { secret, ...made } = await person.procedure('callbacks.create', { url: ` ${endpoint} ` })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(made).toEqual({
      id: expect.stringMatching(/^cb_\w{12}$/),
      url: endpoint,
      state: 'on',
      created_at: expect.stringMatching(/Z$/),
      verified_at: null,
      first_failed_at: null,
      turned_off_at: null,
      former_secret_expires_at: null,
    })
    // A new address gets a test event automatically.
    const first = await receiver.next('callback.test', count)
    expect(first.path).toBe('/hooks.example.com/pinref?for=batches')
    expect(JSON.parse(first.body)).toEqual({ type: 'callback.test', timestamp: expect.any(String), data: {} })
    expect(isSigned(secret, first)).toBe(true)
    await until(person, String(first.headers['webhook-id']), 'delivered')
    expect((await person.query('callbacks.read')).callbacks[0].verified_at).toMatch(/Z$/)

    count = receiver.received.length
    const { event_id: event } = await person.procedure('callbacks.test', { id: made.id })
    expect((await receiver.next('callback.test', count)).headers['webhook-id']).toBe(event)
    await until(person, event, 'delivered')
    count = receiver.received.length
    await person.procedure('deliveries.resend', { id: `${event}-${made.id}` })
    expect((await receiver.next('callback.test', count)).headers['webhook-id']).toBe(event)
    await until(person, event, 'delivered')
    const { deliveries } = await person.query('callbacks.read')
    expect(deliveries).toMatchObject([
      { event_id: event, type: 'callback.test', url: endpoint, tries: [{ status: 200 }, { status: 200 }] },
      { event_id: first.headers['webhook-id'], tries: [{ status: 200 }] },
    ])
  })

  test('are signed with both secrets after a rotation, and stop when the endpoint is removed', async () => {
    const person = await signUp(app.url)
    const { id, secret: former } = await added(person)
    const { secret, former_expires_at } = await person.procedure('callbacks.rotate', { id })
    expect(Date.parse(former_expires_at) - Date.now()).toBeGreaterThan(86_000_000)
    let count = receiver.received.length
    const { event_id: event } = await person.procedure('callbacks.test', { id })
    const both = await receiver.next('callback.test', count)
    expect([isSigned(former, both), isSigned(secret, both)]).toEqual([true, true])
    await until(person, event, 'delivered')

    await person.procedure('callbacks.delete', { id })
    expect((await person.query('callbacks.read')).callbacks).toEqual([])
    count = receiver.received.length
    await person.procedure('deliveries.resend', { id: `${event}-${id}` })
    await until(person, event, 'held')
    expect(receiver.received).toHaveLength(count)
    const next = await person.procedure('callbacks.create', { url: endpoint })
    expect([next.secret === secret, next.former_secret_expires_at]).toEqual([false, null])
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
    const once = { 'idempotency-key': 'one' }
    const made = await ask('POST', '', { url: endpoint }, once)
    const { id, secret } = made.json
    expect([made.status, made.location]).toEqual([201, `/api/callbacks/${id}`])
    await expect.poll(async () => (await ask('GET', `/${id}`)).json.verified_at).toMatch(/^20.*Z$/)
    await ask('POST', '', { url: 'https://second.example.com/' })
    expect((await ask('POST', '', { url: endpoint })).status).toBe(400)
    const again = await ask('POST', '', { url: endpoint }, once)
    expect([again.status, again.json.id, again.json.secret]).toEqual([201, id, secret])
    const reused = await ask('POST', '', { url: 'https://third.example.com/' }, once)
    expect([reused.status, reused.json.code]).toEqual([409, 'idempotency_key_reused'])
    const first = (await ask('GET', '?limit=1')).json
    const second = (await ask('GET', `?after=${first.next}`)).json
    const urls = [...first.callbacks, ...second.callbacks].map(({ url }: { url: string }) => url)
    expect([urls.sort(), second.next]).toEqual([[endpoint, 'https://second.example.com/'], null])

    const off = await ask('PATCH', `/${id}`, { state: 'off' })
    expect(off.json).toMatchObject({ id, state: 'off', turned_off_at: expect.stringMatching(/Z$/) })
    const moved = await ask('PATCH', `/${id}`, { url: 'https://moved.example.com/' })
    expect(moved.json).toMatchObject({ url: 'https://moved.example.com/', state: 'on', verified_at: null })
    const count = receiver.received.length
    const { event_id: event } = (await ask('POST', `/${id}/test`)).json
    await expect.poll(() => receiver.received.slice(count).map(({ headers }) => headers['webhook-id'])).toContain(event)
    const rotated = await ask('POST', `/${id}/rotate`)
    expect(rotated.json).toEqual({ secret: expect.any(String), former_expires_at: expect.stringMatching(/Z$/) })
    expect(rotated.json.secret).not.toBe(secret)
    expect((await ask('GET', `/${id}`)).json.former_secret_expires_at).toBe(rotated.json.former_expires_at)
    expect((await ask('POST', '', { url: endpoint }, once)).json).toMatchObject({ id, secret: null })
    expect((await ask('DELETE', `/${id}`)).json).toEqual({ id, deleted: true })
    for (const [method, path] of [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`],
      ['DELETE', `/${id}`],
      ['POST', `/${id}/test`],
      ['POST', `/${id}/rotate`],
    ] as const) {
      const { status, json } = await ask(method, path, method === 'PATCH' ? { state: 'on' } : undefined)
      expect([method, path, status, json.code]).toEqual([method, path, 404, 'callback_not_found'])
    }
    const { events } = await person.query('account.activity', { count: 3 })
    expect(events[0]).toMatchObject({ kind: 'callback-removed', key: { id: expect.stringMatching(/^key_/) } })
  })

  test('are listed, filtered, and resent over REST, delivery by delivery', async () => {
    const person = await signUp(app.url)
    const operations = ['callbacks', 'convert']
    const { key } = await person.procedure('keys.create', { name: 'Deliveries', operations })
    const test = await person.procedure('keys.create', { name: 'Test', operations, test: true })
    const ask = async (method: string, path: string, apiKey = key) => {
      const response = await fetch(`${app.url}/api/deliveries${path}`, { method, headers: { 'x-api-key': apiKey } })
      return { status: response.status, json: await response.json() }
    }
    const { id: callback } = await added(person)
    const body = JSON.stringify({ operation: 'convert', lines: ['1'], callback_url: 'https://listed.example.com/' })
    const headers = { 'x-api-key': key }
    const batch = (await (await fetch(`${app.url}/api/batches`, { method: 'POST', headers, body })).json()).id
    const list = async (query = '') => {
      const { deliveries } = (await ask('GET', query)).json
      return deliveries.map((one: Record<string, unknown>) => [one.type, one.callback_id, one.batch_id, one.state])
    }
    const [toEndpoint, own] = [
      ['batch.finished', callback, batch, 'delivered'],
      ['batch.finished', null, batch, 'delivered'],
    ]
    const tests = [
      ['callback.test', null, batch, 'delivered'],
      ['callback.test', callback, null, 'delivered'],
    ]
    await expect.poll(list).toHaveLength(4)
    await expect.poll(() => list('?state=waiting')).toEqual([])
    expect(await list()).toEqual(expect.arrayContaining([toEndpoint, own, ...tests]))
    expect(await list(`?callback_id=${callback}`)).toEqual([toEndpoint, tests[1]])
    expect(await list(`?callback_id=${callback}&batch_id=${batch}`)).toEqual([toEndpoint])
    expect(await list('?state=failed')).toEqual([])
    for (const query of ['?state=lost', '?batch_id=a.b', '?limit=0'])
      expect((await ask('GET', query)).json).toMatchObject({ status: 400, code: 'invalid_request' })
    const first = (await ask('GET', '?limit=3')).json
    const last = (await ask('GET', `?limit=3&after=${first.next}`)).json
    expect([first.deliveries.length, last.deliveries.length, last.next]).toEqual([3, 1, null])
    expect((await ask('GET', '', test.key)).json.deliveries).toHaveLength(4)

    const [delivery] = (await ask('GET', `?callback_id=${callback}&batch_id=${batch}`)).json.deliveries
    const time = expect.stringMatching(/^20.*Z$/)
    expect(delivery).toEqual({
      id: expect.stringMatching(/^[\w-]+$/),
      event_id: expect.stringMatching(/^msg_batch_/),
      type: 'batch.finished',
      callback_id: callback,
      batch_id: batch,
      url: endpoint,
      state: 'delivered',
      created_at: time,
      next_try_at: null,
      tries: [{ tried_at: time, duration_ms: expect.any(Number), status: 200, fault: null }],
    })
    expect((await ask('GET', `/${delivery.id}`)).json).toEqual(delivery)
    const resent = await ask('POST', `/${delivery.id}/resend`)
    expect([resent.status, resent.json.id]).toEqual([200, delivery.id])
    await expect.poll(async () => (await ask('GET', `/${delivery.id}`)).json.tries.length).toBe(2)
    for (const [method, path] of [
      ['GET', '/msg_unknown'],
      ['POST', '/msg_unknown/resend'],
    ] as const)
      expect((await ask(method, path)).json).toMatchObject({ status: 404, code: 'delivery_not_found' })
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async () => (await ask('POST', `/${delivery.id}/resend`)).status),
    )
    // A ten-minute window may end between these calls.
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(1)
  })

  test('are signed with a new secret when a batch is repeated, and with the same one when its creation is', async () => {
    const person = await signUp(app.url)
    const { key } = await person.procedure('keys.create', { name: 'Batches' })
    const post = async (path: string, body: object, idempotency: string) => {
      const headers = { 'x-api-key': key, 'idempotency-key': idempotency }
      const response = await fetch(`${app.url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      return response.json()
    }
    const order = { operation: 'convert', lines: ['1'], callback_url: 'https://own.example.com/repeat' }
    const { id, callback_secret } = await post('/batches', order, 'one')
    expect(callback_secret).toMatch(/^whsec_/)
    expect(await post('/batches', order, 'one')).toMatchObject({ id, callback_secret })
    const read = await fetch(`${app.url}/api/batches/${id}`, { headers: { 'x-api-key': key } })
    expect(await read.json()).not.toHaveProperty('callback_secret')
    const finished = (batch: string) =>
      receiver.received.find(
        ({ body }) => body.includes('"batch.finished"') && JSON.parse(body).data.batch.id === batch,
      )
    await expect.poll(() => finished(id)).toBeDefined()
    const repeat = await post(`/batches/${id}/repeat`, {}, 'two')
    expect(await post(`/batches/${id}/repeat`, {}, 'two')).toMatchObject({
      id: repeat.id,
      callback_secret: repeat.callback_secret,
    })
    await expect.poll(() => finished(repeat.id)).toBeDefined()
    const sent = finished(repeat.id) as Received
    expect([isSigned(callback_secret, sent), isSigned(repeat.callback_secret, sent)]).toEqual([false, true])
    expect((await post('/batches', { operation: 'convert', lines: ['1'] }, 'three')).callback_secret).toBeNull()
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
    const { id, callback_url, callback_secret } = await make('https://own.example.com/done?run=1')
    expect(callback_url).toBe('https://own.example.com/done?run=1')
    await expect.poll(() => types('/done?run=1')).toContain('batch.finished')
    expect(types('/done?run=1')).toEqual(expect.arrayContaining(['callback.test', 'batch.finished']))
    expect(JSON.parse(here('/done?run=1').at(-1)?.body ?? '').data.batch.id).toBe(id)
    for (const callback of here('/done?run=1')) expect(isSigned(callback_secret, callback)).toBe(true)
    const { secret } = await added(person)

    const count = receiver.received.length
    const second = await make('https://own.example.com/done?run=2')
    await expect.poll(() => types('/done?run=2')).toEqual(['batch.finished'])
    const [own] = here('/done?run=2')
    const isSignedBy = (one: string) => own !== undefined && isSigned(one, own)
    expect([callback_secret, secret, second.callback_secret].map(isSignedBy)).toEqual([false, false, true])
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
    const { account: copy } = await person.procedure('account.copy')
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
    const { event_id: event } = await person.procedure('callbacks.test', { id })
    await expect
      .poll(async () => (await person.query('callbacks.read')).deliveries[0])
      .toMatchObject({ event_id: event, state: 'waiting', tries: [{ status: 503 }], next_try_at: expect.any(String) })
    expect((await person.query('callbacks.read')).callbacks[0].first_failed_at).toMatch(/Z$/)
    receiver.answerWith(200)
    await person.procedure('deliveries.resend', { id: `${event}-${id}` })
    await until(person, event, 'delivered')
    expect((await person.query('callbacks.read')).callbacks[0].first_failed_at).toBeNull()
  })

  test('can be sent manually ten times in ten minutes, counting tests, resends, and new addresses together', async () => {
    const person = await signUp(app.url)
    const { id } = await added(person)
    const { key } = await person.procedure('keys.create', { name: 'Batches' })
    const { event_id: event } = await person.procedure('callbacks.test', { id })
    await until(person, event, 'delivered')
    const before = receiver.received.length
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2
          ? person.call('/trpc/callbacks.test', { id })
          : person.call('/trpc/deliveries.resend', { id: `${event}-${id}` }),
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
    expect((await other.call('/trpc/callbacks.create', { url: endpoint })).status).toBe(200)
  })

  test('are in the copy of the account’s data, without secrets', async () => {
    const person = await signUp(app.url)
    const { id, secret: former } = await added(person)
    const { secret } = await person.procedure('callbacks.rotate', { id })
    const { account: copy } = await person.procedure('account.copy')
    const time = expect.stringMatching(/Z$/)
    expect(copy.callbacks).toEqual({
      endpoints: [
        {
          id,
          url: endpoint,
          created: time,
          verified: time,
          failingSince: null,
          offSince: null,
          formerSecretUntil: time,
        },
      ],
      addresses: [{ address: 'https://hooks.example.com/pinref', named: time, verified: time }],
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
    await person.procedure('callbacks.create', { url: endpoint })
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
      const { status, json } = await person.call('/trpc/callbacks.create', { url: address })
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
    expect((await person.query('callbacks.read')).callbacks).toMatchObject([{ url: endpoint }])
    await expect.poll(() => logOf(person)).toEqual(['signed-up', 'callback-set', 'key-created'])
  })

  test('cannot be tested, changed, or rotated without an endpoint', async () => {
    const person = await signUp(url)
    for (const [step, input, status, code] of [
      ['test', { id: 'cb_none' }, 404, 'callback_not_found'],
      ['update', { id: 'cb_none', state: 'on' }, 404, 'callback_not_found'],
      ['rotate', { id: 'cb_none' }, 404, 'callback_not_found'],
      ['delete', { id: 'cb_none' }, 404, 'callback_not_found'],
    ] as const) {
      const { json, ...answer } = await person.call(`/trpc/callbacks.${step}`, input)
      expect([step, answer.status, json.error.data.problem.code]).toEqual([step, status, code])
    }
    expect(await person.query('callbacks.read')).toMatchObject({ callbacks: [], deliveries: [] })
  })

  test('cannot be seen or changed by another account', async () => {
    const [owner, other] = await Promise.all([signUp(url), signUp(url)])
    const { id } = await owner.procedure('callbacks.create', { url: endpoint })
    const { event_id } = await owner.procedure('callbacks.test', { id })
    const delivery = `${event_id}-${id}`
    const { key } = await other.procedure('keys.create', { name: 'Other', operations: ['callbacks'] })
    expect(await other.query('callbacks.read')).toMatchObject({ callbacks: [], deliveries: [] })
    expect((await other.call('/trpc/deliveries.resend', { id: delivery })).status).toBe(404)
    for (const step of ['test', 'rotate', 'delete'])
      expect((await other.call(`/trpc/callbacks.${step}`, { id })).status).toBe(404)
    for (const [method, path] of [
      ['GET', `/callbacks/${id}`],
      ['DELETE', `/callbacks/${id}`],
      ['POST', `/callbacks/${id}/test`],
      ['POST', `/callbacks/${id}/rotate`],
      ['GET', `/deliveries/${delivery}`],
      ['POST', `/deliveries/${delivery}/resend`],
    ] as const) {
      const answer = await fetch(`${url}/api${path}`, { method, headers: { 'x-api-key': key } })
      expect([method, path, answer.status]).toEqual([method, path, 404])
    }
    const listed = await fetch(`${url}/api/deliveries?callback_id=${id}`, { headers: { 'x-api-key': key } })
    expect(await listed.json()).toEqual({ deliveries: [], next: null })
    expect((await owner.query('callbacks.read')).callbacks).toMatchObject([{ id, url: endpoint }])
  })

  test('cannot be managed by a visitor, or with a key that does not include the operation', async () => {
    const person = await signUp(url)
    const { id } = await person.procedure('callbacks.create', { url: endpoint })
    const usual = await person.procedure('keys.create', { name: 'Usual' })
    const limited = await person.procedure('keys.create', { name: 'Limited', operations: ['resolve', 'usage'] })
    for (const [headers, refused, code] of [
      [{ 'x-api-key': usual.key }, 403, 'operation_not_allowed'],
      [{ 'x-api-key': limited.key }, 403, 'operation_not_allowed'],
      [{ 'x-api-key': 'pr_live_nonsense' }, 401, 'invalid_api_key'],
      [{}, 401, 'invalid_api_key'],
    ] as const) {
      for (const [method, path, body] of [
        ['GET', '/callbacks', null],
        ['POST', '/callbacks', { url: endpoint }],
        ['GET', `/callbacks/${id}`, null],
        ['PATCH', `/callbacks/${id}`, { state: 'off' }],
        ['DELETE', `/callbacks/${id}`, null],
        ['POST', `/callbacks/${id}/test`, null],
        ['POST', `/callbacks/${id}/rotate`, null],
        ['GET', '/deliveries', null],
        ['GET', '/deliveries/msg_1', null],
        ['POST', '/deliveries/msg_1/resend', null],
      ] as const) {
        const sent = { ...headers, 'x-forwarded-for': newVisitor() } as Record<string, string>
        const init = { method, headers: sent, ...(body && { body: JSON.stringify(body) }) }
        const answer = await fetch(`${url}/api${path}`, init)
        expect([method, path, answer.status, (await answer.json()).code]).toEqual([method, path, refused, code])
      }
    }
    expect((await person.query('callbacks.read')).callbacks).toMatchObject([{ id, state: 'on' }])
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
      for (const step of ['create', 'update', 'rotate', 'delete', 'test']) {
        const reply = await fetch(`${url}/api/trpc/callbacks.${step}`, {
          method: 'POST',
          headers: { ...own, 'content-type': 'application/json' },
          body: JSON.stringify({ url: endpoint, id: 'msg_none' }),
        })
        expect([step, reply.status]).toEqual([step, refused])
      }
    }
    expect((await person.query('callbacks.read')).callbacks).toEqual([])
  })
})
