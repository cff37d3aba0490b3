/**
 * Why a try did not deliver its event, apart from the status of the answer to it. `address`: callbacks may no longer go to this
 * address. `unverified`: the address is not verified, and the test event got the status. `no secret`: the secret cannot be read
 * any more because `AUTH_SECRET` was changed; the owner can make a new one.
 */
export type TryFault = 'timeout' | 'unreachable' | 'address' | 'inner address' | 'unverified' | 'no secret'

/** One try to deliver an event. */
export interface Try {
  /** Epoch milliseconds. */
  at: number
  /** How long it took, in milliseconds. */
  tookMs: number
  /** The status of the answer, to the event or to the test before it; null if there was none. */
  status: number | null
  /** Why the event had no answer; null if it had one. */
  fault: TryFault | null
}

/**
 * `waiting`: for its next try. `delivered`: the endpoint answered 200 to 299. `failed`: all tries have failed. `held`: the
 * endpoint was switched off or gone when the try was due; the delivery can be sent by hand.
 */
export type DeliveryState = 'waiting' | 'delivered' | 'failed' | 'held'

/** Where an event goes. */
export interface Target {
  /** The id of the endpoint; empty for the `callback_url` of a batch. */
  endpoint: string
  /** The URL that was called last, or is called next: an endpoint may have got another one. */
  url: string
}

/** An event on its way to one place. Times are epoch milliseconds. */
export interface Delivery extends Target {
  /** The id of the event, and the place. */
  id: string
  /** The id of the event, which all its deliveries have in common. */
  event: string
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

/** The events that an account can be called back about; `callback.test` is sent by hand, and to a new address. */
export const callbackTypes = ['batch.finished', 'batch.failed', 'batch.waiting', 'callback.test'] as const

type CallbackType = (typeof callbackTypes)[number]

/** An event that an account is called back about, in the shape of Standard Webhooks. */
export interface CallbackEvent {
  /** Never changes, so that an endpoint can tell if it receives the event twice. 1 to 100 of the characters `A-Za-z0-9_-`. */
  id: string
  type: CallbackType
  data: Readonly<Record<string, unknown>>
}

/** The headers of a callback. */
export const callbackHeaders = {
  'webhook-id': 'Names the event. It is the same at every try, so that you can tell if it comes twice.',
  'webhook-timestamp': 'When this try was made, in epoch seconds. Refuse calls that are more than five minutes off.',
  'webhook-signature':
    'A signature by the secret, and for a day one by each secret that it replaced, separated by spaces.',
}

/** Returns the body to post. @param atMs when the event happened, epoch milliseconds. */
export const bodyOf = ({ type, data }: CallbackEvent, atMs: number): string =>
  JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data })

const minute = 60_000
const hour = 60 * minute

/** The pause before each try, in milliseconds: eight tries within a day. */
const pausesMs = [0, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 7 * hour, 9 * hour]

/** How often a delivery is tried in one round. */
export const maxTries = pausesMs.length

/**
 * Returns how long to wait before the next try.
 * @param made how many tries there were, all failed.
 * @returns milliseconds, up to a tenth more than planned, so that deliveries that failed together do not all come back together;
 *   null if there is no further try.
 */
export function pauseMs(made: number, random: () => number = Math.random): number | null {
  const pause = pausesMs[made]
  return pause === undefined ? null : Math.round(pause * (1 + random() / 10))
}

/** Returns the pauses in words: "at once, then after 1, 5, and 30 minutes, and 2, 5, 7, and 9 hours". */
export function pauseWords(): string {
  const list = new Intl.ListFormat('en-US')
  const [, ...pauses] = pausesMs
  const minutes = pauses.filter((pause) => pause < hour).map((pause) => String(pause / minute))
  const hours = pauses.filter((pause) => pause >= hour).map((pause) => String(pause / hour))
  return `at once, then after ${list.format(minutes)} minutes, and ${list.format(hours)} hours`
}
