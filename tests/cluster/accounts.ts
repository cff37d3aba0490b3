import { openAccount } from '@/server/features/sign-in/session-account'
import { randomBase62 } from '@/server/metering/access/api-key'
import { monthOf } from '@/server/metering/access/calendar'
import { createKey } from '@/server/metering/access/key-store'
import { plans } from '@/server/metering/access/limits'
import type { Writer } from '@/server/metering/access/members'
import { writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { newPerson } from '../support/new-account'

/** An account that makes calls, its owner, and its first key. */
export interface Account {
  id: string
  personId: string
  key: string
  /** Calls counted this month before the load. */
  before: number
  /** Calls left this month before the load. */
  left: number
}

/** An account's part of a load. */
export interface Demand {
  /** The number of calls that its quota must allow. */
  needed: number
  /** Whether its quota allows only these calls, so that the load is expected to use it up. */
  isScarce: boolean
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

/**
 * Returns each account's part of a load that uses up every other account's quota.
 * @param chances each account's probability of making the next call.
 * @param calls the number of calls in the load.
 */
export const demandsOf = (chances: readonly number[], calls: number): Demand[] =>
  chances.map((chance, index) => {
    const isScarce = index % 2 === 0
    return { needed: Math.max(1, Math.ceil(chance * calls * (isScarce ? scarce : 3))), isScarce }
  })

/** The number of accounts or keys that are made or changed at once. */
const atOnce = 250

/** Does some work for each item, many at once, and returns the results in the same order. */
export async function forAll<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let first = 0; first < items.length; first += atOnce) {
    const lot = items.slice(first, first + atOnce).map((item, index) => work(item, first + index))
    results.push(...(await Promise.all(lot)))
  }
  return results
}

/**
 * Makes accounts in the store from this process's environment, each with an owner and a key, on the smallest plan that is
 * large enough.
 */
export const makeAccounts = (demands: readonly Demand[]): Promise<Account[]> =>
  forAll(demands, async ({ needed }) => {
    const plan = plans().find(({ monthlyQuota }) => (monthlyQuota ?? 0) >= needed)
    if (!plan?.monthlyQuota) throw new Error(`No plan has ${needed} calls.`)
    const [id, personId] = [randomBase62(16), await newPerson()]
    await openAccount(id, personId, 'Acme')
    if (plan.id !== plans()[0]?.id) await writeProfile(id, { plan: plan.id })
    const { key } = await createKey({ accountId: id, personId }, 'Backend', null)
    return { id, personId, key, before: 0, left: plan.monthlyQuota }
  })

/** Adds keys to every account. */
export async function addKeys(accounts: readonly Account[], perAccount: number): Promise<void> {
  for (let number = 1; number <= perAccount; number++) {
    await forAll(accounts, ({ id, personId }) => {
      const owner: Writer = { accountId: id, personId }
      return createKey(owner, `Backend ${number}`, null)
    })
  }
}

/** Begins the month again for every account, and uses up the quotas of those that are scarce, except for what they need. */
export const limitQuotas = (accounts: readonly Account[], demands: readonly Demand[]): Promise<Account[]> =>
  forAll(accounts, async (account, index) => {
    const quota = account.before + account.left
    const { needed = quota, isScarce = false } = demands[index] ?? {}
    const left = isScarce ? needed : quota
    const { redis } = await store()
    await redis.hset(redisKeys(account.id).counts(monthOf(Date.now())), { used: quota - left })
    return { id: account.id, personId: account.personId, key: account.key, before: quota - left, left }
  })
