import { setTimeout as sleep } from 'node:timers/promises'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { type RedisCluster, untilItServes } from '../support/redis-cluster'
import type { Account } from './accounts'
import type { Load } from './load'

/** When the master failed and came back, in milliseconds since the load began. */
export interface Failover {
  /** Whether that master stored each account, by the account's number. */
  wasHeld: boolean[]
  killedMs: number
  /** When the other nodes recognized the replica as the new master. */
  tookOverMs: number
  /** When the old master had restarted as a replica and had all the data again. */
  backMs: number
}

/**
 * After this time every server has found the new master: a server refreshes the slots every two seconds, and a call
 * waits up to one second.
 */
export const maxRecoveryMs = 5_000

/** The share of the load before the master is killed, and before the master is started again. */
const killAfter = 0.4
const restartAfter = 0.6

/** Under load, kills the master that stores the account with the most calls, and restarts it later. */
export async function failOver(
  cluster: RedisCluster,
  accounts: readonly Account[],
  load: Load,
  durationMs: number,
): Promise<Failover> {
  const keyOf = (account: Account | undefined) => redisKeys(account?.id ?? '').members
  const masterOfFirst = async () => (await cluster.placement())(keyOf(accounts[0]))[0]
  const master = await masterOfFirst()
  if (!master) throw new Error('The account has no master.')
  const nodesOf = await cluster.placement()
  const wasHeld = accounts.map((account) => nodesOf(keyOf(account))[0] === master)

  await sleep(durationMs * killAfter - load.now())
  const killedMs = load.now()
  master.process.kill('SIGKILL')
  while ((await masterOfFirst()) === master) await sleep(20)
  const tookOverMs = load.now()

  await sleep(durationMs * restartAfter - load.now())
  await master.restart()
  await untilItServes(master)
  return { wasHeld, killedMs, tookOverMs, backMs: load.now() }
}
