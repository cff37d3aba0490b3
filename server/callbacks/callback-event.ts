/** What an account may be called back about; `callback.test` is sent by a button on the page. */
const callbackTypes = ['batch.finished', 'batch.failed', 'batch.waiting', 'callback.test'] as const

type CallbackType = (typeof callbackTypes)[number]

/** Something that an account is called back about, in the shape of Standard Webhooks. */
export interface CallbackEvent {
  /** Names it once and for all: whoever receives it twice can tell. 1 to 100 of the characters `A-Za-z0-9_-`. */
  id: string
  type: CallbackType
  data: Readonly<Record<string, unknown>>
}

/** The body that is posted. @param atMs when it happened, epoch milliseconds. */
export const bodyOf = ({ type, data }: CallbackEvent, atMs: number): string =>
  JSON.stringify({ type, timestamp: new Date(atMs).toISOString(), data })
