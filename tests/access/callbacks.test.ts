import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetBatch } from '@/server/features/batches/find-batch'
import { deliver, postEvent, type QueuedDelivery } from '@/server/features/callbacks/deliver'
import {
  addDelivery,
  readDeliveries,
  recordTry,
  restartDelivery,
  takeDelivery,
} from '@/server/features/callbacks/delivery-store'
import {
  addEndpoint,
  changeEndpoint,
  maxAddresses,
  maxEndpoints,
  readAddresses,
  readEndpoints,
  rememberAddress,
  removeEndpoint,
  type StoredEndpoint,
} from '@/server/features/callbacks/endpoint'
import {
  maxFormer,
  newSecret,
  openSecrets,
  resealBatch,
  resealEndpoints,
  rotateSecret,
} from '@/server/features/callbacks/secrets'
import { switchAlert } from '@/server/features/mail/alert-settings'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { makeOf } from '../batches/orders'
import { alertAccount } from '../support/alert-account'
import { freePort } from '../support/free-port'
import { startMailServer } from '../support/mail-server'
import { ownerOf } from '../support/new-account'
import { newEndpoint } from '../support/new-endpoint'
import { startRedisServer } from '../support/redis'
import { withStore } from './environment'

interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

const received: Received[] = []
let status = 200
let receiver: Server | undefined
const port = await freePort()

async function listen() {
  receiver = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    response.writeHead(status).end()
  })
  receiver.listen(port, '127.0.0.1')
  await once(receiver, 'listening')
}

async function close() {
  receiver?.closeAllConnections()
  if (receiver?.listening) await new Promise((closed) => receiver?.close(closed))
}

const presentSecret = 'the present secret of this long test'
const olderSecret = 'an older secret of this long test'
const redis = await startRedisServer()
const mailServer = await startMailServer()
withStore({
  REDIS_URL: redis.url,
  SMTP_URL: mailServer.url,
  APP_URL: 'https://pinref.example',
  CALLBACK_GATEWAY_URL: `http://127.0.0.1:${port}`,
  AUTH_SECRET: presentSecret,
  OTHER_AUTH_SECRETS: olderSecret,
})

beforeEach(async () => {
  received.length = 0
  status = 200
  await listen()
})
afterEach(async () => {
  vi.useRealTimers()
  await close()
})
afterAll(async () => {
  await mailServer.stop()
  await redis.stop()
})

const url = 'https://hooks.example.com/pinref?for=batches'
const event = (id: string, batch = 'batch_1') =>
  ({ id, type: 'batch.finished', batch, data: { batch: 'batch_1', lines: 3 } }) as const

/** Makes an in-memory queue of deliveries with their due times. */
function memoryQueue() {
  const queued: Array<{ delivery: QueuedDelivery; dueMs: number }> = []
  return {
    queue: async (delivery: QueuedDelivery, delayMs: number) => {
      queued.push({ delivery, dueMs: Date.now() + delayMs })
    },
    /** Delivers everything, advancing the clock, until the queue is empty. */
    async runAll() {
      for (let next = queued.shift(); next; next = queued.shift()) {
        if (next.dueMs > Date.now()) vi.setSystemTime(next.dueMs)
        const again = await deliver(next.delivery)
        if (again !== null) queued.push({ delivery: next.delivery, dueMs: Date.now() + again })
      }
    },
  }
}

/** Whether a callback is signed with a secret. */
function accepts(secret: string, { body, headers }: Omit<Received, 'path'>): boolean {
  try {
    return Boolean(new Webhook(secret).verify(body, headers as Record<string, string>))
  } catch {
    return false
  }
}

/** Returns the secrets that sign an endpoint's callbacks, the current one first. */
async function signing(accountId: string, id: string): Promise<string[]> {
  const delivery = { id: `msg_${randomUUID()}-${id}`, event: 'msg', type: 'callback.test', body: '{}', created: 0 }
  await addDelivery(accountId, { ...delivery, endpoint: id, batch: '', url })
  const turn = await takeDelivery(accountId, delivery.id)
  if ('waitMs' in turn) throw new Error('the delivery was not taken')
  await recordTry(accountId, delivery.id, { ...outcome, made: { at: 0, tookMs: 0, status: 200, fault: null } })
  return openSecrets({ accountId, endpoint: id, batch: '' }, turn.sealed)
}

