import { createHash } from 'node:crypto'
import { store } from '@/server/store/store'
import { signInKeys } from '../adapter/redis-keys'

/** The start of better-auth's ids of trusted browsers. */
const prefix = 'trust-device-'

/** How better-auth stores the ids of trusted browsers: hashed like those of its other verifications, but recognizable. */
export const trustedBrowserIds = {
  [prefix]: { hash: async (id: string) => prefix + createHash('sha256').update(id).digest('base64url') },
}

/** Requires a code from every browser of an account again, at its next sign-in. */
export async function forgetTrustedBrowsers(accountId: string): Promise<void> {
  const { redis } = await store()
  const key = signInKeys.verifications(accountId)
  const ids = (await redis.smembers<unknown[]>(key)).map(String).filter((id) => id.startsWith(prefix))
  if (ids.length === 0) return
  await Promise.all([redis.srem(key, ...ids), ...ids.map((id) => redis.del(signInKeys.verification(id)))])
}
