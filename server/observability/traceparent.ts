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