const outcome = { state: 'delivered', next: null, isGone: false, verified: '' } as const

/** Creates a batch with its own URL. */
async function batchTo(accountId: string, callback: string) {
  const { id, callbackSecret } = await makeOf(accountId, ['1'], { callback, isStarted: false })
  const [secret = ''] = await openSecrets({ accountId, endpoint: '', batch: id }, [callbackSecret])
  return { id, secret }
}

async function called() {
  const { accountId, email } = await alertAccount()
  return { accountId, email, ...(await newEndpoint(accountId, url)) }
}

test('an event is posted once, with a signature that the Standard Webhooks library accepts', async () => {
  const { accountId, id, secret } = await called()
  const { queue, runAll } = memoryQueue()
  await postEvent(accountId, event('msg_1'), queue)
  await postEvent(accountId, event('msg_1'), queue)
  await runAll()
  expect(received).toHaveLength(1)
  const [{ path, headers, body }] = received as [Received]
  expect(path).toBe('/hooks.example.com/pinref?for=batches')
  expect(headers['webhook-id']).toBe('msg_1')
  const read = new Webhook(secret).verify(body, headers as Record<string, string>)
  expect(read).toEqual({
    type: 'batch.finished',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    data: { batch: 'batch_1', lines: 3 },
  })
  expect(() => new Webhook(secret).verify(`${body} `, headers as Record<string, string>)).toThrow()
  expect(await readDeliveries(accountId)).toMatchObject([
    { id: `msg_1-${id}`, event: 'msg_1', url, state: 'delivered', next: null, tries: [{ status: 200, fault: null }] },
  ])
})

test('a delivery that many processes pick up is posted once', async () => {
  const { accountId, id } = await called()
  await postEvent(accountId, event('msg_many'), async () => {})
  await Promise.all(Array.from({ length: 20 }, () => deliver({ accountId, id: `msg_many-${id}` })))
  expect(received).toHaveLength(1)
})

test('nothing is posted to a forbidden address that was stored before such addresses were rejected', async () => {
  const { accountId, id } = await called()
  const { sealed } = await newSecret()
  const stored = { url: 'https://hooks.example.com:6379/', created: 1, secret: sealed }
  await (await store()).redis.hset(redisKeys(accountId).endpoints, { [id]: stored })
  await postEvent(accountId, event('msg_port'), async () => {})
  expect(await deliver({ accountId, id: `msg_port-${id}` })).toBeGreaterThan(0)
  expect(received).toEqual([])
  expect(await readDeliveries(accountId)).toMatchObject([{ state: 'waiting', tries: [{ fault: 'forbidden_address' }] }])
})

test('after a rotation, callbacks are signed with both secrets for a day, then only with the new secret', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId, id, secret: former } = await called()
  const { secret } = await rotateSecret(accountId, id)
  expect(secret).not.toBe(former)
  const { queue, runAll } = memoryQueue()
  await postEvent(accountId, event('msg_both'), queue)
  await runAll()
  vi.setSystemTime(Date.now() + 25 * 3_600_000)
  await postEvent(accountId, event('msg_new'), queue)
  await runAll()
  const [both, alone] = received as [Received, Received]
  vi.setSystemTime(Number(both.headers['webhook-timestamp']) * 1000)
  expect([accepts(former, both), accepts(secret, both)]).toEqual([true, true])
  vi.setSystemTime(Number(alone.headers['webhook-timestamp']) * 1000)
  expect([accepts(former, alone), accepts(secret, alone)]).toEqual([false, true])
})

