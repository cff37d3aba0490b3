import { createKey } from '@/server/metering/access/key-store'
import type { PlanId } from '@/server/metering/access/limits'
import { writeProfile } from '@/server/metering/access/profile'
import { store } from '@/server/platform/store/store'
import { newAccount as makeAccount } from '../support/new-account'

/** A caller with a quota: an account with its keys, or a visitor. */
export interface Caller {
  name: string
  /** Null for a visitor. */
  accountId: string | null
  /** Each key and its id, including keys created during the load. */
  keys: Array<{ key: string; id: string }>
  /** A visitor's address; ignored for an account. */
  address: string
  /** The processes that the caller calls. */
  processes: readonly number[]
  /** This month's calls before the load. */
  before: number
}

const month = () => new Date().toISOString().slice(0, 7)
const day = () => Math.floor(Date.now() / 86_400_000)

/** Returns the Redis key of a caller's count. An account's key is a hash with the count in its `used` field. */
const counterOf = ({ accountId, address }: Caller): string =>
  accountId ? `{${accountId}}:counts:${month()}` : `free:{${address}}:${day()}`

interface Wanted {
  name: string
  plan: PlanId
  processes: readonly number[]
  /** Remaining calls this month; default: all. */
  left?: number
}

/** Makes an account with two keys directly in the store. */
export async function newAccount({ name, plan, processes, left }: Wanted): Promise<Caller> {
  const accountId = await makeAccount()
  await writeProfile(accountId, { plan })
  const keys = [await createKey(accountId, 'First', null), await createKey(accountId, 'Second', null)]
  const account = { name, accountId, keys, address: '203.0.113.1', processes, before: 0 }
  if (left !== undefined) {
    account.before = 1_000 - left
    await (await store()).redis.hset(counterOf(account), { used: account.before })
  }
  return account
}

let visitors = 0

/** Makes a new visitor. */
export function newVisitor(processes: readonly number[]): Caller {
  visitors += 1
  const address = `10.${(visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`
  return { name: 'visitor', accountId: null, keys: [], address, processes, before: 0 }
}

/** Returns the number of calls counted against each caller's quota, in the same order. */
export async function countsOf(callers: readonly Caller[]): Promise<number[]> {
  const { redis } = await store()
  const counts: number[] = []
  for (let start = 0; start < callers.length; start += 500) {
    const some = callers.slice(start, start + 500)
    const read = some.map((caller) =>
      caller.accountId ? redis.hget<number>(counterOf(caller), 'used') : redis.get<number>(counterOf(caller)),
    )
    counts.push(...(await Promise.all(read)).map((count) => Number(count ?? 0)))
  }
  return counts
}
