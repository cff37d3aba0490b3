import { describe, expect, test } from 'vitest'
import { problemAnswer } from '@/server/entrances/rest/refusals'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import { apiErrorCodes, PinrefError } from '@/server/platform/problems/errors'
import { problemOf, problems, retryAfterOf } from '@/server/platform/problems/problem'

const headerOf = (error: PinrefError) => {
  const { headers } = problemAnswer(error, 'request')
  const at = headers.indexOf('retry-after')
  return at < 0 ? null : headers[at + 1]
}

describe('Retry-After', () => {
  test.each(apiErrorCodes.filter((code) => problems[code].status === 500))('is sent with every 500: %s', (code) => {
    expect(headerOf(new PinrefError(code, 'Failed.'))).toMatch(/^[1-9]\d*$/)
  })

  test.each(apiErrorCodes.filter((code) => problems[code].status < 429))(
    'is not sent if a retry would not help: %s',
    (code) => {
      expect(headerOf(new PinrefError(code, 'Refused.'))).toBeNull()
    },
  )

  test('is a few seconds for an open circuit, and longer for an exhausted upstream quota', () => {
    expect(headerOf(new UpstreamFailure('circuit_open'))).toBe('3')
    expect(headerOf(new UpstreamFailure('quota_minute'))).toBe('60')
    expect(headerOf(new UpstreamFailure('quota_day'))).toBe('3600')
  })

  test('is the error’s own delay if set, and only in the body if it is over an hour', () => {
    const spent = new UpstreamFailure('spent', undefined, 4_711)
    expect([retryAfterOf(spent), headerOf(spent)]).toEqual([4_711, null])
    expect(problemOf(spent, 'request').retry_after).toBe(4_711)
    expect(headerOf(new UpstreamFailure('spent', undefined, 3_600))).toBe('3600')
  })
})
