import type { TryFault } from './send'

/** One try to deliver an event. */
export interface Try {
  /** Epoch milliseconds. */
  at: number
  /** How long it took, in milliseconds. */
  tookMs: number
  /** The status of the answer; null if there was none. */
  status: number | null
  /** Why there was no answer; null if there was one. */
  fault: TryFault | null
}

/**
 * `waiting`: for its next try. `delivered`: the endpoint answered 200 to 299. `failed`: all tries have failed. `held`: the
 * endpoint was switched off or gone when the try was due; the delivery can be sent by hand.
 */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'held'

/** An event on its way to an account's endpoint. Times are epoch milliseconds. */
export interface Delivery {
  /** The id of the event. */
  id: string
  type: string
  body: string
  created: number
  state: DeliveryState
  /** When it is tried next; null if it is not. */
  next: number | null
  /** Newest last; when a delivery is repeated by hand, the tries of earlier rounds stay. */
  tries: Try[]
  /** How many of the tries belong to the present round. */
  inRound: number
}

/** Whether a status says that the event has arrived. */
export const wasDelivered = (status: number | null): boolean => status !== null && status >= 200 && status < 300
