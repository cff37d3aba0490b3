import { expect, test } from 'vitest'
import {
  checksCount,
  membersPhrase,
  middlePlan,
  offerWords,
  planPhrase,
  rateOf,
  watchedPhrase,
} from '@/components/pricing/plan-words'
import { type Plan, planOf, plans } from '@/server/metering/access/limits'

const plan = (id: string): Plan => planOf(id) ?? expect.unreachable()

test('a plan is described by its number of monthly calls and its price', () => {
  expect(planPhrase(plan('starter'), 'on')).toBe('1,000 calls a month, free')
  expect(planPhrase(plan('growth'), 'on')).toBe('10,000 calls a month for $29')
  expect(planPhrase(plan('unlimited'), 'on')).toBe('no monthly limit for $999 a month')
  expect(planPhrase(plan('growth'), 'off')).toBe('10,000 calls a month')
})

test('a plan is described by its number of watched listings, and by whether their checks count', () => {
  expect(watchedPhrase(plan('growth'))).toBe('1,000 watched listings')
  expect(watchedPhrase({ ...plan('growth'), watched: 1 })).toBe('1 watched listing')
  expect(watchedPhrase({ ...plan('growth'), watched: 0 })).toBeNull()
  expect(watchedPhrase(plan('unlimited'))).toBe('any number of watched listings')
  const counting = plans().map((one) => ({ ...one, rechecksCount: true }))
  expect(checksCount(plans())).toBe('never')
  expect(checksCount([plan('starter'), ...counting.slice(1)])).toBe('sometimes')
  expect(checksCount(counting)).toBe('always')
})

test('a plan is described by how many members an account may have', () => {
  expect(membersPhrase(plan('growth'))).toBe('10 members')
  expect(membersPhrase({ ...plan('growth'), members: 1 })).toBe('1 member')
  expect(membersPhrase(plan('unlimited'))).toBe('any number of members')
})

test('only a paid plan with a limit shows a price per thousand calls', () => {
  expect(rateOf(plan('scale'))).toBe('$1.99')
  expect(rateOf(plan('starter'))).toBeNull()
  expect(rateOf(plan('unlimited'))).toBeNull()
})

test('the offer is summarized by its free calls and its lowest price', () => {
  expect(offerWords(plans(), 'on')).toBe('1,000 calls a month are free, and larger plans start at $29')
  expect(offerWords(plans().slice(0, 1), 'on')).toBe('1,000 calls a month are free')
  expect(offerWords(plans(), 'operator')).toBe('1,000 calls a month are free')
})

test('the middle plan is highlighted, and the free plan only if it is the only one', () => {
  expect(middlePlan(plans())?.id).toBe('scale')
  expect(middlePlan(plans().slice(0, 3))?.id).toBe('growth')
  expect(middlePlan(plans().slice(0, 2))?.id).toBe('growth')
  expect(middlePlan(plans().slice(0, 1))?.id).toBe('starter')
})
