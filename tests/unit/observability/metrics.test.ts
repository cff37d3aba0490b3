import type { Attributes, Meter } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { type ErrorCode, errorCodes } from '@/server/errors'
import type { CallFacts } from '@/server/observability/call-facts'
import { meterCall } from '@/server/observability/metrics'

const facts: CallFacts = {
  requestId: '0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0',
  operation: 'resolve',
  method: 'POST',
  status: 200,
  code: null,
  startedMs: 1_800_000_000_000,
  durationMs: 250,
  storeMs: 2,
  upstreamMs: null,
  keyId: null,
  traceparent: null,
}

/** Returns what `pinref.admissions` counts a call as that ends with this code. */
function admissionOf(code: ErrorCode | null) {
  const counted: unknown[] = []
  const counter = { add: (_: number, attributes: Attributes) => counted.push(attributes['pinref.code']) }
  const meter = { createHistogram: () => ({ record: () => {} }), createCounter: () => counter }
  meterCall(meter as unknown as Meter)({ ...facts, code })
  return counted
}

test('a call that was not let in is counted as refused, by why; one that failed later was let in', () => {
  const refusals = errorCodes.filter((code) => admissionOf(code).includes(code))
  expect(new Set(refusals)).toEqual(
    new Set([
      'invalid_api_key',
      'account_suspended',
      'operation_not_allowed',
      'address_not_allowed',
      'free_quota_exhausted',
      'monthly_quota_exhausted',
      'key_quota_exhausted',
      'too_many_requests',
      'store_unavailable',
    ]),
  )
  expect(admissionOf('upstream_unavailable')).toEqual(['ok'])
  expect(admissionOf(null)).toEqual(['ok'])
})