test('after a second rotation within a day, each previous secret still signs for its full day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId, id, secret: first } = await called()
  const { secret: second, formerEnds } = await rotateSecret(accountId, id)
  expect(formerEnds).toBe(Math.floor(Date.now() / 1000) + 86_400)
  vi.setSystemTime(Date.now() + 23 * 3_600_000)
  const { secret: third } = await rotateSecret(accountId, id)
  expect(await signing(accountId, id)).toEqual([third, first, second])
  vi.setSystemTime(Date.now() + 2 * 3_600_000)
  expect(await signing(accountId, id)).toEqual([third, second])
  vi.setSystemTime(Date.now() + 23 * 3_600_000)
  expect(await signing(accountId, id)).toEqual([third])
})

test('many rotations at once store every secret that was shown, up to a limit', async () => {
  const { accountId, id, secret: first } = await called()
  const made = await Promise.allSettled(Array.from({ length: 10 }, () => rotateSecret(accountId, id)))
  const shown = made.flatMap((one) => (one.status === 'fulfilled' ? one.value.secret : []))
  expect(shown).toHaveLength(maxFormer)
  expect((await signing(accountId, id)).sort()).toEqual([first, ...shown].sort())
  await expect(rotateSecret(accountId, id)).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: expect.closeTo(86_400, -2),
  })
})

test('an endpoint’s secret does not change with its address or another endpoint, and is not stored in plain text', async () => {
  const { accountId, id, secret } = await called()
  const other = await newEndpoint(accountId, 'https://second.example.com/')
  await changeEndpoint(accountId, id, { url: 'https://other.example.com/', isOn: null })
  await rotateSecret(accountId, other.id)
  expect(await signing(accountId, id)).toEqual([secret])
  const stored = await (await store()).redis.hgetall(redisKeys(accountId).endpoints)
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 20))
})

test('secrets sealed with an older AUTH_SECRET are sealed with the current one, and still sign', async () => {
  const { accountId, id, secret } = await called()
  await rotateSecret(accountId, id)
  const batch = await batchTo(accountId, 'https://own.example.com/')
  const { endpoints, batch: recordOf } = redisKeys(accountId)
  const { redis } = await store()
  const sealedBy = async (key: string, data: string) => symmetricEncrypt({ key, data })
  const opened = async (data: string) => symmetricDecrypt({ key: presentSecret, data })
  const stored = await redis.hget<StoredEndpoint>(endpoints, id)
  const former = { secret: await sealedBy(olderSecret, secret), ends: stored?.formers?.[0]?.ends }
  const older = { ...stored, secret: await sealedBy(olderSecret, 'whsec_AAAA'), formers: [former] }
  await redis.hset(endpoints, { [id]: JSON.stringify(older) })
  await redis.hset(recordOf(batch.id), { secret: await sealedBy(olderSecret, batch.secret) })
  expect(await resealEndpoints(accountId)).toBe(1)
  expect(await resealBatch(accountId, batch.id)).toBe(true)
  const present = await redis.hget<StoredEndpoint>(endpoints, id)
  expect(present).toMatchObject({ url, formers: [{ ends: former.ends }] })
  expect(await opened(present?.secret ?? '')).toBe('whsec_AAAA')
  expect(await opened(present?.formers?.[0]?.secret ?? '')).toBe(secret)
  expect(await opened((await redis.hget<string>(recordOf(batch.id), 'secret')) ?? '')).toBe(batch.secret)
  expect(await signing(accountId, id)).toEqual(['whsec_AAAA', secret])
})

test('creating an endpoint again with the same Idempotency-Key returns it and its secret for a day, until a rotation', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId } = await alertAccount()
  const add = async (url: string, idempotency: string | null) => {
    const { id, sealed, isNew } = await addEndpoint(accountId, { url, idempotency, sealed: (await newSecret()).sealed })
    const [secret = null] = sealed ? await openSecrets({ accountId, endpoint: id, batch: '' }, [sealed]) : []
    return { id, secret, isNew }
  }
  const first = await add(url, 'one')
  expect(first).toMatchObject({ secret: expect.stringMatching(/^whsec_/), isNew: true })
  expect(await add(url, 'one')).toEqual({ ...first, isNew: false })
  await changeEndpoint(accountId, first.id, { url: 'https://moved.example.com/', isOn: null })
  expect(await add(url, 'one')).toEqual({ ...first, isNew: false })
  await expect(add('https://other.example.com/', 'one')).rejects.toMatchObject({ message: /Idempotency-Key was used/ })
  for (const idempotency of ['two', null])
    await expect(add('https://moved.example.com/', idempotency)).rejects.toMatchObject({
      errors: [{ pointer: '/url' }],
    })
  await rotateSecret(accountId, first.id)
  expect(await add(url, 'one')).toEqual({ ...first, secret: null, isNew: false })
  vi.setSystemTime(Date.now() + 24 * 3_600_000)
  expect(await add(url, 'one')).toMatchObject({ id: expect.not.stringMatching(first.id), isNew: true })
})

