import { jobQueue } from '@/server/queue/queue'
import type { QueuedDelivery } from './deliver'

/** Has a delivery tried after a while, at least once: see `deliver`. @throws PinrefError `store_unavailable`. */
export async function queueDelivery(delivery: QueuedDelivery, delayMs: number): Promise<void> {
  // One that waits for its next try must not hold back one that is sent again by hand.
  const id = `${delivery.id}-${Date.now() + delayMs}`
  await (await jobQueue()).add([{ kind: 'callback', id, data: delivery }], delayMs / 1000)
}
