import type { ErrorCode } from '@/server/errors'

/** What is logged of a call once it is answered. Only `traceparent` is kept as the caller wrote it. */
export interface CallFacts {
  requestId: string
  /** `resolve`, `search`, `convert`, `batch`; another route: `trpc`, `auth`, `webhook`, a document; or `unknown`. */
  operation: string
  method: string
  status: number
  /** Why it failed, else null. */
  code: ErrorCode | null
  /** Of a batch: how many items had which outcome, by the code of their problem; `ok` for those that were answered. */
  items?: { [code in ErrorCode | 'ok']?: number }
  /** When it came, in milliseconds since the epoch, and how long its answer took. */
  startedMs: number
  durationMs: number
  /** How long the store took to admit and refund it; null if it was not asked. */
  storeMs: number | null
  /** How long the lookup took, with its short link and source; null if nothing was looked up. */
  upstreamMs: number | null
  /** The id of the key that made it; null without one. */
  keyId: string | null
  /** The caller's W3C trace header, as it was sent; null without one. */
  traceparent: string | null
}
