import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pairs, report, say } from '../load/report'
import { setStage } from '../load/stage'
import { countOf } from '../load/statistics'
import { asShipped } from '../support/busy-machine'
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster'
import type { App } from '../support/start-app'
import { makeAccounts, zipf } from './accounts'
import { readCounted } from './counted'
import { failOver } from './failover'
import { type Load, perSecond, startLoad } from './load'
import { tablesOf } from './report'
import { type Verdict, verdictOn } from './verdict'

/*
 * Runs four servers on Redis Cluster, makes calls from ten thousand accounts, and kills a master under load. Checks
 * whether every quota is exact, and measures the effect on callers.
 */

const count = Number(process.env.SIMULATE_CALLS ?? 200_000)
const accountCount = 10_000
const durationMs = (count / perSecond) * 1_000

/** The maximum time to refund calls that may have been counted while the master was down. */
const settleMs = 45_000
/** How long the store keeps the ids of counted calls. */
const idsLastMs = 300_000

/** How long a node may be silent before the other nodes consider it dead, as operations.md recommends. */
const nodeTimeoutMs = 1_500
const processes = 4

/** Puts the load on the servers while a master fails, and reports. */
async function simulate(cluster: RedisCluster, apps: readonly App[]): Promise<void> {
  const chances = zipf(accountCount)
  say(`Making ${accountCount} accounts`)
  const accounts = await makeAccounts(chances, count)
  say(`${count} calls, ${perSecond} a second`)
  const urls = apps.map(({ url }) => url)
  const load = startLoad(urls, accounts, chances, count)
  const progress = setInterval(() => say(progressOf(load)), 10_000)
  const [failover] = await Promise.all([failOver(cluster, accounts, load, durationMs), load.done]).finally(() =>
    clearInterval(progress),
  )
  const seconds = load.now() / 1_000

  const judged = async () => verdictOn(accounts, load.calls, await readCounted(cluster, accounts), failover)
  const verdict = await settled(judged, load)
  if (load.now() > idsLastMs) verdict.faults.push('it took so long that the ids of the first calls may be gone')
  const [logged] =
    /.*(?:unhandled|uncaught|MaxListenersExceeded|out of memory).*/i.exec(apps.map((app) => app.output()).join('\n')) ??
    []
  if (logged) verdict.faults.push(`in a log: ${logged.slice(0, 400)}`)
  const { wasHeld, ...when } = failover
  report({
    name: 'cluster',
    tables: tablesOf(accounts.length, load, seconds, failover, verdict),
    figures: { accounts: accounts.length, calls: load.calls.length, seconds, failover: when, verdict },
    faults: verdict.faults,
  })
}

/** Waits for the final verdict, because failed calls are refunded in the background for a while. */
async function settled(judged: () => Promise<Verdict>, load: Load): Promise<Verdict> {
  const until = load.now() + settleMs
  for (;;) {
    const verdict = await judged()
    if (verdict.faults.length === 0 || load.now() > until) return verdict
    await sleep(1_000)
  }
}

const progressOf = ({ calls, now }: Load): string =>
  `  ${(now() / 1_000).toFixed(0)} s: ${calls.length} answered, ${pairs(countOf(calls.map(({ outcome }) => outcome)))}`

if (!(count >= 1_000)) throw new Error('SIMULATE_CALLS is a number of calls, at least 1,000.')
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
  await simulate(cluster, await Promise.all(Array.from({ length: processes }, (_, place) => start(place))))
} finally {
  await stage.end()
  await cluster.stop()
}
