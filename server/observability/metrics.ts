import type { Attributes, Meter } from '@opentelemetry/api'
import type { ErrorCode } from '@/server/errors'
import type { CallFacts } from './call-facts'
import { methodName, routeName } from './route-name'

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
