import type { ErrorCode } from '@/server/platform/problems/errors'

/** The facts that are logged about a finished call. Only `traceparent` is stored as the caller sent it. */
export interface CallFacts {
  requestId: string
  /**
   * `resolve`, `search`, `convert`, `batch`; another route, such as `trpc`, `auth`, `webhook`, or a document; or
   * `unknown`.
   */
  operation: string
  method: string
  status: number
  /** The error code of a failed call; null if it succeeded. */
  code: ErrorCode | null
  /** Whether the call failed because of the caller's input, regardless of its status. */
  isOfInput: boolean
  /** For a batch: the number of items with each outcome, by problem code; `ok` for items that succeeded. */
  items?: { [code in ErrorCode | 'ok']?: number }
  /** When the call arrived, in milliseconds since the epoch, and how long the response took. */
  startedMs: number
  durationMs: number
  /** How long the store took to admit and refund the call; null if the store was not called. */
  storeMs: number | null
  /** How long the lookup took, including the short link and the source; null if there was no lookup. */
  upstreamMs: number | null
  /** The id of the key that was used; null if there was none. */
  keyId: string | null
  /** The caller's W3C trace header as sent; null if there was none. */
  traceparent: string | null
}

/**
 * The status of a call whose caller disconnected before the response, as in nginx. Such a call does not count as a
 * failure.
 */
export const leftStatus = 499

/** The code of a call that reached the operator's own cap. It has the status 500, but nothing is broken. */
export const cappedCode: ErrorCode = 'upstream_cap_reached'

/** The routes that are not operations: name in the log -> path template. */
const routes = new Map([
  ['trpc', '/api/trpc/{procedure}'],
  ['auth', '/api/auth/{action}'],
  ['webhook', '/api/billing/webhook'],
  ['cron', '/api/cron/daily'],
  ['queue', '/api/queue'],
])

/** Returns a route's path template (`http.route` in OpenTelemetry); null if the route does not exist. */
export function routeName(operation: string): string | null {
  if (operation === 'unknown') return null
  return routes.get(operation) ?? `/api/${operation}`
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY'])

/** Returns a method's name for metrics: one of a fixed set, no matter what callers send. */
export const methodName = (method: string): string => (methods.has(method) ? method : '_OTHER')

/** A caller's place in an existing trace. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  /** Whether the caller records its part of the trace. */
  sampled: boolean
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/**
 * Parses a `traceparent` header; null if it is invalid. Versions after 00 may have more fields at the end.
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceparent(header: string): TraceParent | null {
  const [, version, traceId, spanId, flags, more] = form.exec(header) ?? []
  if (!version || !traceId || !spanId || !flags || version === 'ff' || (version === '00' && more)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
