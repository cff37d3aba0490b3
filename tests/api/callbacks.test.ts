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

/** Signs somebody up at a server, under its public name. */
async function signUp(url: string): Promise<Person> {
  const person = new Person(url, `callbacks.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  return person
}

/** Returns the kinds of the events of somebody's account, oldest first. */
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

describe('callbacks of an account', () => {
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

  const until = (person: Person, id: string, state: string) =>
    expect
      .poll(async () => {
        const { deliveries } = await person.query('callbacks.read')
        return deliveries.find((delivery: { id: string }) => delivery.id === id)?.state
      })
      .toBe(state)

  test('can be set, tested and sent again, and their deliveries are listed', async () => {
    const person = await signUp(app.url)
    expect(await person.query('callbacks.read')).toEqual({ endpoint: null, deliveries: [] })
    const { secret } = await person.procedure('callbacks.set', { url: ` ${endpoint} ` })
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const set = { url: endpoint, formerUntil: null, failing: null, off: null }
    expect((await person.query('callbacks.read')).endpoint).toEqual(set)

    const { id } = await person.procedure('callbacks.test')
    const first = await receiver.next('callback.test')
    expect(first.path).toBe('/hooks.example.com/pinref?for=batches')
    expect(first.headers['webhook-id']).toBe(id)
    expect(JSON.parse(first.body)).toEqual({ type: 'callback.test', timestamp: expect.any(String), data: {} })
    expect(isSigned(secret, first)).toBe(true)
    await until(person, id, 'delivered')

    const count = receiver.received.length
    await person.procedure('callbacks.sendAgain', { id })
    const again = await receiver.next('callback.test', count)
    expect([again.headers['webhook-id'], again.body]).toEqual([id, first.body])
    await until(person, id, 'delivered')
    const { deliveries } = await person.query('callbacks.read')
    expect(deliveries).toMatchObject([{ id, type: 'callback.test', tries: [{ status: 200 }, { status: 200 }] }])
  })

  test('are signed with both secrets after a rotation, and stop when the endpoint is removed', async () => {
    const person = await signUp(app.url)
    const { secret: former } = await person.procedure('callbacks.set', { url: endpoint })
    expect(await person.procedure('callbacks.set', { url: endpoint })).toEqual({ secret: null })
    const { secret } = await person.procedure('callbacks.rotateSecret')
    const { formerUntil } = (await person.query('callbacks.read')).endpoint
    expect(formerUntil - Date.now() / 1000).toBeGreaterThan(86_000)
    let count = receiver.received.length
    const { id } = await person.procedure('callbacks.test')
    const both = await receiver.next('callback.test', count)
    expect([isSigned(former, both), isSigned(secret, both)]).toEqual([true, true])
    await until(person, id, 'delivered')

    await person.procedure('callbacks.remove')
    expect((await person.query('callbacks.read')).endpoint).toBeNull()
    count = receiver.received.length
    await person.procedure('callbacks.sendAgain', { id })
    await until(person, id, 'held')
    expect(receiver.received).toHaveLength(count)
    expect((await person.procedure('callbacks.set', { url: endpoint })).secret).not.toBe(secret)
    const kinds = [
      'signed-up',
      'callback-set',
      'callback-set',
      'callback-secret-made',
      'callback-removed',
      'callback-set',
    ]
    await expect.poll(() => logOf(person)).toEqual(kinds)
  })

  test('report a batch that has finished, and one that waits for quota', async () => {
    const person = await signUp(app.url)
    const { secret } = await person.procedure('callbacks.set', { url: endpoint })
    const { key } = await person.procedure('keys.create', { name: 'Limited', monthlyLimit: 2 })
    const make = async (lines: string[]) => {
      const headers = { 'x-api-key': key, 'x-forwarded-for': newVisitor() }
      const made = await fetch(`${app.url}/api/batches?operation=convert`, {
        ...{ method: 'POST', headers, body: JSON.stringify(lines) },
      })
      return made.json()
    }
    const done = await make(['1', 'x'])
    const finished = await receiver.next('batch.finished')
    expect(isSigned(secret, finished)).toBe(true)
    expect(JSON.parse(finished.body).data).toEqual({
      batch: { id: done.id, state: 'finished', reason: null, lines: 2, found: 1, failed: 0, unreadable: 1 },
    })
    const { id } = await make(['1', '2', '3'])
    const waiting = await receiver.next('batch.waiting')
    expect(JSON.parse(waiting.body).data).toMatchObject({ batch: { id, state: 'waiting', reason: 'key_quota' } })
  })

  test('that fail are listed with their status and next try, and can be sent again', async () => {
    const person = await signUp(app.url)
    await person.procedure('callbacks.set', { url: endpoint })
    receiver.answerWith(503)
    const { id } = await person.procedure('callbacks.test')
    await expect
      .poll(async () => (await person.query('callbacks.read')).deliveries[0])
      .toMatchObject({ id, state: 'waiting', tries: [{ status: 503 }], next: expect.any(Number) })
    expect((await person.query('callbacks.read')).endpoint.failing).toBeGreaterThan(0)
    receiver.answerWith(200)
    await person.procedure('callbacks.sendAgain', { id })
    await until(person, id, 'delivered')
    expect((await person.query('callbacks.read')).endpoint.failing).toBeNull()
  })

  test('can be sent by hand ten times in ten minutes, tests and resends together', async () => {
    const person = await signUp(app.url)
    await person.procedure('callbacks.set', { url: endpoint })
    const { id } = await person.procedure('callbacks.test')
    await until(person, id, 'delivered')
    const before = receiver.received.length
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        index % 2 ? person.call('/trpc/callbacks.test', {}) : person.call('/trpc/callbacks.sendAgain', { id }),
      ),
    )
    const refused = answers.filter(({ status }) => status === 429)
    // A window of ten minutes may end in the middle of them.
    expect(refused.length).toBeGreaterThanOrEqual(10)
    for (const { json } of refused) {
      expect(json.error.data.problem).toMatchObject({
        code: 'too_many_requests',
        detail: 'You can send 10 callbacks by hand in 10 minutes. Try again later.',
      })
      expect(json.error.data.problem.retry_after).toBeGreaterThan(0)
    }
    await expect
      .poll(async () => {
        const { deliveries } = await person.query('callbacks.read')
        return deliveries.every(({ state }: { state: string }) => state === 'delivered')
      })
      .toBe(true)
    expect(receiver.received.length - before).toBeLessThanOrEqual(20)
    const other = await signUp(app.url)
    await other.procedure('callbacks.set', { url: endpoint })
    expect((await other.call('/trpc/callbacks.test', {})).status).toBe(200)
  })

  test('are in the copy of the account, without a secret', async () => {
    const person = await signUp(app.url)
    const { secret: former } = await person.procedure('callbacks.set', { url: endpoint })
    const { secret } = await person.procedure('callbacks.rotateSecret')
    const { id } = await person.procedure('callbacks.test')
    await until(person, id, 'delivered')
    const copy = await person.procedure('account.copy')
    expect(copy.callbacks).toEqual({
      endpoint: { url: endpoint, formerSecretUntil: expect.any(String), failingSince: null, offSince: null },
      deliveries: [
        {
          ...{ id, state: 'delivered', created: expect.stringMatching(/Z$/) },
          event: { type: 'callback.test', timestamp: expect.any(String), data: {} },
          tries: [{ at: expect.stringMatching(/Z$/), tookMs: expect.any(Number), status: 200, fault: null }],
        },
      ],
    })
    for (const text of [former, secret, 'whsec_']) expect(JSON.stringify(copy)).not.toContain(text)
  })
})

describe.each(hosts)('callbacks, on the $host', ({ url }) => {
  test('can only go to a public host over https, and a refused address changes nothing', async () => {
    const person = await signUp(url)
    await person.procedure('callbacks.set', { url: endpoint })
    const refused: Array<[address: string, words: RegExp]> = [
      ['http://hooks.example.com/', /https:\/\//],
      ['hooks.example.com', /whole address/],
      ['https://127.0.0.1/', /IP address/],
      ['https://[::1]:8443/', /IP address/],
      ['https://169.254.169.254/latest/meta-data', /IP address/],
      ['https://localhost/', /inside a network/],
      ['https://redis.internal/', /inside a network/],
      ['https://user:word@hooks.example.com/', /name and password/],
      [`https://hooks.example.com/${'a'.repeat(3_000)}`, /2,048/],
    ]
    for (const [address, words] of refused) {
      const { status, json } = await person.call('/trpc/callbacks.set', { url: address })
      const { problem } = json.error.data
      expect([address, status, problem.code]).toEqual([address, 400, 'invalid_request'])
      expect(problem.errors).toMatchObject([{ pointer: '/url', detail: expect.stringMatching(words) }])
    }
    expect((await person.query('callbacks.read')).endpoint.url).toBe(endpoint)
    await expect.poll(() => logOf(person)).toEqual(['signed-up', 'callback-set'])
  })

  test('without an endpoint cannot be tested, sent again or given a new secret', async () => {
    const person = await signUp(url)
    for (const [step, input] of [
      ['rotateSecret', {}],
      ['test', {}],
      ['sendAgain', { id: 'msg_none' }],
    ] as const) {
      const { status, json } = await person.call(`/trpc/callbacks.${step}`, input)
      expect([step, status, json.error.data.problem.code]).toEqual([step, 400, 'invalid_request'])
    }
    expect(await person.query('callbacks.read')).toEqual({ endpoint: null, deliveries: [] })
    expect(await logOf(person)).not.toContain('callback-secret-made')
  })

  test('cannot be seen or changed by another account', async () => {
    const [owner, other] = await Promise.all([signUp(url), signUp(url)])
    await owner.procedure('callbacks.set', { url: endpoint })
    const { id } = await owner.procedure('callbacks.test')
    expect(await other.query('callbacks.read')).toEqual({ endpoint: null, deliveries: [] })
    expect((await other.call('/trpc/callbacks.sendAgain', { id })).status).toBe(400)
    await other.procedure('callbacks.remove')
    expect((await owner.query('callbacks.read')).endpoint.url).toBe(endpoint)
  })

  test('need a session: neither a key nor a visitor can read or change them', async () => {
    const person = await signUp(url)
    const { key } = await person.procedure('keys.create', { name: 'Batches' })
    for (const [headers, refused, code] of [
      [{ 'x-api-key': key }, 400, 'invalid_request'],
      [{}, 401, 'not_signed_in'],
    ] as const) {
      const own = { ...headers, origin: 'https://pinref.example', 'x-forwarded-for': newVisitor() }
      const read = await fetch(`${url}/api/trpc/callbacks.read`, { headers: own })
      expect([read.status, await read.text()]).toEqual([refused, expect.stringContaining(code)])
      for (const step of ['set', 'rotateSecret', 'remove', 'test', 'sendAgain']) {
        const asked = await fetch(`${url}/api/trpc/callbacks.${step}`, {
          method: 'POST',
          headers: { ...own, 'content-type': 'application/json' },
          body: JSON.stringify({ url: endpoint, id: 'msg_none' }),
        })
        expect([step, asked.status]).toEqual([step, refused])
      }
    }
    expect((await person.query('callbacks.read')).endpoint).toBeNull()
  })
})