test('an event is sent once to each endpoint and to its batch’s URL, each time signed with another secret', async () => {
  const { accountId, secret } = await called()
  const second = await newEndpoint(accountId, 'https://second.example.com/')
  const { queue, runAll } = memoryQueue()
  const signers = async (id: string, callback: string) => {
    received.length = 0
    const batch = await batchTo(accountId, callback)
    await rememberAddress(accountId, callback)
    await postEvent(accountId, event(id, batch.id), queue, callback)
    await runAll()
    const secrets = { first: secret, second: second.secret, batch: batch.secret }
    return received
      .filter(({ headers }) => headers['webhook-id'] === id)
      .map(({ path, ...callback }) => [
        path.split('/')[1],
        ...Object.entries(secrets).flatMap(([name, one]) => (accepts(one, callback) ? [name] : [])),
      ])
      .sort()
  }
  const endpoints = [
    ['hooks.example.com', 'first'],
    ['second.example.com', 'second'],
  ]
  expect(await signers('msg_own', 'https://own.example.com/?run=1')).toEqual([
    endpoints[0],
    ['own.example.com', 'batch'],
    endpoints[1],
  ])
  expect(await signers('msg_same', 'https://second.example.com/')).toEqual(endpoints)
})

test('a delivery to a batch’s own URL is held once the batch and its secret are deleted', async () => {
  const { accountId } = await alertAccount()
  const own = 'https://own.example.com/'
  const { id } = await batchTo(accountId, own)
  await rememberAddress(accountId, own)
  await postEvent(accountId, event('msg_deleted', id), async () => {}, own)
  await forgetBatch(accountId, id)
  expect(await deliver({ accountId, id: `msg_deleted-${id}` })).toBeNull()
  expect(received).toEqual([])
  expect(await readDeliveries(accountId)).toMatchObject([{ state: 'held', batch: id, endpoint: '' }])
})

test('an unverified address gets a test event first, and other events only after it accepts the test event', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId } = await alertAccount()
  const { id: batch, secret } = await batchTo(accountId, 'https://new.example.com/a?run=1')
  await rememberAddress(accountId, 'https://new.example.com/a')
  status = 404
  await postEvent(accountId, event('msg_first', batch), async () => {}, 'https://new.example.com/a?run=1')
  const pause = await deliver({ accountId, id: `msg_first-${batch}` })
  const types = () => received.map(({ body }) => JSON.parse(body).type)
  expect(types()).toEqual(['callback.test'])
  expect(await readDeliveries(accountId)).toMatchObject([
    { state: 'waiting', tries: [{ status: 404, fault: 'unverified' }] },
  ])
  expect(await readAddresses(accountId)).toMatchObject([{ address: 'https://new.example.com/a', verified: null }])

  status = 204
  vi.setSystemTime(Date.now() + (pause ?? 0))
  expect(await deliver({ accountId, id: `msg_first-${batch}` })).toBeNull()
  expect(types()).toEqual(['callback.test', 'callback.test', 'batch.finished'])
  for (const { body, headers } of received.slice(1))
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy()
  expect(await readAddresses(accountId)).toMatchObject([{ verified: Math.floor(Date.now() / 1000) }])

  // The address's path matters, but its query does not.
  await postEvent(accountId, event('msg_second', batch), async () => {}, 'https://new.example.com/a?run=2')
  await deliver({ accountId, id: `msg_second-${batch}` })
  expect(types().slice(3)).toEqual(['batch.finished'])
  await postEvent(accountId, event('msg_third', batch), async () => {}, 'https://new.example.com/b')
  await deliver({ accountId, id: `msg_third-${batch}` })
  expect(types().slice(4)).toEqual(['callback.test', 'batch.finished'])
})

