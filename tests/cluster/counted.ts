import { Redis } from 'ioredis'
import { monthOf } from '@/server/metering/access/calendar'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import type { RedisCluster } from '../support/redis-cluster'
import { type Account, forAll } from './accounts'
import { mastersOf } from './nodes'

/** The store's final counts for one account. */
export interface Counted {
  /** Calls counted since the load began. */
  calls: number
  /** The ids of the counted calls. The store keeps the ids for five minutes, in case the calls are refunded. */
  ids: ReadonlySet<string>
}

/**
 * Reads each account's counts, in the same order.
 * @param earlier ids of calls before the load.
 */
export async function readCounted(
  cluster: RedisCluster,
  accounts: readonly Account[],
  earlier: ReadonlySet<string>,
): Promise<Counted[]> {
  const ids = await countedIds(cluster, earlier)
  const calls = await readCalls(accounts)
  return accounts.map(({ id }, index) => ({ calls: calls[index] ?? 0, ids: ids.get(id) ?? new Set<string>() }))
}

/** Reads how many calls each account has made since the load began, in the same order. */
export async function readCalls(accounts: readonly Account[]): Promise<number[]> {
  const month = monthOf(Date.now())
  const { redis } = await store()
  return forAll(accounts, async ({ id, before }) => {
    const used = await redis.hget<number>(redisKeys(id).counts(month), 'used')
    return (used ?? 0) - before
  })
}

/** Reads the ids of the calls in all accounts' burst windows, as the masters have them now. */
async function countedIds(cluster: RedisCluster, earlier: ReadonlySet<string>): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>()
  for (const master of await mastersOf(cluster)) {
    const redis = new Redis(master.url)
    for await (const windows of redis.scanStream({ match: '{*}:counted:*', count: 1_000 })) {
      const read = (windows as string[]).map(async (window) => {
        const [, id = ''] = /^\{(.+?)\}/.exec(window) ?? []
        const ids = found.get(id) ?? new Set()
        found.set(id, ids)
        for (const called of (await redis.get(window))?.match(/\S+/g) ?? []) if (!earlier.has(called)) ids.add(called)
      })
      await Promise.all(read)
    }
    redis.disconnect()
  }
  return found
}
