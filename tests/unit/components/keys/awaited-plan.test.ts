import { expect, test } from 'vitest'
import { isAwaited, planWords } from '@/components/keys/awaited-plan'

const status = { billing: 'on', plan: 'starter', portal: false, endsSeconds: null, paymentFailed: false } as const

test('a plan that was paid for is awaited until it is granted', () => {
  expect(isAwaited(status, 'growth')).toBe(true)
  expect(isAwaited({ ...status, plan: 'growth' }, 'growth')).toBe(false)
})

test('nobody waits if there is nothing to pay', () => {
  expect(isAwaited({ ...status, billing: 'off' }, 'growth')).toBe(false)
  expect(isAwaited({ ...status, plan: 'growth' }, 'starter')).toBe(false)
})

test('a plan is shown with what it includes', () => {
  expect(planWords('scale')).toBe('Scale, 100,000 calls a month')
  expect(planWords('unlimited')).toBe('Unlimited, calls without a limit')
})
