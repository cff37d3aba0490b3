import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { asShipped } from '../support/busy-machine'
import { callWithKey } from '../support/call-with-key'
import { Person } from '../support/person'
import { startRedisServer } from '../support/redis'
import { startRedisCluster } from '../support/redis-cluster'
import { removeFolder } from '../support/remove-folder'
import { type SilentRelay, startSilentRelay } from '../support/silent-relay'
import { startApp } from '../support/start-app'

const isLong = process.env.LONG_FORMS !== undefined
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-silent-'))
afterAll(() => removeFolder(dataDir))

/** Runs Pinref on a store behind relays that fall silent and recover, without a restart. */
async function silenceAndHeal(relays: readonly SilentRelay[], storeUrl: string, times: number) {
  const app = await startApp('node', { DATA_DIR: dataDir, REDIS_URL: storeUrl, TRUSTED_PROXIES: '1', ...asShipped })
  const person = new Person(app.url, `silent${relays.length}@example.com`)
  await person.signUp()
  const { key } = await person.procedure('keys.create', { name: 'Production' })
  let succeeded = 0
  const call = async () => {
    const { status, json } = await callWithKey(app.url, key)
    if (status === 200) succeeded += 1
    else expect([status, json.code]).toEqual([500, 'store_unavailable'])
    return status
  }
  for (let time = 0; time < times; time++) {
    expect(await call()).toBe(200)
    for (const relay of relays) relay.fallSilent()
    const calls = await Promise.all(Array.from({ length: 30 }, call))
    expect(new Set(calls)).toEqual(new Set([500]))
    if (isLong) {
      // Connections opened during the silence are silent too.
      const taken = () => relays.reduce((sum, relay) => sum + relay.taken(), 0)
      const before = taken()
      await expect.poll(taken, { timeout: 30_000 }).toBeGreaterThan(before)
      expect(await call()).toBe(500)
    }
    for (const relay of relays) relay.heal()
    await expect.poll(call, { timeout: 30_000 }).toBe(200)
  }
  // The site process has its own connection, which is replaced once a response is overdue.
  const used = () => person.query('usage.month').then((month) => month.used, String)
  await expect.poll(used, { timeout: 30_000 }).toBe(succeeded)
  return app
}

test('calls succeed again without a restart once a silent Redis server can be reached', async () => {
  const redis = await startRedisServer()
  const relay = await startSilentRelay(() => redis.port)
  const app = await silenceAndHeal([relay], `redis://127.0.0.1:${relay.port}`, isLong ? 3 : 1)
  if (isLong) {
    // The connections of the site process and the queue fell silent too. They are replaced only when a response is
    // overdue.
    await settled(relay)
    // A connection without an outstanding response remains open, even if it is idle for a long time.
    const before = relay.taken()
    await sleep(patienceMs)
    expect(relay.taken()).toBe(before)
  }
  await app.stop()
  relay.stop()
  await redis.stop()
})

test.runIf(isLong)('calls succeed again without a restart once a silent Redis Cluster can be reached', async () => {
  const { url, relays, stop } = await startRelayedCluster()
  const app = await silenceAndHeal(relays, url, 2)
  await app.stop()
  await stop()
})

/** Longer than the response timeout of any connection; the queue's timeout is 20 s. */
const patienceMs = 22_000

/** Waits until no connection has been replaced for longer than any response timeout. */
async function settled({ taken }: SilentRelay): Promise<void> {
  for (let before = -1; before !== taken(); await sleep(patienceMs)) before = taken()
}

/** Starts a Redis Cluster of three nodes that announce the relays' addresses as their own. */
async function startRelayedCluster() {
  const ports: number[] = []
  const relays = await Promise.all([0, 1, 2].map((node) => startSilentRelay(() => ports[node] ?? 0)))
  const cluster = await startRedisCluster({
    settings: (node, port) => {
      ports[node] = port
      return { 'cluster-announce-ip': '127.0.0.1', 'cluster-announce-port': String(relays[node]?.port) }
    },
  })
  return {
    url: relays.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
    relays,
    stop: async () => {
      for (const relay of relays) relay.stop()
      await cluster.stop()
    },
  }
}
