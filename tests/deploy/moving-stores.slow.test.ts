import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Cluster, Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callWithKey } from '../support/call-with-key'
import { freePort } from '../support/free-port'
import { Person } from '../support/person'
import { type RedisServer, startRedisServer } from '../support/redis'
import { type RedisCluster, startProxiedCluster, startRedisCluster } from '../support/redis-cluster'
import { removeFolder } from '../support/remove-folder'
import { type SilentRelay, startSilentRelay } from '../support/silent-relay'
import { startApp } from '../support/start-app'

const folder = mkdtempSync(join(tmpdir(), 'pinref-moving-'))
const dataDir = join(folder, 'data')
const file = join(folder, 'pinref.backup')
let redis: RedisServer
let cluster: RedisCluster
let admin: Redis
let person: Person
let key: string

beforeAll(async () => {
  ;[redis, cluster] = await Promise.all([startRedisServer(), startRedisCluster()])
  admin = new Redis(redis.url)
  const app = await startApp('worker', { DATA_DIR: dataDir })
  person = new Person(app.url, 'ada@example.com')
  await person.signUp()
  ;({ key } = await person.procedure('keys.create', { name: 'Moved' }))
  expect(await command(['backup', redis.url])).toMatch(/^1 The data is in use by these processes: \d+/)
  await app.stop()
})
afterAll(async () => {
  admin.disconnect()
  await Promise.all([redis.stop(), cluster.stop()])
  removeFolder(folder)
})

/** Runs a command and returns its exit code and output, without the progress that it prints if it takes long. */
function command(args: string[], env: Record<string, string> = {}): Promise<string> {
  const settings = { ...process.env, DATA_DIR: dataDir, ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, ['dist/pinref-server.js', ...args], { env: settings }, (error, stdout, stderr) =>
      resolve(`${error?.code ?? 0} ${stdout.replaceAll(/^Processed .*\n/gm, '')}${stderr}`),
    )
  })
}

/** Returns Redis's count of writes since its last save. */
const writesOf = async () => /rdb_changes_since_last_save:\d+/.exec(await admin.info('persistence'))?.[0]

async function keysOfCluster(): Promise<number> {
  const sizes = cluster.nodes.map(async ({ url }) => {
    const node = new Redis(url)
    const size = await node.dbsize()
    node.disconnect()
    return size
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('the embedded Redis is copied to another Redis, after a dry run that writes nothing', async () => {
  expect(await command(['backup', redis.url, '--dry-run'])).toMatch(
    /^0 Would write \d+ keys of 1 account \(about \d+ KB of memory\) from the embedded Redis to 127.0.0.1:\d+, which is empty\.\n$/,
  )
  expect(await admin.dbsize()).toBe(0)
  expect(await command(['backup', redis.url])).toMatch(
    /^0 Copied \d+ keys of 1 account .*\nSet REDIS_URL to that URL, then run doctor\. .*secrets\.\n$/,
  )
  const keys = await admin.dbsize()
  expect(keys).toBeGreaterThan(5)
  const refusal = await command(['backup', redis.url])
  const [, count] =
    /^1 127\.0\.0\.1:\d+ already has (\d+) keys\. To replace keys with the same names and keep all others, add --yes\.\n$/.exec(
      refusal,
    ) ?? []
  // Keys that count calls expire in the meantime.
  expect(Number(count)).toBeLessThanOrEqual(keys)
  expect(Number(count)).toBeGreaterThanOrEqual(await admin.dbsize())
  await admin.set('mine', '1')
  expect(await command(['backup', redis.url, '--yes'])).toMatch(/^0 Copied/)
  expect(await admin.get('mine')).toBe('1')
})

test('Redis data is copied to a cluster with every type, binary values, and TTLs, and the source is not changed', async () => {
  const bytes = Buffer.from([0, 255, 13, 10, 128])
  await admin.set('{x}:text', bytes, 'PX', 600_000)
  await admin.rpush('{x}:list', 'one', bytes)
  await admin.zadd('{x}:scores', 1.5, bytes)
  await admin.sadd('{x}:set', bytes)
  await admin.xadd('{x}:stream', '7-1', 'event', bytes)
  // More keys than a single read returns.
  await admin.hset('{x}:large', Object.fromEntries(Array.from({ length: 12 }, (_, at) => [at, 'x'.repeat(2 ** 20)])))
  await admin.mset(Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`place:${at}`, `"ChIJ${at}"`])))
  // Keys that expire within seconds would expire before they are counted.
  for (const name of await admin.keys('*')) {
    const leftMs = await admin.pttl(name)
    if (leftMs > 0 && leftMs < 300_000) await admin.del(name)
  }
  const [before, keys] = await Promise.all([writesOf(), admin.dbsize()])
  expect(await command(['backup', cluster.url], { REDIS_URL: redis.url })).toMatch(
    new RegExp(`^0 Copied ${keys.toLocaleString('en')} keys of 1 account from 127.0.0.1:${redis.port} to 127.0.0.1:`),
  )
  expect(await writesOf()).toBe(before)
  expect(await keysOfCluster()).toBe(keys)
  const copy = new Cluster(cluster.url.split(','))
  expect(await copy.getBuffer('{x}:text')).toEqual(bytes)
  expect(await copy.pttl('{x}:text')).toBeGreaterThan(500_000)
  expect(await copy.pttl('place:7')).toBe(-1)
  expect(await copy.lrangeBuffer('{x}:list', 0, -1)).toEqual([Buffer.from('one'), bytes])
  expect(await copy.zscore('{x}:scores', bytes)).toBe('1.5')
  expect(await copy.sismember('{x}:set', bytes)).toBe(1)
  expect(await copy.xrangeBuffer('{x}:stream', '-', '+')).toMatchObject([[Buffer.from('7-1'), [{}, bytes]]])
  expect(await copy.hstrlen('{x}:large', '11')).toBe(2 ** 20)
  copy.disconnect()
})

