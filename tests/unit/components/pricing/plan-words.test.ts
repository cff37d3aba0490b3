import { expect, test } from 'vitest'
import { middlePlan, offerWords, planPhrase, rateOf } from '@/components/pricing/plan-words'
import { type Plan, planOf, plans } from '@/server/access/plans'

const plan = (id: string): Plan => planOf(id) ?? expect.unreachable()

test('a plan is described in half a sentence', () => {
  expect(planPhrase(plan('starter'))).toBe('1,000 calls a month, free')
  expect(planPhrase(plan('growth'))).toBe('10,000 calls a month for $29')
  expect(planPhrase(plan('unlimited'))).toBe('unlimited calls for $999 a month')
})

test('a thousand calls have a price only where calls are counted and paid for', () => {
  expect(rateOf(plan('scale'))).toBe('$1.99')
  expect(rateOf(plan('starter'))).toBeNull()
  expect(rateOf(plan('unlimited'))).toBeNull()
})

test('the whole offer is what is free, and where prices begin', () => {
  expect(offerWords(plans())).toBe('1,000 calls a month are free, larger plans from $29')
  expect(offerWords(plans().slice(0, 1))).toBe('1,000 calls a month are free')
})

test('the plan in the middle stands out, and the free one only where it is alone', () => {
  expect(middlePlan(plans())?.id).toBe('scale')
  expect(middlePlan(plans().slice(0, 3))?.id).toBe('growth')
  expect(middlePlan(plans().slice(0, 2))?.id).toBe('growth')
  expect(middlePlan(plans().slice(0, 1))?.id).toBe('starter')
})
