import { jobQueue } from '@/server/queue/queue'
import type { QueuedDelivery } from './deliver'

/** Queues a delivery to be tried after a delay, at least once: see `deliver`. @throws PinrefError `store_unavailable`. */
export async function queueDelivery(delivery: QueuedDelivery, delayMs: number): Promise<void> {
  // A job that waits for the next try must not block one for a delivery that is repeated by hand, so their ids differ.
  const id = `${delivery.id}-${Date.now() + delayMs}`
  await (await jobQueue()).add([{ kind: 'callback', id, data: delivery }], delayMs / 1000)
}
