import { expect, test } from 'vitest'
import { readTraceparent } from '@/server/platform/observability/call-facts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const spanId = '00f067aa0ba902b7'

test('the standard’s example is read, with its sampled flag', () => {
  expect(readTraceparent(`00-${traceId}-${spanId}-01`)).toEqual({ traceId, spanId, sampled: true })
  expect(readTraceparent(`00-${traceId}-${spanId}-02`)).toEqual({ traceId, spanId, sampled: false })
})

test('a traceparent with a later version may have more fields, as the standard allows', () => {
  expect(readTraceparent(`cc-${traceId}-${spanId}-01-what-the-future-has`)).toMatchObject({ traceId })
})

test.each([
  ['nothing', ''],
  ['a version that is none', `ff-${traceId}-${spanId}-01`],
  ['more than version 00 has', `00-${traceId}-${spanId}-01-x`],
  ['no trace', `00-${'0'.repeat(32)}-${spanId}-01`],
  ['no span', `00-${traceId}-${'0'.repeat(16)}-01`],
  ['upper case', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['a short id', `00-${traceId.slice(1)}-${spanId}-01`],
  ['text', 'please'],
])('a traceparent header with %s is ignored', (_what, header) => {
  expect(readTraceparent(header)).toBeNull()
})
