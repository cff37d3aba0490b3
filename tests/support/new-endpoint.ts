import { addEndpoint, addressOf, endpointAddress } from '@/server/features/callbacks/endpoint'
import { ensureSecret } from '@/server/features/callbacks/secrets'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'

/**
 * Adds an endpoint for an account's callbacks, directly in the store, with its address already verified.
 * @returns its id, and the account's secret if this call created it.
 */
export async function newEndpoint(accountId: string, address: string): Promise<{ id: string; secret: string }> {
  const url = endpointAddress(address)
  const id = await addEndpoint(accountId, url)
  const secret = (await ensureSecret(accountId, true)) ?? ''
  const now = Math.floor(Date.now() / 1000)
  const { redis } = await store()
  await redis.hset(redisKeys(accountId).callbackAddresses, { [addressOf(url)]: `${now} ${now}` })
  return { id, secret }
}
