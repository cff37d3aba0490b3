import { redisKeys } from '@/server/access/redis-keys'
import { addEndpoint, addressOf, endpointAddress } from '@/server/callbacks/endpoint'
import { ensureSecret } from '@/server/callbacks/secrets'
import { store } from '@/server/store/store'

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
