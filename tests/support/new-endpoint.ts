import { addEndpoint, addressOf, endpointAddress } from '@/server/features/callbacks/endpoint'
import { newSecret } from '@/server/features/callbacks/secrets'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'

/**
 * Adds an endpoint for an account's callbacks, directly in the store, with its address already verified.
 * @returns its id and its secret.
 */
export async function newEndpoint(accountId: string, address: string): Promise<{ id: string; secret: string }> {
  const url = endpointAddress(address)
  const { secret, sealed } = await newSecret()
  const { id } = await addEndpoint(accountId, { url, sealed, idempotency: null })
  const now = Math.floor(Date.now() / 1000)
  const { redis } = await store()
  await redis.hset(redisKeys(accountId).callbackAddresses, { [addressOf(url)]: `${now} ${now}` })
  return { id, secret }
}
