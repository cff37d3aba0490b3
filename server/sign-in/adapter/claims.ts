import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'

/*
 * A claim records which account an email, or an account at a provider, belongs to. It is in a different hash slot from the
 * account, so the two cannot be written atomically. The account's own record is therefore written first and is
 * authoritative: a claim is valid only while its holder's record agrees, and a stale one can be taken over.
 */

const takeOver = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
if ARGV[3] ~= '' then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
return 1
`)

const giveUp = script(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`)

/**
 * Claims a key for an account; returns whether the account now holds it. If several try at once, exactly one succeeds.
 * @param isHeldBy whether this account's own record agrees that it holds the claim.
 * @param lastsSeconds how long the claim lasts; by default it does not expire.
 */
export async function claim(
  key: string,
  accountId: string,
  isHeldBy: (accountId: string) => Promise<boolean>,
  lastsSeconds?: number,
): Promise<boolean> {
  const { redis } = await store()
  const lasts = lastsSeconds === undefined ? {} : { ex: lastsSeconds }
  if (await redis.set(key, claimOf(accountId), { nx: true, ...lasts })) return true
  const holder = await holderOf(key)
  if (holder === null) return claim(key, accountId, isHeldBy, lastsSeconds)
  if (holder === accountId) return true
  if (await isHeldBy(holder)) return false
  return (await runScript(takeOver, [key], [claimOf(holder), claimOf(accountId), lastsSeconds ?? ''])) === 1
}

/** The account that has claimed a key, or null. */
export async function holderOf(key: string): Promise<string | null> {
  const { redis } = await store()
  return (await redis.get<{ accountId: string }>(key))?.accountId ?? null
}

/** Releases a claim, if this account still holds it. */
export async function release(key: string, accountId: string): Promise<void> {
  await runScript(giveUp, [key], [claimOf(accountId)])
}

const claimOf = (accountId: string) => JSON.stringify({ accountId })
