import { expect, test } from 'vitest'
import { isAwaited, planWords } from '@/components/keys/welcome'
import { type Plan, planOf, plans } from '@/server/metering/access/limits'

const plan = (id: string): Plan => planOf(id) ?? expect.unreachable()

const status = { billing: 'on', plan: 'starter', portal: false, endsSeconds: null, paymentFailed: false } as const

test('the keys page waits until a paid plan is active', () => {
  expect(isAwaited(status, plan('growth'))).toBe(true)
  expect(isAwaited({ ...status, plan: 'growth' }, plan('growth'))).toBe(false)
})

test('the keys page does not wait for a plan if there is nothing to pay', () => {
  expect(isAwaited({ ...status, billing: 'off' }, plan('growth'))).toBe(false)
  expect(isAwaited({ ...status, plan: 'growth' }, plan('starter'))).toBe(false)
})

test('a plan is shown with its number of monthly calls', () => {
  expect(planWords(plans(), 'scale')).toBe('Scale, 100,000 calls a month')
  expect(planWords(plans(), 'unlimited')).toBe('Unlimited, no monthly limit')
  expect(planWords(plans(), 'gone')).toBe('gone')
})
