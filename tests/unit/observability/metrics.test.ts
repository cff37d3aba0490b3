import type { Attributes, Meter } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { meterCall } from '@/server/platform/observability/instruments'
import { type ErrorCode, errorCodes } from '@/server/platform/problems/errors'
import { callFacts } from '../../support/call-facts'

/** Returns how `pinref.admissions` counts a call that ends with this code. */
function admissionOf(code: ErrorCode | null) {
  const counted: unknown[] = []
  const counter = (name: string) => ({
    add: (_: number, attributes: Attributes) =>
      name === 'pinref.admissions' ? counted.push(attributes['pinref.code']) : undefined,
  })
  const meter = { createHistogram: () => ({ record: () => {} }), createCounter: counter }
  meterCall(meter as unknown as Meter)({ ...callFacts, code })
  return counted
}

test('a call that was not admitted is counted by reason, and a call that failed later counts as admitted', () => {
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
