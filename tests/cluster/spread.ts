import { appProcesses, processorMs } from '../support/app-processes'
import type { RedisCluster } from '../support/redis-cluster'
import type { App } from '../support/start-app'
import type { Account } from './accounts'
import { readCalls } from './counted'
import { type Call, isOk, startLoad } from './load'
import { mastersOf, type NodeWork, workBetween, workOf } from './nodes'

/** What a call costs, in microseconds of CPU time. */
export interface Cost {
  calls: number
  workerMicros: number
  masterMicros: number
  replicaMicros: number
  /** The time of the admission script in Redis. On a busy machine, it includes waiting. */
  scriptMicros: number
}

/** The costs of calls that are spread over a few accounts, and over all of them. */
export interface Spread {
  few: Cost
  all: Cost
  fewAccounts: number
  /** The ids of all calls, including those before the measurement. */
  ids: ReadonlySet<string>
  /** The violations. */
  faults: string[]
}

/** The order in which few and all accounts make calls. A shared machine's speed changes, which then affects both. */
const turns = ['few', 'all', 'all', 'few', 'few', 'all', 'all', 'few'] as const
/** The calls of a turn, and the accounts that are few, as shares of all accounts. */
const turnShare = 1 / 8
const fewShare = 1 / 100

interface Work {
  calls: number
  workersMs: number
  masters: NodeWork
  replicas: NodeWork
}

/**
 * Makes a call from every account, because the first call of a key and of a month costs more, and then measures calls
 * from few and from all accounts in turns. Checks that every call is counted.
 */
export async function measureSpread(
  cluster: RedisCluster,
  apps: readonly App[],
  accounts: readonly Account[],
): Promise<Spread> {
  const urls = apps.map(({ url }) => url)
  const masters = await mastersOf(cluster)
  const replicas = cluster.nodes.filter((node) => !masters.includes(node))
  const workers = apps.flatMap((app) => appProcesses(app.process.pid).workers)
  const fewAccounts = Math.max(1, Math.round(accounts.length * fewShare))
  const turnCalls = Math.round(accounts.length * turnShare)
  const calls: Call[] = []
  const made: Record<(typeof turns)[number], number> = { few: 0, all: 0 }

  async function run(among: number, from: number, count: number): Promise<void> {
    const load = startLoad(urls, accounts, (index) => (from + index) % among, count)
    await load.done
    calls.push(...load.calls)
  }
  const workersMs = () => workers.reduce((sum, { pid }) => sum + processorMs(pid), 0)
  const read = async () => ({
    workersMs: workersMs(),
    masters: await workOf(masters),
    replicas: await workOf(replicas),
  })

  await run(accounts.length, 0, accounts.length)
  const works: Record<(typeof turns)[number], Work[]> = { few: [], all: [] }
  for (const turn of turns) {
    const before = await read()
    await run(turn === 'few' ? fewAccounts : accounts.length, made[turn], turnCalls)
    made[turn] += turnCalls
    const after = await read()
    works[turn].push({
      calls: turnCalls,
      workersMs: after.workersMs - before.workersMs,
      masters: workBetween(before.masters, after.masters),
      replicas: workBetween(before.replicas, after.replicas),
    })
  }
  return {
    few: costOf(works.few),
    all: costOf(works.all),
    fewAccounts,
    ids: new Set(calls.map(({ id }) => id)),
    faults: faultsOf(calls, await readCalls(accounts)),
  }
}

/** Compares each account's calls with its count. No master fails, so every call must return 200. */
function faultsOf(calls: readonly Call[], counts: readonly number[]): string[] {
  const made = counts.map(() => 0)
  for (const { account } of calls) made[account] = (made[account] ?? 0) + 1
  const wrong = counts.flatMap((count, account) =>
    count === made[account]
      ? []
      : [`account ${account}: ${count} calls are counted of ${made[account]} that were made`],
  )
  const failed = calls.filter((call) => !isOk(call))
  return [...failed.map(({ account, outcome }) => `account ${account} was answered ${outcome}`), ...wrong]
}

function costOf(works: readonly Work[]): Cost {
  const sum = (of: (work: Work) => number) => works.reduce((total, work) => total + of(work), 0)
  const calls = sum((work) => work.calls)
  const micros = (ms: (work: Work) => number) => (sum(ms) * 1_000) / calls
  return {
    calls,
    workerMicros: micros(({ workersMs }) => workersMs),
    masterMicros: micros(({ masters }) => masters.processorMs),
    replicaMicros: micros(({ replicas }) => replicas.processorMs),
    scriptMicros: (sum(({ masters }) => masters.scriptMs) * 1_000) / sum(({ masters }) => masters.scripts),
  }
}
