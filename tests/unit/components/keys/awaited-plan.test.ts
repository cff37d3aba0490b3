import { expect, test } from 'vitest'
import { isAwaited, planWords } from '@/components/keys/awaited-plan'

const status = { billing: 'on', plan: 'starter', portal: false, endsSeconds: null, paymentFailed: false } as const

test('a plan that is paid for is waited for until it is there', () => {
  expect(isAwaited(status, 'growth')).toBe(true)
  expect(isAwaited({ ...status, plan: 'growth' }, 'growth')).toBe(false)
})

test('nobody waits where nothing is to be paid', () => {
  expect(isAwaited({ ...status, billing: 'off' }, 'growth')).toBe(false)
  expect(isAwaited({ ...status, plan: 'growth' }, 'starter')).toBe(false)
})

test('a plan is told with what it gives', () => {
  expect(planWords('scale')).toBe('Scale, 100,000 calls a month')
  expect(planWords('unlimited')).toBe('Unlimited, calls without a limit')
})