test('a batch’s URL that returns 410 is not called again, and no endpoint is disabled', async () => {
  const { accountId } = await called()
  const own = 'https://gone.example.com/'
  const batch = await batchTo(accountId, own)
  await rememberAddress(accountId, own)
  await postEvent(accountId, event('msg_own', batch.id), async () => {}, own)
  status = 410
  const id = `msg_own-${batch.id}`
  expect(await deliver({ accountId, id })).toBeNull()
  expect(await readEndpoints(accountId)).toMatchObject([{ url, off: null, failing: null }])
  expect(await readDeliveries(accountId)).toContainEqual(expect.objectContaining({ id, state: 'failed' }))
})

test('an account has at most five endpoints, even if many are added at once, each with a different URL', async () => {
  const { accountId } = await alertAccount()
  const adding = Array.from({ length: 20 }, (_, index) =>
    addEndpoint(accountId, { url: `https://${index % 10}.example.com/`, sealed: 'x', idempotency: null }),
  )
  const added = (await Promise.allSettled(adding)).filter((one) => one.status === 'fulfilled')
  expect(added).toHaveLength(maxEndpoints)
  const endpoints = await readEndpoints(accountId)
  expect(new Set(endpoints.map((one) => one.url)).size).toBe(maxEndpoints)
  const [first, second] = endpoints
  await expect(
    changeEndpoint(accountId, first?.id ?? '', { url: second?.url ?? '', isOn: null }),
  ).rejects.toMatchObject({ code: 'invalid_request', errors: [{ pointer: '/url' }] })
})

test('an account remembers 100 addresses and drops the least recently used address', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId } = await alertAccount()
  for (let number = 0; number <= maxAddresses; number++) {
    await rememberAddress(accountId, `https://example.com/${number}`)
    vi.setSystemTime(Date.now() + 1_000)
  }
  const addresses = (await readAddresses(accountId)).map(({ address }) => address)
  expect(addresses).toHaveLength(maxAddresses)
  expect(addresses).not.toContain('https://example.com/0')
})

test('a delivery stores its last 20 attempts', async () => {
  const { accountId, id } = await called()
  const delivery = { accountId, id: `msg_often-${id}` }
  await postEvent(accountId, event('msg_often'), async () => {})
  for (let round = 0; round < 25; round++) {
    await restartDelivery(accountId, delivery.id)
    await deliver(delivery)
  }
  expect(received).toHaveLength(25)
  expect((await readDeliveries(accountId))[0]?.tries).toHaveLength(20)
})

test('a dead endpoint is tried eight times in a day with growing delays, then disabled with one email', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId, email, id } = await called()
  status = 503
  const { queue, runAll } = memoryQueue()
  const begun = Date.now()
  await postEvent(accountId, event('msg_dead'), queue)
  await runAll()
  expect(received).toHaveLength(8)
  expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set(['msg_dead']))
  const [delivery] = await readDeliveries(accountId)
  expect(delivery).toMatchObject({ state: 'failed', next: null })
  const at = delivery?.tries.map((made) => made.at) ?? []
  const pauses = at.slice(1).map((moment, index) => moment - (at[index] ?? 0))
  expect(pauses).toEqual([...pauses].sort((a, b) => a - b))
  const hours = ((at.at(-1) ?? 0) - begun) / 3_600_000
  expect(hours).toBeGreaterThan(23)
  expect(hours).toBeLessThan(27)

  // Another delivery that fails after that day disables the endpoint. Later callbacks are stored but not sent.
  vi.setSystemTime(Date.now() + 3 * 3_600_000)
  await postEvent(accountId, event('msg_later'), queue)
  await deliver({ accountId, id: `msg_later-${id}` })
  expect((await readEndpoints(accountId))[0]?.off).toBeGreaterThan(0)
  await runAll()
  const calls = received.length
  await postEvent(accountId, event('msg_held'), queue)
  await runAll()
  expect(received).toHaveLength(calls)
  expect((await readDeliveries(accountId)).map((one) => [one.event, one.state])).toContainEqual(['msg_held', 'held'])
  await finishWork()
  const mail = await mailServer.newestFor(email)
  expect(mail.text).toContain('Your callbacks were turned off')
  expect(mailServer.received.filter(({ to }) => to.includes(email))).toHaveLength(1)

  // Once the endpoint is enabled, the stored callback can be resent manually.
  status = 200
  await changeEndpoint(accountId, id, { url: null, isOn: true })
  await restartDelivery(accountId, `msg_held-${id}`)
  expect(await deliver({ accountId, id: `msg_held-${id}` })).toBeNull()
  expect(received.at(-1)?.headers['webhook-id']).toBe('msg_held')
  expect(await readEndpoints(accountId)).toMatchObject([{ off: null, failing: null }])
  await expect(restartDelivery(accountId, 'msg_unknown')).rejects.toMatchObject({ code: 'delivery_not_found' })
})

