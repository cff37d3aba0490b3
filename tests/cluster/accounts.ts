import { createKey } from '@/server/metering/access/key-store'
import { plans } from '@/server/metering/access/limits'
import { writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { readUsage } from '@/server/metering/usage/account-usage'
import { store } from '@/server/platform/store/store'
import { newAccount } from '../support/new-account'

/** An account that makes calls, and its key. */
export interface Account {
  id: string
  key: string
  /** Calls counted this month before the load. */
  before: number
  /** Calls left this month before the load. */
  left: number
}

/**
 * Returns each account's probability of making the next call, by Zipf's law: the n-th account's probability is
 * proportional to 1/n.
 */
export function zipf(count: number): number[] {
  const weights = Array.from({ length: count }, (_, rank) => 1 / (rank + 1))
  const total = weights.reduce((sum, weight) => sum + weight)
  return weights.map((weight) => weight / total)
}

/** Every other account's remaining quota, as a share of its expected calls. */
const scarce = 0.6

/** The number of accounts that are made at once. */
const atOnce = 100

/**
 * Makes accounts in the store from this process's environment. The load is expected to use up every other account's
 * quota.
 * @param chances each account's probability of making the next call.
 * @param calls the number of calls in the load.
 */
export async function makeAccounts(chances: readonly number[], calls: number): Promise<Account[]> {
  const accounts: Account[] = []
  for (let first = 0; first < chances.length; first += atOnce) {
    const lot = chances.slice(first, first + atOnce).map((chance, index) => {
      const expected = chance * calls
      const isScarce = (first + index) % 2 === 0
      return makeAccount(Math.max(1, Math.ceil(isScarce ? expected * scarce : expected * 3)), isScarce)
    })
    accounts.push(...(await Promise.all(lot)))
  }
  return accounts
}

/**
 * Makes an account on the smallest plan that is large enough.
 * @param needed the number of calls that the plan must allow.
 */
async function makeAccount(needed: number, isScarce: boolean): Promise<Account> {
  const plan = plans().find(({ monthlyQuota }) => (monthlyQuota ?? 0) >= needed)
  if (!plan?.monthlyQuota) throw new Error(`No plan has ${needed} calls.`)
  const id = await newAccount()
  await writeProfile(id, { plan: plan.id })
  const { key } = await createKey(id, 'Backend', null)
  const left = isScarce ? needed : plan.monthlyQuota
  const before = plan.monthlyQuota - left
  if (before > 0) {
    const { redis } = await store()
    await redis.hset(redisKeys(id).counts((await readUsage(id)).month), { used: before })
  }
  return { id, key, before, left }
}
