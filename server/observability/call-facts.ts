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
  /** Whether it failed because of what its caller sent, whatever its status. */
  isOfInput: boolean
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

/** The status of a call whose caller left before the answer, as in nginx: it is nobody's failure. */
export const leftStatus = 499

/** The routes that are not operations: name in the log -> path template. */
const routes = new Map([
  ['trpc', '/api/trpc/{procedure}'],
  ['auth', '/api/auth/{action}'],
  ['webhook', '/api/billing/webhook'],
  ['cron', '/api/cron/daily'],
  ['queue', '/api/queue'],
])

/** Returns the path template of a route, `http.route` in OpenTelemetry; null if there is no such route. */
export function routeName(operation: string): string | null {
  if (operation === 'unknown') return null
  return routes.get(operation) ?? `/api/${operation}`
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'CONNECT', 'OPTIONS', 'TRACE', 'PATCH', 'QUERY'])

/** Returns the name of a method in metrics: one of a few, whatever callers send. */
export const methodName = (method: string): string => (methods.has(method) ? method : '_OTHER')

/** A caller's place in a trace that is already under way. */
export interface TraceParent {
  /** 32 hexadecimal digits. */
  traceId: string
  /** 16 hexadecimal digits. */
  spanId: string
  /** Whether the caller keeps its part of the trace. */
  sampled: boolean
}

const form = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/

/**
 * Reads a `traceparent` header; null if it is not a valid one. Versions after 00 may have more fields at the end.
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function readTraceparent(header: string): TraceParent | null {
  const [, version, traceId, spanId, flags, more] = form.exec(header) ?? []
  if (!version || !traceId || !spanId || !flags || version === 'ff' || (version === '00' && more)) return null
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 }
}
