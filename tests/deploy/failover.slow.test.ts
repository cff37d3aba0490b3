import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, expect, test } from 'vitest'
import { callWithKey } from '../support/call-with-key'
import { Person } from '../support/person'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { startWatchedRedis } from '../support/sentinels'
import { startSilentRelay } from '../support/silent-relay'
import { type App, startApp } from '../support/start-app'

const folder = mkdtempSync(join(tmpdir(), 'pinref-failover-'))
afterAll(() => removeFolder(folder))

/** Signs up, makes a key, and counts the key's calls that get 200. */
async function caller(app: App, email: string) {
  const person = new Person(app.url, email)
  await person.signUp()
  await person.procedure('plans.choose', { plan: 'unlimited' })
  const { key } = await person.procedure('keys.create', { name: 'Production' })
  let succeeded = 0
  return {
    person,
    key,
    succeeded: () => succeeded,
    async call() {
      const { status, json } = await callWithKey(app.url, key)
      if (status === 200) succeeded += 1
      else expect([status, json.code]).toEqual([500, 'store_unavailable'])
      return status
    },
  }
}

/** Runs a batch to its end, which needs the queue. */
async function runBatch({ url }: App, key: string): Promise<void> {
  const headers = { 'x-api-key': key }
  const body = JSON.stringify(['1', '2', '3'])
  const made = await fetch(`${url}/api/batches?operation=convert`, { method: 'POST', headers, body })
  const { id } = await made.json()
  const state = async () => (await (await fetch(`${url}/api/batches/${id}`, { headers })).json()).state
  await expect.poll(state).toBe('finished')
}

test('calls, batches, and accounts work after Sentinels replace a dead primary, with all data from its replica', async () => {
  const redis = await startWatchedRedis()
  const app = await startApp('node', { DATA_DIR: join(folder, 'sentinel'), REDIS_URL: redis.url, WEB_CONCURRENCY: '2' })
  const { person, key, call, succeeded } = await caller(app, 'ada@example.com')
  await runBatch(app, key)
  const lines = 3
  expect(await Promise.all(Array.from({ length: 40 }, call))).toEqual(Array(40).fill(200))
  // Redis responds before its replica receives the write, so the latest writes may be lost.
  const admin = new Redis(redis.primary.url)
  expect(await admin.wait(1, 5_000)).toBe(1)
  admin.disconnect()

  redis.primary.process.kill('SIGKILL')
  expect(new Set(await Promise.all(Array.from({ length: 10 }, call)))).toEqual(new Set([500]))
  await expect.poll(call).toBe(200)
  await runBatch(app, key)
  expect(await person.query('usage.month')).toMatchObject({ used: succeeded() + 2 * lines })

  // The previous primary restarts as a replica, and is made the primary again while the current primary keeps running.
  await redis.primary.restart()
  const [first, second] = [new Redis(redis.primary.url), new Redis(redis.replica.url)]
  await first.replicaof('127.0.0.1', String(redis.replica.port))
  await expect.poll(() => second.wait(1, 100)).toBe(1)
  // The Sentinels can't demote the previous primary, so Pinref disconnects from it only because of their announcement.
  // Writes during their decision would be lost, so there are none.
  await second.acl('SETUSER', 'default', '-slaveof', '-replicaof')
  await redis.swap()
  const ofPinref = async () => /cmd=(evalsha|bzpopmin|get)\b/.test(String(await second.client('LIST')))
  await expect.poll(ofPinref, { timeout: 30_000 }).toBe(false)
  await expect.poll(call).toBe(200)
  await runBatch(app, key)
  second.disconnect()
  redis.replica.process.kill('SIGKILL')
  expect(await call()).toBe(200)
  expect(await person.query('usage.month')).toMatchObject({ used: succeeded() + 3 * lines })
  first.disconnect()
  await app.stop()
  expect(app.errors()).not.toMatch(/unhandled|password/i)
  await redis.stop()
})

test('calls succeed when a host name resolves to another primary while the previous primary, now read-only, keeps its connections', async () => {
  const first = await startRedisServer()
  const second = await startRedisServer({ replicaof: `127.0.0.1 ${first.port}`, 'repl-diskless-sync-delay': '0' })
  let port = first.port
  const relay = await startSilentRelay(() => port)
  const app = await startApp('worker', { DATA_DIR: join(folder, 'name'), REDIS_URL: `redis://127.0.0.1:${relay.port}` })
  const { call, succeeded, person } = await caller(app, 'grace@example.com')
  expect(await call()).toBe(200)
  const [former, next] = [new Redis(first.url), new Redis(second.url)]
  expect(await former.wait(1, 5_000)).toBe(1)
  await next.replicaof('NO', 'ONE')
  port = second.port
  await former.replicaof('127.0.0.1', String(second.port))
  await expect.poll(call).toBe(200)
  expect(await person.query('usage.month')).toMatchObject({ used: succeeded() })
  await app.stop()
  former.disconnect()
  next.disconnect()
  relay.stop()
  await Promise.all([first.stop(), second.stop()])
})
