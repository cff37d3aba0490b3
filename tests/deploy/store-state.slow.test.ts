import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { firstTag, markerKey } from '@/server/platform/store/store-marker'
import { runDoctor } from '../support/doctor'
import { freePort } from '../support/free-port'
import { readScrape } from '../support/prometheus'
import { startRedisServer } from '../support/redis'
import { askNode, startRedisCluster } from '../support/redis-cluster'
import { removeFolder } from '../support/remove-folder'
import { mountSmallDisk } from '../support/small-disk'
import { type App, startApp } from '../support/start-app'
import { loggedStates, storeLines } from '../support/store-lines'

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

const waiting = { timeout: 30_000 }
/** Expects readiness to change to this state. The state may be a second old. */
const expectReadiness = (app: App, expected: object) =>
  expect.poll(() => readiness(app), waiting).toMatchObject(expected)
/** Expects the log to have exactly these states of the store, each in one line. */
const expectLog = (app: App, ...states: string[]) =>
  expect.poll(() => loggedStates(app.errors()), waiting).toEqual(states)

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
    // Without the marker, the replica would be another store.
    await vi.waitFor(async () => expect(await admin.get(markerKey(firstTag))).not.toBeNull(), waiting)
    app = await startApp('worker', { DATA_DIR: dataDir, REDIS_URL: replica.url, FREE_DAILY_QUOTA: '1000000' })
  })
  afterAll(async () => {
    await app.stop()
    admin.disconnect()
  })

  test('reports that the store is a read-only replica, until the replica takes over', async () => {
    await expectReadiness(app, notReady('read_only'))
    expect(await convert(app)).toEqual(unavailable)
    await expectLog(app, 'read_only')
    await admin.replicaof('NO', 'ONE')
    await expectReadiness(app, ready)
    expect(await convert(app)).toEqual([200, undefined])
    await expectLog(app, 'read_only', 'ok')
  })

  test('reports that the store is full, until the store has room', async () => {
    await admin.config('SET', 'maxmemory', '1')
    await expectReadiness(app, notReady('full'))
    expect(await convert(app)).toEqual(unavailable)
    await expectLog(app, 'read_only', 'ok', 'full')
    await admin.config('SET', 'maxmemory', '0')
    await expectReadiness(app, ready)
    await expectLog(app, 'read_only', 'ok', 'full', 'ok')
  })

  test('reports that the store rejects the password, until the password is correct again', async () => {
    await admin.config('SET', 'requirepass', 'another')
    await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await expectReadiness(app, notReady('unauthorized'))
    expect(await convert(app)).toEqual(unavailable)
    await expectLog(app, 'read_only', 'ok', 'full', 'ok', 'unauthorized')
    await admin.config('SET', 'requirepass', '')
    await expectReadiness(app, ready)
    await expectLog(app, 'read_only', 'ok', 'full', 'ok', 'unauthorized', 'ok')
  })

  test('reports that the store cannot be reached, until it is reachable', async () => {
    const ended = once(replica.process, 'exit')
    replica.process.kill('SIGKILL')
    await ended
    await expectReadiness(app, notReady('unreachable'))
    await expectLog(app, 'read_only', 'ok', 'full', 'ok', 'unauthorized', 'ok', 'unreachable')
    await replica.restart()
    await admin.replicaof('NO', 'ONE')
    await expectReadiness(app, ready)
    await expect.poll(() => loggedStates(app.errors()).at(-1), waiting).toBe('ok')
    for (const { level, store, message } of storeLines(app.errors())) {
      expect(level).toBe(store === 'ok' ? 'info' : 'error')
      // The cause is in parentheses, and only an unreachable store has not responded.
      if (store !== 'ok') expect(message).toMatch(/^The store .*\. .*\(.+\)\.$|^The store .*\(.+\)\.$/)
      if (store !== 'unreachable') expect(message).not.toMatch(/respond/)
    }
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

const disk = mountSmallDisk('24m')
afterAll(() => disk?.remove())

test.skipIf(disk === null)(
  'a full disk under the embedded Redis is named everywhere, and calls work again once there is space',
  async () => {
    if (disk === null) return
    const data = join(disk.folder, 'data')
    const metricsPort = await freePort()
    const settings = { DATA_DIR: data, METRICS_PORT: String(metricsPort), FREE_DAILY_QUOTA: '1000000' }
    const app = await startApp('node', settings)
    const doctor = () => runDoctor({ DATA_DIR: data, PORT: String(app.port) })
    const metric = async (state: string) => {
      const scraped = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return readScrape(scraped).sum('pinref_store_state', { pinref_state: state })
    }
    expect(await convert(app)).toEqual([200, undefined])

    disk.fill()
    // Each call writes, until Redis exits.
    await expect.poll(() => convert(app), waiting).toEqual(unavailable)
    await expectReadiness(app, notReady('disk_full'))
    await expectLog(app, 'disk_full')
    const remedy = `disk is full. Free up space there`
    expect(storeLines(app.errors())[0]?.message).toContain(remedy)
    expect(storeLines(app.errors())[0]?.message).toContain(`No space left on device: ${join(data, 'redis')} has`)
    expect(await doctor()).toMatchObject({
      code: 1,
      store: expect.stringMatching(new RegExp(`^fault .*${remedy}.*No space left on device: ${data}`)),
      server: expect.stringMatching(/^fault .* finds the same fault in the store: disk_full/),
    })
    expect(await metric('disk_full')).toBe(1)
    expect(await metric('ok')).toBe(0)

    disk.free()
    await expectReadiness(app, ready)
    expect(await convert(app)).toEqual([200, undefined])
    await expectLog(app, 'disk_full', 'ok')
    expect(await doctor()).toMatchObject({
      store: expect.stringMatching(/^ok /),
      server: expect.stringMatching(/^ok /),
    })
    await app.stop()
  },
)

test.skipIf(disk === null)(
  'a full disk under a Redis server is named, whether the server could save its data or not',
  async () => {
    if (disk === null) return
    const redis = await startRedisServer({ dir: disk.folder, appendfsync: 'everysec' })
    const app = await startApp('worker', {
      DATA_DIR: join(folder, 'disk'),
      REDIS_URL: redis.url,
      FREE_DAILY_QUOTA: '1000000',
    })
    disk.fill()
    await expect.poll(() => convert(app), waiting).toEqual(unavailable)
    await expectReadiness(app, notReady('disk_full'))
    await expectLog(app, 'disk_full')
    expect(storeLines(app.errors())[0]?.message).toContain(
      'MISCONF Errors writing to the AOF file: No space left on device',
    )
    disk.free()
    await expectReadiness(app, ready)
    await expectLog(app, 'disk_full', 'ok')
    await app.stop()
    await redis.stop()
  },
)

describe('a cluster that has lost a part', () => {
  /** Returns the outcome of a call by each of 24 visitors, whose counts are on different nodes. */
  const callByEach = async (app: App) => {
    const calls = Array.from({ length: 24 }, async (_, visitor) => {
      const headers = { 'x-forwarded-for': `198.51.${visitor}.7` }
      return (await fetch(`${app.url}/api/convert`, { method: 'POST', body: '{"cid":"1"}', headers })).status
    })
    return new Set(await Promise.all(calls))
  }
  const partial = { http: 200, status: 'partial', store: 'partial', cause: 'unreachable' }

  test('serves the others, and is named with the lost nodes in readiness, metrics, the log, doctor, and the status', async () => {
    const cluster = await startRedisCluster({ settings: () => ({ 'cluster-require-full-coverage': 'no' }) })
    // The node that a process asks first, and slots of another node.
    const [lost = expect.fail('no node')] = (await cluster.placement())('{0}')
    const gap = Array.from({ length: 40 }, (_, slot) => String(slot))
    const [data, metricsPort] = [join(folder, 'cluster'), await freePort()]
    const settings = { DATA_DIR: data, REDIS_URL: cluster.url, TRUSTED_PROXIES: '1' }
    const app = await startApp('node', { ...settings, METRICS_PORT: String(metricsPort) })
    const doctor = () => runDoctor({ ...settings, PORT: String(app.port) })
    const scrape = async () => {
      const { sum } = readScrape(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
      return ['partial', 'ok'].map((state) => sum('pinref_store_state', { pinref_state: state }))
    }
    const status = async () => (await (await fetch(`${app.url}/api/status`)).json()).parts[0].state
    expect(await callByEach(app)).toEqual(new Set([200]))
    expect(await scrape()).toEqual([0, 1])

    const ended = once(lost.process, 'exit')
    lost.process.kill('SIGKILL')
    await ended
    await expectReadiness(app, partial)
    await expectLog(app, 'partial')
    const address = `127.0.0.1:${lost.port}`
    expect(storeLines(app.errors())[0]?.message).toContain(
      `can't serve calls: ${address} (connect ECONNREFUSED ${address})`,
    )
    // On a busy machine, the other nodes may lose sight of each other for a moment.
    await expect.poll(() => callByEach(app), waiting).toEqual(new Set([200, 500]))
    expect(await scrape()).toEqual([1, 0])
    expect(await status()).toBe('partial')
    expect(await doctor()).toMatchObject({
      code: 1,
      store: expect.stringMatching(new RegExp(`^fault .*${address} \\(connect ECONNREFUSED`)),
      server: expect.stringMatching(/^fault .* finds the same fault in the store: partial/),
    })

    await lost.restart()
    await expectReadiness(app, ready)
    await expectLog(app, 'partial', 'ok')
    expect(await callByEach(app)).toEqual(new Set([200]))
    expect(await status()).toBe('ok')
    const changes = async () => {
      const { changes } = await (await fetch(`${app.url}/api/status`)).json()
      return changes.map(({ part, state }: { part: string; state: string }) => `${part} ${state}`)
    }
    await expect.poll(changes, waiting).toEqual(['store ok', 'store partial'])

    // Slots that are assigned to no node.
    await Promise.all(cluster.nodes.map((node) => askNode(node, 'CLUSTER', 'DELSLOTS', ...gap)))
    await expectReadiness(app, partial)
    await expectLog(app, 'partial', 'ok', 'partial')
    expect(storeLines(app.errors())[2]?.message).toContain(`slots ${gap[0]}-${gap.at(-1)} (no node serves them)`)
    await app.stop()
    await cluster.stop()
  })
})