test('an endpoint that returns 410 is disabled immediately, without an email if the owner turned off this alert', async () => {
  const { accountId, email, id } = await called()
  await switchAlert(await ownerOf(accountId), 'callbacks', false)
  status = 410
  const { queue } = memoryQueue()
  await postEvent(accountId, event('msg_gone'), queue)
  await deliver({ accountId, id: `msg_gone-${id}` })
  expect((await readEndpoints(accountId))[0]?.off).toBeGreaterThan(0)
  expect(mailServer.received.filter(({ to }) => to.includes(email))).toEqual([])
})

test('an unreachable endpoint is called again, and a success ends its failing state', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId, id } = await called()
  await close()
  await postEvent(accountId, event('msg_down'), async () => {})
  const again = await deliver({ accountId, id: `msg_down-${id}` })
  expect(again).toBeGreaterThanOrEqual(60_000)
  // A delivery that is attempted too early returns the time to wait.
  const early = await deliver({ accountId, id: `msg_down-${id}` })
  expect(early).toBeGreaterThan(0)
  expect(await readDeliveries(accountId)).toMatchObject([{ tries: [{ status: null, fault: 'unreachable' }] }])
  expect((await readEndpoints(accountId))[0]?.failing).toBeGreaterThan(0)
  await listen()
  vi.setSystemTime(Date.now() + (again ?? 0) + 1)
  expect(await deliver({ accountId, id: `msg_down-${id}` })).toBeNull()
  expect((await readEndpoints(accountId))[0]?.failing).toBeNull()
})

test('an account without an endpoint, or with a removed endpoint, gets no callbacks; 200 deliveries are stored', async () => {
  const { accountId } = await alertAccount()
  const { queue, runAll } = memoryQueue()
  await postEvent(accountId, event('msg_none'), queue)
  await runAll()
  expect(await readDeliveries(accountId)).toEqual([])
  const { id } = await newEndpoint(accountId, url)
  await postEvent(accountId, event('msg_done'), async () => {})
  await deliver({ accountId, id: `msg_done-${id}` })
  received.length = 0
  await postEvent(accountId, event('msg_0'), async () => {})
  // Deliveries from the same millisecond may be dropped in any order.
  for (const firstMs = Date.now(); Date.now() === firstMs; );
  for (let number = 1; number < 200; number++) await postEvent(accountId, event(`msg_${number}`), async () => {})
  const stored = (await readDeliveries(accountId)).map((one) => one.event)
  expect(stored).toHaveLength(200)
  expect(stored, 'what is done gives way first').toContain('msg_0')
  await postEvent(accountId, event('msg_200'), async () => {})
  expect((await readDeliveries(accountId)).map((one) => one.event)).not.toContain('msg_0')
  await removeEndpoint(accountId, id)
  expect(await deliver({ accountId, id: `msg_199-${id}` })).toBeNull()
  expect(received).toEqual([])
  expect(await readEndpoints(accountId)).toEqual([])
  await expect(removeEndpoint(accountId, id)).rejects.toMatchObject({ code: 'callback_not_found' })
})
