import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { watchCall } from '@/server/platform/observability/call-record'
import { startTelemetry, stopTelemetry, telemetry } from '@/server/platform/observability/telemetry'
import { callFacts } from '../../support/call-facts'
import { startOtlpReceiver } from '../../support/otlp-receiver'

let collector: Awaited<ReturnType<typeof startOtlpReceiver>>

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const facts = {
  ...callFacts,
  upstreamMs: 200,
  keyId: 'k_1',
  traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
}

let traceOfFailed: string | undefined

beforeAll(async () => {
  collector = await startOtlpReceiver()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url
  process.env.OTEL_EXPORTER_OTLP_HEADERS = 'x-collector-token=abc'
  await Promise.all([startTelemetry(), startTelemetry()])
  watchCall(facts)
  traceOfFailed = telemetry.value?.observe({
    ...facts,
    operation: 'unknown',
    method: 'BREW',
    status: 503,
    code: 'store_unavailable',
    upstreamMs: null,
    traceparent: 'none',
  })
  await stopTelemetry()
})
afterAll(async () => {
  await collector.close()
})

test('a call is a span in its caller’s trace, with OpenTelemetry’s attribute names', () => {
  const span = collector.spans().find(({ name }) => name === 'POST /api/resolve')
  expect(span).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7', kind: 2 })
  expect(span?.startMs).toBeCloseTo(facts.startedMs, 0)
  expect((span?.endMs ?? 0) - (span?.startMs ?? 0)).toBeCloseTo(250, 1)
  expect(span?.attributes).toEqual({
    'http.request.method': 'POST',
    'http.response.status_code': 200,
    'http.route': '/api/resolve',
    'pinref.operation': 'resolve',
    'pinref.request_id': facts.requestId,
    'pinref.key_id': 'k_1',
  })
})

test('the store and the upstream are spans within the call’s span', () => {
  const call = collector.spans().find(({ name }) => name === 'POST /api/resolve')
  const parts = collector.spans().filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  const lengths = parts.map(({ name, startMs, endMs }) => [name, Math.round(endMs - startMs)])
  expect(lengths).toEqual([
    ['store', 2],
    ['upstream', 200],
  ])
})

test('a failed call is marked as an error, and has its own trace if the caller sends no trace', () => {
  const span = collector.spans().find(({ name }) => name === '_OTHER')
  expect(span).toMatchObject({ traceId: traceOfFailed, parentSpanId: undefined, status: { code: 2 } })
  expect(span?.attributes).toMatchObject({ 'error.type': 'store_unavailable', 'pinref.code': 'store_unavailable' })
  expect(span?.attributes).not.toHaveProperty('http.route')
})

test('calls are measured in seconds, with a bounded set of labels', () => {
  const points = collector.points('http.server.request.duration')
  expect(points).toHaveLength(2)
  expect(points[0]).toMatchObject({
    unit: 's',
    count: 1,
    sum: 0.25,
    attributes: { 'http.request.method': 'POST', 'http.response.status_code': 200, 'http.route': '/api/resolve' },
  })
  expect(points[1]?.attributes).toMatchObject({ 'http.request.method': '_OTHER', 'error.type': 'store_unavailable' })
  expect(collector.points('pinref.store.duration').map(({ count, sum }) => [count, sum])).toEqual([
    [1, 0.002],
    [1, 0.002],
  ])
  expect(collector.points('pinref.upstream.duration')).toMatchObject([{ count: 1, sum: 0.2 }])
})

test('admissions and rejections are counted by reason', () => {
  const admissions = collector.points('pinref.admissions').map(({ attributes, count }) => ({ ...attributes, count }))
  expect(admissions).toEqual([
    { 'pinref.operation': 'resolve', 'pinref.code': 'ok', count: 1 },
    { 'pinref.operation': 'unknown', 'pinref.code': 'store_unavailable', count: 1 },
  ])
})

test('the collector receives the service name and the configured token', () => {
  expect(new Set(collector.serviceNames())).toEqual(new Set(['pinref']))
  expect(collector.text()).toContain('"x-collector-token":"abc"')
})
