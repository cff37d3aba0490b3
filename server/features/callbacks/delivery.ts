/**
 * Why a try did not deliver its event, besides the response status. `forbidden_address`: callbacks to this address are
 * no longer allowed. `private_address`: the host has no public address. `unverified`: the address is not verified, and
 * the status is for the test event. `no_secret`: the secret can no longer be decrypted because `AUTH_SECRET` was
 * changed; the owner can rotate an endpoint's.
 */
export const tryFaults = [
  'timeout',
  'unreachable',
  'forbidden_address',
  'private_address',
  'unverified',
  'no_secret',
] as const

export type TryFault = (typeof tryFaults)[number]

/** One try to deliver an event. */
export interface Try {
  /** Epoch milliseconds. */
  at: number
  /** How long the try took, in milliseconds. */
  tookMs: number
  /** The response status for the event, or for the test before it; null if there was none. */
  status: number | null
  /** Why the event got no response; null if there was a response. */
  fault: TryFault | null
}

/**
 * `waiting`: waiting for its next try. `delivered`: the endpoint returned a status from 200 to 299. `failed`: all tries
 * failed. `held`: the endpoint was switched off, or the endpoint or batch was gone, when the try was due, but the
 * delivery can be sent manually.
 */
export const deliveryStates = ['waiting', 'delivered', 'failed', 'held'] as const

export type DeliveryState = (typeof deliveryStates)[number]

/** The destination of an event. */
export interface Target {
  /** The id of the endpoint; empty for a batch's `callback_url`. */
  endpoint: string
  /** The id of the batch that the event is about, or whose `callback_url` this is; empty for none. */
  batch: string
  /** The URL of the last or next try; an endpoint's URL may change. */
  url: string
}

/** An event for one target. Times are epoch milliseconds. */
export interface Delivery extends Target {
  /** From `deliveryId`. */
  id: string
  /** The id of the event, shared by all its deliveries. */
  event: string
  type: string
  body: string
  created: number
  state: DeliveryState
  /** When the next try is due; null if there is none. */
  next: number | null
  /** Newest last. When a delivery is resent manually, the tries from earlier rounds remain in the list. */
  tries: Try[]
  /** How many of the tries belong to the current round. */
  inRound: number
}

/** Returns the id of an event's delivery: the event id, a hyphen, and the id of the endpoint, or else of the batch. */
export const deliveryId = (event: string, { endpoint, batch }: Pick<Target, 'endpoint' | 'batch'>): string =>
  `${event}-${endpoint || batch}`

/** Returns the last part of an id from `deliveryId`. */
export const targetIn = (id: string): string => id.slice(id.lastIndexOf('-') + 1)

/** Whether a status means that the event was delivered. */
export const wasDelivered = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** The callback events. `callback.test` is sent manually, and to new addresses. */
export const callbackTypes = [
  'batch.finished',
  'batch.failed',
  'batch.waiting',
  'watch.events',
  'callback.test',
] as const

type CallbackType = (typeof callbackTypes)[number]

/** An event for callbacks, in the format of Standard Webhooks. */
export interface CallbackEvent {
  /** The event's permanent id, so that an endpoint can detect duplicates. 1 to 100 characters from `A-Za-z0-9_-`. */
  id: string
  type: CallbackType
  /** The id of the batch that the event is about. */
  batch?: string
  data: Readonly<Record<string, unknown>>
}

/** A callback's headers. */
export const callbackHeaders = {
  'webhook-id': 'The event id. All attempts for an event have the same id, so you can detect duplicates.',
  'webhook-timestamp':
    'When this attempt was made, in epoch seconds. Reject callbacks if this time is more than five minutes off.',
  'webhook-signature':
    'Signatures, separated by spaces: one with the current secret, and one with each secret replaced in the last day.',
}

/** Returns the body to post. @param atMs when the event happened, epoch milliseconds. */
export const bodyOf = ({ type, data }: CallbackEvent, atMs: number): string =>
  JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data })

const minute = 60_000
const hour = 60 * minute

/** The pause before each try, in milliseconds: eight tries within a day. */
const pausesMs = [0, minute, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 7 * hour, 9 * hour]

/** How many times a delivery is tried in one round. */
export const maxTries = pausesMs.length

/**
 * Returns how long to wait before the next try.
 * @param made how many tries have failed.
 * @returns milliseconds with up to 10% jitter, so that deliveries that failed together are not all retried at the same
 *   time; null if there is no further try.
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
