import type { Attributes, Tracer } from '@opentelemetry/api'
import type { CallFacts } from './call-facts'
import { methodName, routeName } from './route-name'
import { readTraceparent } from './traceparent'

/**
 * Returns a function that makes the spans of a call once it is over: the call and, within it, `store` and `upstream`. The
 * durations of these two are measured, but not when they began: they are placed one after the other from the call's start.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/
 */
export function traceCall(api: typeof import('@opentelemetry/api'), tracer: Tracer): (facts: CallFacts) => string {
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } = api

  function parentOf({ traceparent }: CallFacts) {
    const parent = traceparent === null ? null : readTraceparent(traceparent)
    if (!parent) return ROOT_CONTEXT
    const { traceId, spanId, sampled } = parent
    const traceFlags = sampled ? TraceFlags.SAMPLED : TraceFlags.NONE
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }

  return (facts) => {
    const { operation, status, code, startedMs, durationMs, storeMs, upstreamMs } = facts
    const route = routeName(operation)
    const method = methodName(facts.method)
    const parent = parentOf(facts)
    const name = route ? `${method} ${route}` : method
    const options = { kind: SpanKind.SERVER, startTime: startedMs, attributes: attributesOf(facts) }
    const span = tracer.startSpan(name, options, parent)
    const inside = trace.setSpan(parent, span)
    let from = startedMs
    for (const [part, ms] of [
      ['store', storeMs],
      ['upstream', upstreamMs],
    ] as const) {
      if (ms === null) continue
      const kind = SpanKind.CLIENT
      tracer
        .startSpan(part, { kind, startTime: from, attributes: { 'pinref.operation': operation } }, inside)
        .end(from + ms)
      from += ms
    }
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR, ...(code && { message: code }) })
    span.end(startedMs + durationMs)
    return span.spanContext().traceId
  }
}

function attributesOf({ requestId, operation, method, status, code, keyId }: CallFacts): Attributes {
  const route = routeName(operation)
  return {
    'http.request.method': methodName(method),
    'http.response.status_code': status,
    ...(route && { 'http.route': route }),
    ...(status >= 500 && { 'error.type': code ?? String(status) }),
    'pinref.operation': operation,
    'pinref.request_id': requestId,
    ...(code && { 'pinref.code': code }),
    ...(keyId && { 'pinref.key_id': keyId }),
  }
}
