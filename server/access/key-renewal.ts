import { store } from '@/server/store/store'
import { keyPeppers } from './api-key'
import { redisKeys } from './redis-keys'

/** How far the current pepper has replaced the others. */
export interface KeyRenewal {
  /** Keys that are valid: neither revoked nor expired. */
  keys: number
  /** How many of them are still hashed with another pepper, because they have not been used since it changed. */
  waiting: number
}

/** Looks at every key of every account. A key is hashed again at its next use, because its text is known only then. */
export async function keyRenewal(): Promise<KeyRenewal> {
  const { redis, scan } = await store()
  const nowSeconds = Date.now() / 1000
  const found: KeyRenewal = { keys: 0, waiting: 0 }
  const seen = new Set<string>()
  for await (const names of scan(redisKeys('?'.repeat(16)).apiKeys)) {
    for (const name of names.filter((one) => !seen.has(one))) {
      seen.add(name)
      const keys = (await redis.hvals(name)) as Array<{ expires: number | null; pepper?: string }>
      const valid = keys.filter(({ expires }) => expires === null || expires > nowSeconds)
      found.keys += valid.length
      found.waiting += valid.filter(({ pepper }) => pepper !== keyPeppers().code).length
    }
  }
  return found
}
