import type { TryFault } from './send'

/** One try to deliver an event. */
export interface Try {
  /** Epoch milliseconds. */
  at: number
  /** How long it took, in milliseconds. */
  tookMs: number
  /** What was answered; null where nothing was. */
  status: number | null
  /** Why nothing was answered; null where something was. */
  fault: TryFault | null
}

/**
 * `waiting`: for its next try. `delivered`: an answer of 200 to 299 came. `failed`: all tries were in vain. `held`: the endpoint was
 * switched off by then; it can be sent by hand.
 */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'held'

/** An event on its way to an account's endpoint. Times are epoch milliseconds. */
export interface Delivery {
  /** That of the event. */
  id: string
  type: string
  body: string
  created: number
  state: DeliveryState
  /** When it is tried next; null where it is not. */
  next: number | null
  /** Newest last; those of the round before a repetition by hand are kept. */
  tries: Try[]
  /** How many of them belong to the present round. */
  inRound: number
}

/** Whether an answer says that the event has arrived. */
export const hasArrived = (status: number | null): boolean => status !== null && status >= 200 && status < 300
