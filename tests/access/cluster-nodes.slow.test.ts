import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createKey } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { readUsage } from '@/server/metering/usage/account-usage'
import { asShipped } from '../support/busy-machine'
import { newAccount } from '../support/new-account'
import type { RedisServer } from '../support/redis'
import { askNode, startRedisCluster, untilItServes } from '../support/redis-cluster'
import { admitCall } from './admit-call'
import { withStore } from './environment'

const cluster = await startRedisCluster({
  replicas: 1,
  // Only a test makes a replica take over.
  settings: () => ({ 'cluster-require-full-coverage': 'no', 'cluster-replica-no-failover': 'yes' }),
})
withStore({ REDIS_URL: cluster.url, ...asShipped })
afterAll(() => cluster.stop())

/** An account and the node that stores it. */
interface Held {
  id: string
  key: string
  master: RedisServer
}

let accounts: Held[]

/** Makes one account on each master. */
beforeAll(async () => {
  const found = new Map<RedisServer, Held>()
  const nodesOf = await cluster.placement()
  while (found.size < 3) {
    const id = await newAccount()
    const [master] = nodesOf(redisKeys(id).members)
    if (master && !found.has(master)) found.set(master, { id, key: (await createKey(id, 'a', null)).key, master })
  }
  accounts = [...found.values()]
})

const call = ({ key }: Held) => admitCall({ apiKey: key, operation: 'convert' })
const unavailable = { code: 'store_unavailable' }

/** Returns the account whose master will fail, and the other accounts. */
function split() {
  const [failing, ...others] = accounts
  if (!failing) throw new Error('No account.')
  return { failing, others }
}

/** Makes calls from the accounts on other nodes, each in its own event-loop turn. */
async function callOthers(others: readonly Held[]) {
  for (const other of others) expect(await call(other)).toMatchObject({ refused: null })
}

/** Returns a node's replication offset, which shows how many of a master's writes the node has. */
const offsetOf = async (node: RedisServer) =>
  /^master_repl_offset:(\d+)/m.exec(String(await askNode(node, 'INFO', 'replication')))?.[1]

afterEach(() => {
  for (const { process } of cluster.nodes) process.kill('SIGCONT')
})

test('while a master is down, accounts on other masters can make calls; its own accounts can after it recovers', async () => {
  const { failing, others } = split()
  failing.master.process.kill('SIGKILL')
  await expect.poll(() => call(failing).catch(({ code }) => code)).toBe('store_unavailable')
  for (let turn = 0; turn < 100; turn++) {
    await expect(call(failing)).rejects.toMatchObject(unavailable)
    await callOthers(others)
    await sleep(5)
  }
  await failing.master.restart()
  await expect.poll(() => call(failing).catch(({ code }) => code)).toMatchObject({ refused: null })
})

test('while a master hangs, accounts on other masters can make calls', async () => {
  const { failing, others } = split()
  await call(failing)
  failing.master.process.kill('SIGSTOP')
  const waiting = call(failing).catch(({ code }) => code)
  let isOver = false
  void waiting.finally(() => {
    isOver = true
  })
  while (!isOver) await callOthers(others)
  expect(await waiting).toBe('store_unavailable')
  for (let turn = 0; turn < 50; turn++) {
    await expect(call(failing)).rejects.toMatchObject(unavailable)
    await callOthers(others)
  }
})

test('when a replica takes over from a hanging master, calls are admitted again, and no call is lost or counted twice', async () => {
  const { failing } = split()
  const nodesOf = async () => (await cluster.placement())(redisKeys(failing.id).members)
  // After the hang in the previous test, the nodes have to reconnect to each other.
  await expect.poll(async () => (await nodesOf()).length).toBe(2)
  const [master, replica] = await nodesOf()
  if (!master || !replica) throw new Error('No replica.')
  await expect.poll(() => call(failing).catch(({ code }) => code)).toMatchObject({ refused: null })
  const { used } = await readUsage(failing.id)
  await untilItServes(replica)
  await expect.poll(() => offsetOf(replica)).toBe(await offsetOf(master))
  master.process.kill('SIGSTOP')
  await expect(call(failing)).rejects.toMatchObject(unavailable)
  await askNode(replica, 'CLUSTER', 'FAILOVER', 'TAKEOVER')
  await expect.poll(() => call(failing).catch(({ code }) => code)).toMatchObject({ refused: null })
  expect(await readUsage(failing.id)).toMatchObject({ used: used + 1 })
})
