import type { Attributes, Meter } from '@opentelemetry/api'
import { expect, test } from 'vitest'
import { meterCall } from '@/server/platform/observability/instruments'
import { type ErrorCode, errorCodes } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { callFacts } from '../../support/call-facts'

/** Returns the attributes with which a counter counts a call that ends with this code. */
function countsOf(counter: string, code: ErrorCode | null): Attributes[] {
  const counts: Attributes[] = []
  const createCounter = (name: string) => ({
    add: (count: number, attributes: Attributes) => {
      if (name === counter && count > 0) counts.push(attributes)
    },
  })
  const meter = { createHistogram: () => ({ record: () => {} }), createCounter }
  meterCall(meter as unknown as Meter)({ ...callFacts, status: code ? problems[code].status : 200, code })
  return counts
}

const admissionOf = (code: ErrorCode | null) =>
  countsOf('pinref.admissions', code).map((attributes) => attributes['pinref.code'])

test('only codes of faults on our side count as failed, and the operator’s own cap counts as capped', () => {
  const codesOf = (outcome: string) =>
    errorCodes.filter((code) => countsOf('pinref.calls', code)[0]?.['pinref.outcome'] === outcome)
  expect(codesOf('failed')).toEqual([
    'link_unreachable',
    'upstream_unavailable',
    'upstream_blocked',
    'store_unavailable',
    'internal_error',
  ])
  expect(codesOf('capped')).toEqual(['upstream_cap_reached'])
})

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
