/** The events that an account can be called back about; `callback.test` is sent by a button on the page. */
const callbackTypes = ['batch.finished', 'batch.failed', 'batch.waiting', 'callback.test'] as const

type CallbackType = (typeof callbackTypes)[number]

/** An event that an account is called back about, in the shape of Standard Webhooks. */
export interface CallbackEvent {
  /** Never changes, so that an endpoint can tell if it receives the event twice. 1 to 100 of the characters `A-Za-z0-9_-`. */
  id: string
  type: CallbackType
  data: Readonly<Record<string, unknown>>
}

/** Returns the body to post. @param atMs when the event happened, epoch milliseconds. */
export const bodyOf = ({ type, data }: CallbackEvent, atMs: number): string =>
  JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data })
