import { redisKeys } from '@/server/access/redis-keys'
import { store } from '@/server/store/store'

/** Where an account is called back. Times are epoch seconds. */
export interface Endpoint {
  url: string
  /** Until when the former secret signs too; null if there is none. */
  formerUntil: number | null
  /** Since when every try has failed; null if the last one did not. */
  failing: number | null
  /** Since when it is switched off after failures; null if it is on. */
  off: number | null
}

/** The stored fields of an endpoint, see `redisKeys`. The secrets are sealed. */
export type EndpointFields = Partial<Record<'url' | 'secret' | 'former' | 'formerUntil' | 'failing' | 'off', string>>

/** Reads where an account is called back; null if it has no endpoint. */
export async function readOwnEndpoint(accountId: string): Promise<Endpoint | null> {
  const fields = await readEndpointFields(accountId)
  if (!fields.url) return null
  const formerUntil = Number(fields.formerUntil ?? 0)
  return {
    url: fields.url,
    formerUntil: formerUntil > Date.now() / 1000 ? formerUntil : null,
    failing: Number(fields.failing) || null,
    off: Number(fields.off) || null,
  }
}

export async function readEndpointFields(accountId: string): Promise<EndpointFields> {
  const { redis } = await store()
  const fields = await redis.hgetall<Record<string, unknown>>(redisKeys(accountId).endpoint)
  return Object.fromEntries(Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)]))
}
