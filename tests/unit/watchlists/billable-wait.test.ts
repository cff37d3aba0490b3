import { expect, test } from 'vitest'
import { billableWaitOf } from '@/server/features/watchlists/check-listings'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import { PinrefError } from '@/server/platform/problems/errors'

const slowDown = (retryAfterSeconds: number) => new PinrefError('too_many_requests', '', { retryAfterSeconds })

test.each([
  ['a cap that is used up', new UpstreamFailure('spent', undefined, 7_200), 7_200],
  ['an account’s share of the day that is used up', slowDown(7_200), 7_200],
  ['an account’s share of the minute that is used up', slowDown(60), null],
  ['Google’s quota for the day, which free calls share', new UpstreamFailure('quota_day', undefined, 7_200), null],
  ['a response in the wrong format', new UpstreamFailure('wrong_answer'), null],
])('closure checks alone wait for %s as expected', (_, error, seconds) => {
  expect(billableWaitOf(error)).toBe(seconds)
})
