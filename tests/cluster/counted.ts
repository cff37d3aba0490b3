import { Redis } from 'ioredis'
import { monthOf } from '@/server/metering/access/calendar'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import type { RedisCluster } from '../support/redis-cluster'
import type { Account } from './accounts'

/** The store's final counts for one account. */
export interface Counted {
  /** Calls counted since the load began. */
  calls: number
  /** The ids of the counted calls. The store keeps the ids for five minutes, in case the calls are refunded. */
  ids: ReadonlySet<string>
}

const atOnce = 500

/** Reads each account's counts, in the same order. */
export async function readCounted(cluster: RedisCluster, accounts: readonly Account[]): Promise<Counted[]> {
  const ids = await countedIds(cluster, accounts)
  const month = monthOf(Date.now())
  const { redis } = await store()
  const counted: Counted[] = []
  for (let first = 0; first < accounts.length; first += atOnce) {
    const lot = accounts.slice(first, first + atOnce).map(async ({ id, before }) => {
      const used = await redis.hget<number>(redisKeys(id).counts(month), 'used')
      return { calls: (used ?? 0) - before, ids: ids.get(id) ?? new Set<string>() }
    })
    counted.push(...(await Promise.all(lot)))
  }
  return counted
}

/** Reads the ids of the calls in all accounts' burst windows, as the masters have them now. */
async function countedIds(cluster: RedisCluster, accounts: readonly Account[]): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  const nodesOf = await cluster.placement()
  const masters = new Set(accounts.map(({ id }) => nodesOf(redisKeys(id).members)[0]))
  for (const master of masters) {
    const redis = new Redis(master?.url ?? '')
    for await (const windows of redis.scanStream({ match: '{*}:counted:*', count: 1_000 })) {
      const read = (windows as string[]).map(async (window) => {
        const [, id = ''] = /^\{(.+?)\}/.exec(window) ?? []
        const ids = found.get(id) ?? new Set()
        found.set(id, ids)
        for (const called of (await redis.get(window))?.match(/\S+/g) ?? []) ids.add(called)
      })
      await Promise.all(read)
    }
    redis.disconnect()
  }
  return found
}
