import type { Attributes, Meter, Tracer } from '@opentelemetry/api'
import type { ErrorCode } from '@/server/errors'
import { type CallFacts, methodName, readTraceparent, routeName } from './call-facts'

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

/** Bounds in seconds: those that OpenTelemetry advises for requests, and smaller ones, as most of ours take a millisecond. */
const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const storeBounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

/** The error codes that are counted as refused admissions. */
const refusals: ReadonlySet<ErrorCode | null> = new Set([
  'invalid_api_key',
  'operation_not_allowed',
  'address_not_allowed',
  'account_suspended',
  'free_quota_exhausted',
  'monthly_quota_exhausted',
  'key_quota_exhausted',
  'too_many_requests',
  'store_unavailable',
] as const)

/**
 * Returns a function that records calls in the instruments of a meter. Every attribute has few values: no key, address or id.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/
 */
export function meterCall(meter: Meter): (facts: CallFacts) => void {
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } })
  const requests = histogram('http.server.request.duration', 'How long answers took.', requestBounds)
  const store = histogram('pinref.store.duration', 'How long the store took to admit a call.', storeBounds)
  const upstream = histogram('pinref.upstream.duration', 'How long short links and sources took.', requestBounds)
  const admissions = meter.createCounter('pinref.admissions', {
    description: 'Calls that were let in (code `ok`) or refused, by why.',
    unit: '{call}',
  })

  return ({ operation, method, status, code, durationMs, storeMs, upstreamMs }) => {
    const asked = { 'pinref.operation': operation }
    const route = routeName(operation)
    const attributes: Attributes = {
      'http.request.method': methodName(method),
      'http.response.status_code': status,
      'url.scheme': 'http',
      ...(route && { 'http.route': route }),
      ...(status >= 500 && { 'error.type': code ?? String(status) }),
    }
    requests.record(durationMs / 1_000, attributes)
    if (storeMs !== null) store.record(storeMs / 1_000, asked)
    if (upstreamMs !== null) upstream.record(upstreamMs / 1_000, asked)
    if (refusals.has(code)) admissions.add(1, { ...asked, 'pinref.code': code ?? '' })
    else if (storeMs !== null) admissions.add(1, { ...asked, 'pinref.code': 'ok' })
  }
}
