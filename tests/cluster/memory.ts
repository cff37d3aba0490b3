import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { signInKeys } from '@/server/features/sign-in/adapter/redis-keys'
import { admitCalls } from '@/server/metering/access/admission-scripts'
import { keyHashes } from '@/server/metering/access/api-key'
import { monthOf } from '@/server/metering/access/calendar'
import { maxKeys } from '@/server/metering/access/key-store'
import { redisKeys } from '@/server/metering/access/redis-keys'
import type { RedisServer } from '../support/redis'
import type { RedisCluster } from '../support/redis-cluster'
import { type Account, addKeys, type Demand, forAll, makeAccounts } from './accounts'
import { type Line, lineOf } from './line'
import { mastersOf, type StoreSize, sizeOf } from './nodes'

/** How much is stored for a number of accounts and API keys. */
interface Filled extends StoreSize {
  accounts: number
  apiKeys: number
}

/** The shares of all accounts, and then of their keys, after which the store is measured. */
const accountShares = [0.1, 0.5, 1] as const
const keyShares = [0.2, 0.5, 1] as const

/** The API keys for which the memory is extrapolated. */
const extrapolatedKeys = 10_000_000

/** What the store needs for accounts and their keys. */
export interface Memory {
  filled: Filled[]
  /** The bytes of an account with its first key, and of each further key. */
  account: Line
  apiKey: Line
  redisKeysPerAccount: number
  /** The store with ten million keys, in as few accounts as they fit into. Not measured. */
  extrapolated: Filled
}

/**
 * Makes accounts, then more keys for all of them, and measures the store in between.
 * @param keysPerAccount how many keys each account gets.
 */
export async function fillStore(
  cluster: RedisCluster,
  demands: readonly Demand[],
  keysPerAccount: number,
  say: (text: string) => void,
): Promise<{ accounts: Account[]; memory: Memory }> {
  const masters = await mastersOf(cluster)
  const filled: Filled[] = []
  const accounts: Account[] = []
  const measure = async (apiKeys: number) => {
    const { redisKeys, bytes } = await sizeOf(masters)
    filled.push({ accounts: accounts.length, apiKeys, redisKeys, bytes })
    say(`  ${accounts.length} accounts, ${apiKeys} API keys: ${(bytes / 1e6).toFixed(0)} MB`)
  }
  for (const share of accountShares) {
    accounts.push(...(await makeAccounts(demands.slice(accounts.length, Math.round(share * demands.length)))))
    await measure(accounts.length)
  }
  let perAccount = 1
  for (const share of keyShares) {
    const keys = Math.ceil(share * keysPerAccount)
    await addKeys(accounts, keys - perAccount)
    perAccount = keys
    await measure(accounts.length * keys)
  }
  return { accounts, memory: memoryOf(filled) }
}

/** Fits one line to the sizes with one key for each account, and one to the sizes with all accounts. */
function memoryOf(filled: Filled[]): Memory {
  const withOneKey = filled.slice(0, accountShares.length)
  const withAllAccounts = filled.slice(accountShares.length - 1)
  const account = lineOf(withOneKey.map(({ accounts, bytes }) => [accounts, bytes]))
  const apiKey = lineOf(withAllAccounts.map(({ apiKeys, bytes }) => [apiKeys, bytes]))
  const redisKeysPerAccount = lineOf(withOneKey.map(({ accounts, redisKeys }) => [accounts, redisKeys])).slope
  const accounts = Math.ceil(extrapolatedKeys / maxKeys)
  return {
    filled,
    account,
    apiKey,
    redisKeysPerAccount,
    extrapolated: {
      accounts,
      apiKeys: extrapolatedKeys,
      redisKeys: accounts * redisKeysPerAccount,
      bytes: accounts * account.slope + (extrapolatedKeys - accounts) * apiKey.slope,
    },
  }
}

/** How many accounts get calls on thirty days, to measure their counts. */
const sampled = 1_000
const daysCounted = 30

/** Returns the Redis keys of an account and its owner, by kind. */
const kindsOf = ({ id, personId }: Account, lastWindow: number): Record<string, string> => ({
  'the person': signInKeys.user(personId),
  'their accounts': signInKeys.memberships(personId),
  members: redisKeys(id).members,
  profile: redisKeys(id).profile,
  'API keys': redisKeys(id).apiKeys,
  'API keys created today': redisKeys(id).keysMade,
  'counts of the month': redisKeys(id).counts(monthOf(Date.now())),
  'the last call, for five minutes': redisKeys(id).counted(lastWindow),
})

/** The average memory of an account's Redis keys, by kind, in bytes, as `MEMORY USAGE` reports it. */
export type MemoryByKind = Record<string, number>

/**
 * Measures the first thousand accounts, then counts a call a day for thirty days in each, and measures them again.
 * @param accounts those with calls left.
 */
export async function measureKinds(
  cluster: RedisCluster,
  accounts: readonly Account[],
): Promise<{ before: MemoryByKind; after: MemoryByKind }> {
  const sample = accounts.slice(0, sampled)
  const window = Math.floor(Date.now() / 10_000)
  const lastWindow = window + daysCounted
  const before = await usageByKind(cluster, sample, lastWindow)
  for (let day = 1; day <= daysCounted; day++) await forAll(sample, (account) => countCall(account, day, window + day))
  return { before, after: await usageByKind(cluster, sample, lastWindow) }
}

/** Counts a conversion on a day of this month and in a burst window, with the script that admits calls. */
async function countCall({ id, key }: Account, day: number, window: number): Promise<void> {
  const { members, profile, apiKeys, counts, counted: countedIn } = redisKeys(id)
  const keys = { members, profile, apiKeys, counts: counts(monthOf(Date.now())), callIds: countedIn(window) }
  const counted = await admitCalls(keys, {
    day: String(day).padStart(2, '0'),
    isTest: false,
    hashes: keyHashes(key),
    now: Math.floor(Date.now() / 1_000),
    pepper: '',
    addressBits: '',
    roles: '',
    window,
    calls: [{ operation: 'convert', asksUpstream: false, callId: randomUUID() }],
  })
  if (counted.outcome !== 'counted' || counted.states[0] !== 'admitted') {
    throw new Error(`The call of day ${day} was not admitted.`)
  }
}

async function usageByKind(
  cluster: RedisCluster,
  accounts: readonly Account[],
  lastWindow: number,
): Promise<MemoryByKind> {
  const nodesOf = await cluster.placement()
  const connections = new Map<RedisServer, Redis>()
  const usageOf = async (key: string): Promise<number> => {
    const [master] = nodesOf(key)
    if (!master) throw new Error(`The key ${key} has no master.`)
    const redis = connections.get(master) ?? new Redis(master.url)
    connections.set(master, redis)
    return Number((await redis.call('MEMORY', 'USAGE', key, 'SAMPLES', '0')) ?? 0)
  }
  const usages = await forAll(accounts, async (account) => {
    const entries = Object.entries(kindsOf(account, lastWindow)).map(
      async ([kind, key]) => [kind, await usageOf(key)] as const,
    )
    return Object.fromEntries(await Promise.all(entries)) as MemoryByKind
  })
  for (const redis of connections.values()) redis.disconnect()
  const kinds = Object.keys(usages[0] ?? {})
  const averageOf = (kind: string) => usages.reduce((sum, usage) => sum + (usage[kind] ?? 0), 0) / usages.length
  return Object.fromEntries(kinds.map((kind) => [kind, averageOf(kind)]))
}
