import { callbacksOff } from '@/server/mail/alert-mails'
import { sendAlert } from '@/server/mail/send-alert'
import { logError } from '@/server/observability/log-error'
import { jobQueue } from '@/server/queue/queue'
import { bodyOf, type CallbackEvent, maxTries, pauseMs, wasDelivered } from './delivery'
import { addDelivery, noteTry, takeDelivery } from './delivery-store'
import { parseEndpointAddress, readOwnEndpoint, readSecrets } from './endpoint'
import { send, type TryResult } from './send'

/** A delivery, as it is queued. */
export interface QueuedDelivery {
  accountId: string
  /** The id of the event. */
  id: string
}

/** Queues a delivery to be tried after a delay, at least once: see `deliver`. */
export type QueueDelivery = (delivery: QueuedDelivery, delayMs: number) => Promise<void>

/**
 * Posts an event to an account's endpoint, in the background; does nothing if it has none. An event that is posted twice is
 * still delivered once.
 * @returns whether there is an endpoint.
 * @throws PinrefError `store_unavailable`; whatever the queue throws. The event can then be posted again.
 */
export async function postEvent(accountId: string, event: CallbackEvent, queue: QueueDelivery): Promise<boolean> {
  const now = Date.now()
  const { id, type } = event
  const isAdded = await addDelivery(accountId, { id, type, body: bodyOf(event, now), created: now })
  if (isAdded) await queue({ accountId, id }, 0)
  return isAdded
}

/**
 * Tries a delivery, if it is due and nobody else is trying it.
 * @returns after how many milliseconds to call this again; null: nothing is left to do.
 * @throws PinrefError `store_unavailable`. This can then be called again.
 */
export async function deliver({ accountId, id }: QueuedDelivery): Promise<number | null> {
  const turn = await takeDelivery(accountId, id)
  if ('waitMs' in turn) return turn.waitMs
  const { body, inRound } = turn.delivery
  const [endpoint, secrets] = await Promise.all([readOwnEndpoint(accountId), readSecrets(accountId)])
  if (endpoint === null) return null
  const at = Date.now()
  // The address may have been allowed by other settings.
  const mayCall = 'url' in parseEndpointAddress(endpoint.url)
  const result: TryResult = mayCall ? await send({ url: endpoint.url, id, body, secrets }) : { fault: 'address' }
  const status = 'status' in result ? result.status : null
  const pause = wasDelivered(status) ? null : pauseMs(inRound + 1)
  const isOff = await noteTry(accountId, id, {
    made: { at, tookMs: Date.now() - at, status, fault: faultOf(result) },
    state: wasDelivered(status) ? 'delivered' : pause === null ? 'failed' : 'waiting',
    next: pause === null ? null : Date.now() + pause,
    isGone: status === 410,
  })
  if (isOff) await mailEndpointOff(accountId, endpoint.url)
  return pause
}

const faultOf = (result: TryResult) => ('fault' in result ? result.fault : null)

/** Mails that the endpoint was switched off. Never fails, because the delivery itself is already noted. */
async function mailEndpointOff(accountId: string, url: string): Promise<void> {
  const until = Math.floor(Date.now() / 1000) + 86_400
  const alert = { accountId, kind: 'callbacks', marks: [`callbacks:${until}`], until } as const
  await sendAlert({ ...alert, write: () => callbacksOff(url, maxTries) }).catch((error: unknown) =>
    logError('an alert could not be sent', { error }),
  )
}

/** Queues a delivery to be tried after a delay, at least once: see `deliver`. @throws PinrefError `store_unavailable`. */
export async function queueDelivery(delivery: QueuedDelivery, delayMs: number): Promise<void> {
  // A job that waits for the next try must not block one for a delivery that is repeated by hand, so their ids differ.
  const id = `${delivery.id}-${Date.now() + delayMs}`
  await (await jobQueue()).add([{ kind: 'callback', id, data: delivery }], delayMs / 1000)
}
