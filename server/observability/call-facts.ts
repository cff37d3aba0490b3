import type { ErrorCode } from '@/server/errors'

/** What is logged of a call once it is answered. Only `traceparent` is as the caller wrote it. */
export interface CallFacts {
  requestId: string
  /** `resolve`, `search`, `convert`, `batch`; another route: `trpc`, `auth`, `webhook`, a document; or `unknown`. */
  operation: string
  method: string
  status: number
  /** Why it failed, else null. */
  code: ErrorCode | null
  /** Of a batch: how many items came to what, by the code of their problem; `ok` for those that were answered. */
  items?: { [code in ErrorCode | 'ok']?: number }
  /** When it came, in milliseconds since the epoch, and how long its answer took. */
  startedMs: number
  durationMs: number
  /** How long the store took to admit and refund it; null where it was not asked. */
  storeMs: number | null
  /** How long the short link and the source took; null where none was asked. */
  upstreamMs: number | null
  /** The id of the key that made it; null without. */
  keyId: string | null
  /** The caller's W3C trace header, as it was sent; null without. */
  traceparent: string | null
}
