import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'

/*
 * A claim says which account an e-mail, or an account at a provider, belongs to. It lies in another hash slot than the
 * account, so the two are never written at once. Hence the rule: the account's own record is written first and is the
 * truth; a claim counts as long as the record of its holder says the same, and one that was left behind can be taken over.
 */

const takeOver = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
return 1
`)

const giveUp = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`)

/**
 * Claims a key for an account; answers whether it is now the account's. Of any number of accounts at once, one gets it.
 * @param isHeldBy whether the record of this account says that the claim is its own.
 */
export async function claim(
  key: string,
  accountId: string,
  isHeldBy: (accountId: string) => Promise<boolean>,
): Promise<boolean> {
  const { redis } = await store()
  if (await redis.set(key, claimOf(accountId), { nx: true })) return true
  const holder = await holderOf(key)
  if (holder === null) return claim(key, accountId, isHeldBy)
  if (holder === accountId) return true
  if (await isHeldBy(holder)) return false
  return (await runScript(takeOver, [key], [claimOf(holder), claimOf(accountId)])) === 1
}

/** The account that has claimed a key, or null. */
export async function holderOf(key: string): Promise<string | null> {
  const { redis } = await store()
  return (await redis.get<{ accountId: string }>(key))?.accountId ?? null
}

/** Gives a claim up, if it is still this account's. */
export async function release(key: string, accountId: string): Promise<void> {
  await runScript(giveUp, [key], [claimOf(accountId)])
}

const claimOf = (accountId: string) => JSON.stringify({ accountId })
