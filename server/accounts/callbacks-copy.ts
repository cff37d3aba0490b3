import type { Delivery, Try } from '@/server/callbacks/delivery'
import { readDeliveries } from '@/server/callbacks/delivery-store'
import { readOwnEndpoint } from '@/server/callbacks/read-endpoint'

/** An account's callback endpoint and the deliveries to it, newest first. Times are ISO 8601, UTC. */
export interface CallbacksCopy {
  /** Null if there is none. Its secrets are left out. */
  endpoint: {
    url: string
    formerSecretUntil: string | null
    failingSince: string | null
    offSince: string | null
  } | null
  /** `event` is what was sent. */
  deliveries: Array<
    Pick<Delivery, 'id' | 'state'> & {
      created: string
      event: unknown
      tries: Array<Omit<Try, 'at'> & { at: string }>
    }
  >
}

/** @throws PinrefError `store_unavailable`. */
export async function copyCallbacks(accountId: string): Promise<CallbacksCopy> {
  const [endpoint, deliveries] = await Promise.all([readOwnEndpoint(accountId), readDeliveries(accountId)])
  return {
    endpoint: endpoint && {
      url: endpoint.url,
      formerSecretUntil: iso(endpoint.formerUntil),
      failingSince: iso(endpoint.failing),
      offSince: iso(endpoint.off),
    },
    deliveries: deliveries.map(({ id, state, created, body, tries }) => ({
      ...{ id, state, created: new Date(created).toISOString(), event: JSON.parse(body) },
      tries: tries.map((made) => ({ ...made, at: new Date(made.at).toISOString() })),
    })),
  }
}

const iso = (epochSeconds: number | null): string | null =>
  epochSeconds === null ? null : new Date(epochSeconds * 1000).toISOString()
