import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const folder = mkdtempSync(join(tmpdir(), 'pinref-state-'))
const dataDir = join(folder, 'data')
afterAll(() => removeFolder(folder))

const readiness = async ({ url }: App) => {
  const answer = await fetch(`${url}/api/health/ready`)
  return { http: answer.status, ...((await answer.json()) as object) }
}
const convert = async ({ url }: App) => {
  const answer = await fetch(`${url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' })
  return [answer.status, ((await answer.json()) as { code?: string }).code]
}
const unavailable = [500, 'store_unavailable']
const ready = { http: 200, status: 'ok', store: 'ok' }
const notReady = (cause: string) => ({ http: 503, status: 'unavailable', store: 'unavailable', cause })

/** Expects readiness to change to this state. The state may be a second old. */
const expectReadiness = (app: App, expected: object) => expect.poll(() => readiness(app)).toMatchObject(expected)

const primary = await startRedisServer()
const replica = await startRedisServer({ replicaof: `127.0.0.1 ${primary.port}` })
afterAll(() => Promise.all([primary.stop(), replica.stop()]))

describe('readiness', () => {
  const admin = new Redis(replica.url)
  admin.on('error', () => {})
  let app: App

  beforeAll(async () => {
    const first = await startApp('worker', { DATA_DIR: dataDir, REDIS_URL: primary.url, FREE_DAILY_QUOTA: '1000000' })
    await first.stop()
    app = await startApp('worker', { DATA_DIR: dataDir, REDIS_URL: replica.url, FREE_DAILY_QUOTA: '1000000' })
  })
  afterAll(async () => {
    await app.stop()
    admin.disconnect()
  })

  test('reports that the store is a read-only replica, until the replica takes over', async () => {
    await expectReadiness(app, notReady('read_only'))
    expect(await convert(app)).toEqual(unavailable)
    await admin.replicaof('NO', 'ONE')
    await expectReadiness(app, ready)
    expect(await convert(app)).toEqual([200, undefined])
  })

  test('reports that the store is full, until the store has room', async () => {
    await admin.config('SET', 'maxmemory', '1')
    await expectReadiness(app, notReady('full'))
    expect(await convert(app)).toEqual(unavailable)
    await admin.config('SET', 'maxmemory', '0')
    await expectReadiness(app, ready)
  })

  test('reports that the store rejects the password, until the password is correct again', async () => {
    await admin.config('SET', 'requirepass', 'another')
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await expectReadiness(app, notReady('unauthorized'))
    expect(await convert(app)).toEqual(unavailable)
    await admin.config('SET', 'requirepass', '')
    await expectReadiness(app, ready)
  })

  test('reports that the store cannot be reached, until it is reachable', async () => {
    const ended = once(replica.process, 'exit')
    replica.process.kill('SIGKILL')
    await ended
    await expectReadiness(app, notReady('unreachable'))
    await replica.restart()
    await admin.replicaof('NO', 'ONE')
    await expectReadiness(app, ready)
  })

  test('needs at most one write a second for any number of callers, and leaves one Redis key', async () => {
    await expectReadiness(app, ready)
    const writes: string[] = []
    const monitor = await admin.monitor()
    monitor.on('monitor', (_, [name = '', key = '']) => {
      if (name.toUpperCase() === 'SET' && key.endsWith(':probe')) writes.push(key)
    })
    const started = performance.now()
    for (let time = 0; time < 3; time++) await Promise.all(Array.from({ length: 50 }, () => readiness(app)))
    expect(writes.length).toBeLessThanOrEqual(1 + (performance.now() - started) / 1_000)
    monitor.disconnect()
    expect(await admin.keys('pinref:*:probe')).toHaveLength(1)
  })
})

test('a store that evicts data or does not persist data is used, with a warning in readiness and once in the log', async () => {
  const redis = await startRedisServer({ 'maxmemory-policy': 'allkeys-lru', appendonly: 'no' })
  const app = await startApp('next', { DATA_DIR: join(folder, 'next'), REDIS_URL: redis.url })
  expect(await readiness(app)).toMatchObject({ ...ready, warnings: ['evicts_keys', 'no_append_only_file'] })
  await expect.poll(app.errors).toContain('maxmemory-policy allkeys-lru')
  expect(app.errors().match(/"warning":"evicts_keys"/g)).toHaveLength(1)
  expect(app.errors().match(/"warning":"no_append_only_file"/g)).toHaveLength(1)
  await app.stop()
  await redis.stop()
})

test('a store that allows neither INFO nor CONFIG has unknown settings, which is not an error', async () => {
  const redis = await startRedisServer({ appendonly: 'no' })
  const admin = new Redis(redis.url)
  await admin.call('ACL', 'SETUSER', 'managed', 'on', '>secret', '~*', '&*', '+@all', '-info', '-config')
  const app = await startApp('worker', {
    DATA_DIR: join(folder, 'managed'),
    REDIS_URL: redis.url.replace('//', '//managed:secret@'),
  })
  expect(await readiness(app)).toEqual({ ...ready, source: 'sample' })
  await app.stop()
  admin.disconnect()
  await redis.stop()
})

test('while Redis restarts without its data, no call is served', async () => {
  const redis = await startRedisServer({ appendonly: 'no' })
  const app = await startApp('worker', {
    DATA_DIR: join(folder, 'emptied'),
    REDIS_URL: redis.url,
    FREE_DAILY_QUOTA: '1000000',
  })
  expect(await convert(app)).toEqual([200, undefined])
  // The queues start after the first responses, and would write into the emptied store.
  const filled = new Redis(redis.url)
  await expect.poll(() => filled.exists('{pinref-queue}:callbacks:stalled-check'), { timeout: 20_000 }).toBe(1)
  filled.disconnect()
  const ended = once(redis.process, 'exit')
  redis.process.kill('SIGKILL')
  await ended
  // Measured from the first possible response.
  const outcomes = new Set<string>()
  let isEmpty = false
  const calling = (async () => {
    while (!isEmpty) outcomes.add(String(await convert(app)))
  })()
  await redis.restart()
  const admin = new Redis(redis.url)
  await expectReadiness(app, notReady('replaced'))
  isEmpty = true
  await calling
  expect([...outcomes]).toEqual([String(unavailable)])
  // Before it is closed, the queue writes data about its own workers.
  expect((await admin.keys('*')).filter((name) => !name.startsWith('{pinref-queue}'))).toEqual([])
  await app.stop()
  admin.disconnect()
  await redis.stop()
})
