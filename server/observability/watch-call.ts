import type { CallFacts } from './call-facts'
import { log } from './logger'
import { telemetry } from './telemetry'
import { readTraceparent } from './traceparent'

/** Writes the line of a call and, where a collector is set, its spans and metrics. Never throws. */
export function watchCall(facts: CallFacts): void {
  const { requestId, operation, method, status, code, durationMs, storeMs, upstreamMs, keyId, traceparent } = facts
  const observe = telemetry()
  const traceId = observe ? observe(facts) : traceparent === null ? undefined : readTraceparent(traceparent)?.traceId
  const line = {
    requestId,
    operation,
    method,
    status,
    code: code ?? undefined,
    durationMs: rounded(durationMs),
    storeMs: storeMs === null ? undefined : rounded(storeMs),
    upstreamMs: upstreamMs === null ? undefined : rounded(upstreamMs),
    keyId: keyId ?? undefined,
    traceId,
  }
  // A caller's mistake asks nothing of the operator.
  if (status >= 500) log().calls.error(line, 'call')
  else log().calls.info(line, 'call')
}

/** To the microsecond. */
const rounded = (ms: number) => Math.round(ms * 1_000) / 1_000
