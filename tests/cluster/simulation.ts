import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxKeys } from '@/server/metering/access/key-store'
import { pairs, report, say } from '../load/report'
import { setStage } from '../load/stage'
import { countOf } from '../load/statistics'
import { asShipped } from '../support/busy-machine'
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster'
import type { App } from '../support/start-app'
import { demandsOf, limitQuotas, zipf } from './accounts'
import { readCounted } from './counted'
import { failOver } from './failover'
import { chooser, type Load, perSecond, startLoad } from './load'
import { fillStore, measureKinds } from './memory'
import { costTable, memoryTables, tablesOf } from './report'
import { measureSpread } from './spread'
import { type Verdict, verdictOn } from './verdict'

/** The maximum time to refund calls that may have been counted while the master was down. */
const settleMs = 45_000
/** How long the store keeps the ids of counted calls. */
const idsLastMs = 300_000

/** How long a node may be silent before the other nodes consider it dead, as operations.md recommends. */
const nodeTimeoutMs = 1_500
const processes = 4

/**
 * Runs four servers on Redis Cluster, stores a hundred thousand accounts and a million keys, compares the cost of calls
 * from few and from all accounts, and kills a master under load. Checks whether every quota is exact, and measures the
 * effect on callers.
 */
export async function simulate(): Promise<void> {
  const count = Number(process.env.SIMULATE_CALLS ?? 200_000)
  const accountCount = Number(process.env.SIMULATE_ACCOUNTS ?? 100_000)
  const keysPerAccount = Number(process.env.SIMULATE_KEYS ?? 10)
  if (!(count >= 1_000)) throw new Error('SIMULATE_CALLS is a number of calls, at least 1,000.')
  if (!(accountCount >= 1_000)) throw new Error('SIMULATE_ACCOUNTS is a number of accounts, at least 1,000.')
  if (!(keysPerAccount >= 2 && keysPerAccount <= maxKeys)) {
    throw new Error(`SIMULATE_KEYS is the number of keys of each account, from 2 to ${maxKeys}.`)
  }
  say('Starting a Redis Cluster of six nodes, and four servers')
  const cluster = await startRedisCluster({
    replicas: 1,
    settings: () => ({
      'cluster-node-timeout': String(nodeTimeoutMs),
      'cluster-require-full-coverage': 'no',
      appendfsync: 'everysec',
    }),
  })
  const stage = await setStage({ settings: { ...asShipped, BURST_LIMIT: '1000000' }, store: cluster.url })
  try {
    const start = (place: number) => stage.start({}, { output: { file: join(stage.folder, `${place}.log`) } })
    const apps = await Promise.all(Array.from({ length: processes }, (_, place) => start(place)))
    await run(cluster, apps, { accountCount, keysPerAccount, count })
  } finally {
    await stage.end()
    await cluster.stop()
  }
}

interface Size {
  accountCount: number
  keysPerAccount: number
  /** The calls of the load during which a master is killed. */
  count: number
}

async function run(
  cluster: RedisCluster,
  apps: readonly App[],
  { accountCount, keysPerAccount, count }: Size,
): Promise<void> {
  const chances = zipf(accountCount)
  const demands = demandsOf(chances, count)
  say('Making accounts and keys')
  const { accounts: made, memory } = await fillStore(cluster, demands, keysPerAccount, say)
  say('Calls from few and from all accounts')
  const spread = await measureSpread(cluster, apps, made)

  const accounts = await limitQuotas(made, demands)
  say(`${count} calls, ${perSecond} a second`)
  const urls = apps.map(({ url }) => url)
  const load = startLoad(urls, accounts, chooser(chances), count)
  const progress = setInterval(() => say(progressOf(load)), 10_000)
  const durationMs = (count / perSecond) * 1_000
  const [failover] = await Promise.all([failOver(cluster, accounts, load, durationMs), load.done]).finally(() =>
    clearInterval(progress),
  )
  const seconds = load.now() / 1_000
  const verdict = await settled(async () =>
    verdictOn(accounts, load.calls, await readCounted(cluster, accounts, spread.ids), failover),
  )
  if (load.now() > idsLastMs) verdict.faults.push('it took so long that the ids of the first calls may be gone')
  const [logged] =
    /.*(?:unhandled|uncaught|MaxListenersExceeded|out of memory).*/i.exec(apps.map((app) => app.output()).join('\n')) ??
    []
  if (logged) verdict.faults.push(`in a log: ${logged.slice(0, 400)}`)

  say('The memory of accounts')
  const kinds = await measureKinds(
    cluster,
    accounts.filter((_, index) => demands[index]?.isScarce === false),
  )
  const { wasHeld, ...when } = failover
  const { few, all, faults } = spread
  report({
    name: 'cluster',
    tables: [
      ...memoryTables(memory, kinds),
      costTable(accounts.length, spread),
      ...tablesOf(accounts.length, load, seconds, failover, verdict),
    ],
    figures: {
      accounts: accounts.length,
      calls: load.calls.length,
      seconds,
      memory,
      kinds,
      spread: { few, all },
      failover: when,
      verdict,
    },
    faults: [...faults, ...verdict.faults],
  })
}

/** Waits for the final verdict, because failed calls are refunded in the background for a while. */
async function settled(judged: () => Promise<Verdict>): Promise<Verdict> {
  const until = Date.now() + settleMs
  for (;;) {
    const verdict = await judged()
    if (verdict.faults.length === 0 || Date.now() > until) return verdict
    await sleep(1_000)
  }
}

const progressOf = ({ calls, now }: Load): string =>
  `  ${(now() / 1_000).toFixed(0)} s: ${calls.length} answered, ${pairs(countOf(calls.map(({ outcome }) => outcome)))}`