test('a cluster is backed up to a file, which restores its accounts and secrets to an empty cluster', async () => {
  const keys = await keysOfCluster()
  expect(await command(['backup', file], { REDIS_URL: cluster.url })).toMatch(/^0 .* contains all data/)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  for (const { url } of cluster.nodes) {
    const node = new Redis(url)
    await node.flushall()
    node.disconnect()
  }
  const elsewhere = { DATA_DIR: join(folder, 'elsewhere') }
  expect(await command(['restore', file, cluster.url, '--dry-run'], elsewhere)).toContain('which is empty')
  expect(await keysOfCluster()).toBe(0)
  expect(await command(['restore', file, cluster.url], elsewhere)).toMatch(
    /^0 (?:Processed .*\n)*Copied .*\nThe data is from 20\S+\. Set REDIS_URL .*\nOn other machines, set KEY_PEPPER/,
  )
  expect(await keysOfCluster()).toBe(keys)
  expect(readdirSync(elsewhere.DATA_DIR).sort()).toEqual(['accepted-store.json', 'secrets'])
  expect(readdirSync(dataDir).filter((name) => /^(backup|restore)-/.test(name))).toEqual([])

  const app = await startApp('worker', { ...elsewhere, REDIS_URL: cluster.url })
  expect((await callWithKey(app.url, key)).status).toBe(200)
  person.url = app.url
  expect((await person.signIn()).status).toBe(200)
  expect(app.errors()).toBe('')
  await app.stop()
})

describe('a cluster behind a network', () => {
  let proxied: Awaited<ReturnType<typeof startProxiedCluster<SilentRelay>>>
  let node: Redis

  beforeAll(async () => {
    proxied = await startProxiedCluster((port) => startSilentRelay(() => port))
    node = new Redis(proxied.node.url)
    node.on('error', () => {})
  })
  afterAll(async () => {
    node.disconnect()
    await proxied.stop()
  })

  /** Makes a server delay all writes, and returns a function that waits until it delays a copied key. */
  async function pauseWrites(target: Redis) {
    await target.call('CLIENT', 'PAUSE', '600000', 'WRITE')
    return () => expect.poll(() => target.call('CLIENT', 'LIST')).toMatch(/ cmd=restore /)
  }

  test('can be a target, and the command ends even if the client is reading the slots at that moment', async () => {
    const { proxy, url } = proxied
    const untilWriting = await pauseWrites(node)
    const copied = command(['backup', url], { REDIS_URL: redis.url })
    await untilWriting()
    const before = proxy.taken()
    proxy.fallSilent('new')
    await expect.poll(proxy.taken).toBeGreaterThan(before)
    await node.call('CLIENT', 'UNPAUSE')
    expect(await copied).toMatch(/^0 Copied/)
    proxy.heal()
  })

  test('is not left half backed up without an error if it rejects a command or stops responding', async () => {
    const partial = join(folder, 'partial.backup')
    const from = { REDIS_URL: proxied.url, STORE_TIMEOUT_MS: '100' }
    await node.call('ACL', 'SETUSER', 'default', '-scan')
    expect(await command(['backup', partial], from)).toMatch(/^1 127\.0\.0\.1:\d+.* rejects a command: NOPERM/)
    await node.call('ACL', 'SETUSER', 'default', '+scan')

    const target = await startRedisServer()
    const writer = new Redis(target.url)
    const untilWriting = await pauseWrites(writer)
    const copied = command(['backup', target.url], from)
    await untilWriting()
    proxied.proxy.fallSilent()
    await writer.call('CLIENT', 'UNPAUSE')
    expect(await copied).toMatch(
      /^1 127\.0\.0\.1:\d+.* stopped responding: no response for 6 seconds\. Check that it is running, then run this command again\.\n$/,
    )
    writer.disconnect()
    await target.stop()
    expect(existsSync(partial)).toBe(false)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([])
  })
})

test('secrets in a backup that differ from the current ones are saved next to them', async () => {
  const empty = await startRedisServer()
  const other = join(folder, 'other')
  const made = await startApp('worker', { DATA_DIR: other, REDIS_URL: redis.url }).catch(String)
  expect(made).toContain('a different KEY_PEPPER')
  expect(await command(['restore', file, empty.url], { DATA_DIR: other })).toMatch(
    /The backup's secrets differ from the secrets in .*, so they were saved in .*secrets-of-20/,
  )
  await empty.stop()
})

test('the store cannot be copied to itself, to a wrong address, or from an empty store', async () => {
  const port = await freePort()
  const from = { REDIS_URL: redis.url }
  expect(await command(['backup', redis.url], from)).toMatch(/^1 127\.0\.0\.1:\d+ is the store you are copying from\./)
  expect(await command(['backup', 'redis://127.0.0.1:port'], from)).toMatch(/^1 The target URL must be a URL like/)
  expect(await command(['restore', file, 'cluster'], from)).toMatch(/^1 cluster is not a Redis URL\./)
  expect(await command(['backup', `redis://:secret@127.0.0.1:${port}`], from)).toBe(
    `1 127.0.0.1:${port} can't be used: connect ECONNREFUSED 127.0.0.1:${port}\n`,
  )
  expect(await command(['backup', redis.url], { DATA_DIR: join(folder, 'typo') })).toMatch(/^1 .* has no data\. Check/)
})
