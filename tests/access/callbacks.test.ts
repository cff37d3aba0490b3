import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { redisKeys } from '@/server/access/redis-keys'
import { deliver, postEvent, type QueuedDelivery } from '@/server/callbacks/deliver'
import { readDeliveries, restartDelivery } from '@/server/callbacks/delivery-store'
import { readOwnEndpoint, readSecrets, removeEndpoint, rotateSecret, setEndpoint } from '@/server/callbacks/endpoint'
import { switchAlert } from '@/server/mail/alert-settings'
import { finishWork } from '@/server/runtime/after-answer'
import { store } from '@/server/store/store'
import { alertAccount } from '../support/alert-account'
import { freePort } from '../support/free-port'
import { startMailServer } from '../support/mail-server'
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

const redis = await startRedisServer()
const mailServer = await startMailServer()
withStore({
  ...{ REDIS_URL: redis.url, SMTP_URL: mailServer.url, APP_URL: 'https://pinref.example' },
  CALLBACK_GATEWAY_URL: `http://127.0.0.1:${port}`,
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
const event = (id: string) => ({ id, type: 'batch.finished', data: { batch: 'batch_1', lines: 3 } }) as const

/** Makes a queue in memory, of deliveries and when they are due. */
function memoryQueue() {
  const queued: Array<{ delivery: QueuedDelivery; dueMs: number }> = []
  return {
    queue: async (delivery: QueuedDelivery, delayMs: number) => {
      queued.push({ delivery, dueMs: Date.now() + delayMs })
    },
    /** Delivers everything, moving the clock on, until nothing is left. */
    async runAll() {
      for (let next = queued.shift(); next; next = queued.shift()) {
        if (next.dueMs > Date.now()) vi.setSystemTime(next.dueMs)
        const again = await deliver(next.delivery)
        if (again !== null) queued.push({ delivery: next.delivery, dueMs: Date.now() + again })
      }
    },
  }
}

async function called() {
  const { accountId, email } = await alertAccount()
  const { secret } = await setEndpoint(accountId, url)
  return { accountId, email, secret: secret ?? '' }
}

test('an event is posted once, with a signature that the Standard Webhooks library accepts', async () => {
  const { accountId, secret } = await called()
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
    { id: 'msg_1', state: 'delivered', next: null, tries: [{ status: 200, fault: null }] },
  ])
})

test('many processes that pick up the same delivery post it once', async () => {
  const { accountId } = await called()
  await postEvent(accountId, event('msg_many'), async () => {})
  await Promise.all(Array.from({ length: 20 }, () => deliver({ accountId, id: 'msg_many' })))
  expect(received).toHaveLength(1)
})

test('nothing is posted to an address that was stored before such addresses were refused', async () => {
  const { accountId } = await called()
  await (await store()).redis.hset(redisKeys(accountId).endpoint, { url: 'https://hooks.example.com:6379/' })
  await postEvent(accountId, event('msg_port'), async () => {})
  expect(await deliver({ accountId, id: 'msg_port' })).toBeGreaterThan(0)
  expect(received).toEqual([])
  expect(await readDeliveries(accountId)).toMatchObject([{ state: 'waiting', tries: [{ fault: 'address' }] }])
})

test('after a rotation, callbacks are signed with both secrets for a day, then with the new one alone', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId, secret: former } = await called()
  const { secret } = await rotateSecret(accountId)
  expect(secret).not.toBe(former)
  const { queue, runAll } = memoryQueue()
  await postEvent(accountId, event('msg_both'), queue)
  await runAll()
  vi.setSystemTime(Date.now() + 25 * 3_600_000)
  await postEvent(accountId, event('msg_new'), queue)
  await runAll()
  const [both, alone] = received as [Received, Received]
  const accepts = (key: string, { body, headers }: Received) => {
    try {
      return Boolean(new Webhook(key).verify(body, headers as Record<string, string>))
    } catch {
      return false
    }
  }
  vi.setSystemTime(Number(both.headers['webhook-timestamp']) * 1000)
  expect([accepts(former, both), accepts(secret, both)]).toEqual([true, true])
  vi.setSystemTime(Number(alone.headers['webhook-timestamp']) * 1000)
  expect([accepts(former, alone), accepts(secret, alone)]).toEqual([false, true])
})

