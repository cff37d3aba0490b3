import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Attributes, Meter, Tracer } from '@opentelemetry/api'
import type { ErrorCode } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { type CallFacts, cappedCode, leftStatus, methodName, readTraceparent, routeName } from './call-facts'

/**
 * Returns a function that creates the spans for a finished call: the call and, within it, `store` and `upstream`. Only
 * the durations of these two spans are measured, so the spans are placed one after the other from the start of the
 * call.
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

/**
 * Bounds in seconds: the ones that OpenTelemetry recommends for requests, plus smaller ones, because most of our calls
 * take a millisecond.
 */
const requestBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const storeBounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1]

/** The error codes that count as rejected admissions. */
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

/** The lookups, and the codes of failures on our side. */
const lookups = ['resolve', 'search', 'convert', 'batch']
const failures: readonly ErrorCode[] = [
  'internal_error',
  'store_unavailable',
  'upstream_unavailable',
  'upstream_blocked',
  'link_unreachable',
]

/**
 * Returns a function that records calls in a meter's instruments. Every attribute has only a few values: no keys,
 * addresses, or ids.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/
 */
export function meterCall(meter: Meter): (facts: CallFacts) => void {
  const histogram = (name: string, description: string, explicitBucketBoundaries: number[]) =>
    meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries } })
  const requests = histogram('http.server.request.duration', 'Response time for calls.', requestBounds)
  const store = histogram('pinref.store.duration', 'Time the store took to admit a call.', storeBounds)
  const upstream = histogram('pinref.upstream.duration', 'Time spent on short links and sources.', requestBounds)
  const calls = meter.createCounter('pinref.calls', {
    description:
      'Calls, by outcome (`failed`: not the caller’s fault; `capped`: over the operator’s cap) and code (`ok` or the error code).',
    unit: '{call}',
  })
  // An alert on an increasing count needs a value that was recorded before the first failure.
  for (const operation of lookups) {
    for (const code of failures) {
      calls.add(0, { 'pinref.operation': operation, 'pinref.code': code, 'pinref.outcome': 'failed' })
    }
  }
  const admissions = meter.createCounter('pinref.admissions', {
    description: 'Calls that were admitted (code `ok`) or rejected, by code.',
    unit: '{call}',
  })

  return (facts) => {
    const { operation, method, status, code, durationMs, storeMs, upstreamMs } = facts
    const ofOperation = { 'pinref.operation': operation }
    const route = routeName(operation)
    const attributes: Attributes = {
      'http.request.method': methodName(method),
      'http.response.status_code': status,
      'url.scheme': 'http',
      ...(route && { 'http.route': route }),
      ...(status >= 500 && { 'error.type': code ?? String(status) }),
    }
    requests.record(durationMs / 1_000, attributes)
    const outcome = outcomeOf(facts)
    calls.add(1, { ...ofOperation, 'pinref.code': code ?? outcome, 'pinref.outcome': outcome })
    if (storeMs !== null) store.record(storeMs / 1_000, ofOperation)
    if (upstreamMs !== null) upstream.record(upstreamMs / 1_000, ofOperation)
    if (refusals.has(code)) admissions.add(1, { ...ofOperation, 'pinref.code': code ?? '' })
    else if (storeMs !== null) admissions.add(1, { ...ofOperation, 'pinref.code': 'ok' })
  }
}

/** Returns a call's outcome. `failed` excludes caller errors and the operator's own cap. */
function outcomeOf({ status, code, isOfInput }: CallFacts): 'ok' | 'refused' | 'failed' | 'capped' | 'left' {
  if (status === leftStatus) return 'left'
  if (code === cappedCode) return 'capped'
  if ((code ? problems[code].status : status) >= 500 && !isOfInput) return 'failed'
  return code === null && status < 400 ? 'ok' : 'refused'
}

/** The kinds of server processes. */
export type ProcessKind = 'primary' | 'worker' | 'site'

/** The counts other than calls, each with its attributes. */
interface Counts {
  /** Processes that died and were restarted, or were replaced. */
  restarts: { 'pinref.process': ProcessKind; 'pinref.cause': 'death' | 'reload' }
  /** Emails passed to the mail server. */
  mails: { 'pinref.outcome': 'sent' | 'failed' }
}

/** Adds one to a count. */
export type Count = <Name extends keyof Counts>(name: Name, attributes: Counts[Name]) => void

const causes = ['death', 'reload'] as const

/** Returns a function that counts events in this kind of process, starting at zero. */
export function meterCounts(meter: Meter, kind: ProcessKind): Count {
  const counters = {
    restarts: meter.createCounter('pinref.restarts', {
      description: 'Processes that were restarted after a crash or replaced by a reload.',
      unit: '{process}',
    }),
    mails: meter.createCounter('pinref.mails', { description: 'Email, by outcome.', unit: '{mail}' }),
  }
  if (kind === 'primary') {
    for (const process of ['worker', 'site']) {
      for (const cause of causes) counters.restarts.add(0, { 'pinref.process': process, 'pinref.cause': cause })
    }
  }
  if (kind !== 'primary') for (const outcome of ['sent', 'failed']) counters.mails.add(0, { 'pinref.outcome': outcome })
  return (name, attributes) => counters[name].add(1, attributes)
}

const delayBounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** The precision of event loop delay measurements. */
const resolutionMs = 10

/**
 * Measures this process: memory, processor time, and the longest event loop delay in each second.
 * @returns a function that stops it.
 */
export function meterProcess(meter: Meter, kind: ProcessKind): () => void {
  const of = { 'pinref.process': kind }
  meter
    .createObservableGauge('process.memory.usage', { description: 'Resident memory.', unit: 'By' })
    .addCallback((result) => result.observe(process.memoryUsage.rss(), of))
  meter
    .createObservableCounter('process.cpu.time', { description: 'CPU time, user and system.', unit: 's' })
    .addCallback((result) => {
      const { user, system } = process.cpuUsage()
      result.observe((user + system) / 1_000_000, of)
    })
  const delays = meter.createHistogram('pinref.event_loop.delay', {
    description: 'Maximum event loop delay in each second.',
    unit: 's',
    advice: { explicitBucketBoundaries: delayBounds },
  })
  const loop = monitorEventLoopDelay({ resolution: resolutionMs })
  loop.enable()
  const timer = setInterval(() => {
    // The monitor measures the time between two of its own ticks.
    if (loop.count > 0) delays.record(Math.max(0, loop.max / 1e9 - resolutionMs / 1_000), of)
    loop.reset()
  }, 1_000).unref()
  return () => {
    clearInterval(timer)
    loop.disable()
  }
}