test('the secret stays when the address changes, and is not stored in plain text', async () => {
  const { accountId, secret } = await called()
  expect(await setEndpoint(accountId, 'https://other.example.com/')).toEqual({ secret: null })
  expect(await readSecrets(accountId)).toEqual([secret])
  expect(JSON.stringify(await redisDump(accountId))).not.toContain(secret.slice(6, 20))
})

test('a dead endpoint is tried eight times in a day with growing pauses, then switched off with one mail', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId, email } = await called()
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

  // Another delivery that fails after that day switches the endpoint off. Later callbacks are held.
  vi.setSystemTime(Date.now() + 3 * 3_600_000)
  await postEvent(accountId, event('msg_later'), queue)
  await deliver({ accountId, id: 'msg_later' })
  expect((await readOwnEndpoint(accountId))?.off).not.toBeNull()
  await runAll()
  const calls = received.length
  await postEvent(accountId, event('msg_held'), queue)
  await runAll()
  expect(received).toHaveLength(calls)
  expect((await readDeliveries(accountId)).map(({ id, state }) => [id, state])).toContainEqual(['msg_held', 'held'])
  await finishWork()
  const mail = await mailServer.newestFor(email)
  expect(mail.text).toContain('Your callbacks are switched off')
  expect(mailServer.received.filter(({ to }) => to.includes(email))).toHaveLength(1)

  // Setting the endpoint again switches it on, and the held callback can be sent by hand.
  status = 200
  await setEndpoint(accountId, url)
  expect(await restartDelivery(accountId, 'msg_held')).toBe(true)
  expect(await deliver({ accountId, id: 'msg_held' })).toBeNull()
  expect(received.at(-1)?.headers['webhook-id']).toBe('msg_held')
  expect(await readOwnEndpoint(accountId)).toMatchObject({ off: null, failing: null })
  expect(await restartDelivery(accountId, 'msg_unknown')).toBe(false)
})

test('an endpoint that answers 410 is switched off immediately, without a mail if the owner wants none', async () => {
  const { accountId, email } = await called()
  await switchAlert(accountId, 'callbacks', false)
  status = 410
  const { queue } = memoryQueue()
  await postEvent(accountId, event('msg_gone'), queue)
  await deliver({ accountId, id: 'msg_gone' })
  expect((await readOwnEndpoint(accountId))?.off).not.toBeNull()
  expect(mailServer.received.filter(({ to }) => to.includes(email))).toEqual([])
})

test('an unreachable endpoint is tried again, and a success ends its failing state', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const { accountId } = await called()
  await close()
  await postEvent(accountId, event('msg_down'), async () => {})
  const again = await deliver({ accountId, id: 'msg_down' })
  expect(again).toBeGreaterThanOrEqual(60_000)
  // A delivery that is tried too early returns how long to wait.
  const early = await deliver({ accountId, id: 'msg_down' })
  expect(early).toBeGreaterThan(0)
  expect(await readDeliveries(accountId)).toMatchObject([{ tries: [{ status: null, fault: 'unreachable' }] }])
  expect((await readOwnEndpoint(accountId))?.failing).not.toBeNull()
  await listen()
  vi.setSystemTime(Date.now() + (again ?? 0) + 1)
  expect(await deliver({ accountId, id: 'msg_down' })).toBeNull()
  expect((await readOwnEndpoint(accountId))?.failing).toBeNull()
})

test('an account without an endpoint, or with a removed one, gets no callbacks; the newest 200 deliveries are kept', async () => {
  const { accountId } = await alertAccount()
  const { queue, runAll } = memoryQueue()
  await postEvent(accountId, event('msg_none'), queue)
  await runAll()
  expect(await readDeliveries(accountId)).toEqual([])
  await setEndpoint(accountId, url)
  for (let number = 0; number < 205; number++) await postEvent(accountId, event(`msg_${number}`), async () => {})
  expect(await readDeliveries(accountId)).toHaveLength(200)
  await removeEndpoint(accountId)
  expect(await deliver({ accountId, id: 'msg_204' })).toBeNull()
  expect(received).toEqual([])
  expect(await readOwnEndpoint(accountId)).toBeNull()
  await expect(rotateSecret(accountId)).rejects.toMatchObject({ code: 'invalid_request' })
})

async function redisDump(accountId: string): Promise<unknown> {
  return (await store()).redis.hgetall(redisKeys(accountId).endpoint)
}
