import { describe, expect, test } from 'vitest'
import { callsWords, watchedWords } from '@/components/pricing/choose-plan'
import { planStep } from '@/components/pricing/plan-step'
import type { Billing } from '@/server/features/billing/status'
import { type Plan, type PlanId, planOf } from '@/server/metering/access/limits'

const plan = (id: PlanId): Plan => planOf(id) ?? expect.unreachable()
const status = (billing: Billing, current: PlanId, endsSeconds: number | null = null) => ({
  billing,
  plan: current,
  portal: billing === 'on',
  endsSeconds,
  paymentFailed: false,
})

describe('choosing a plan', () => {
  test('is not offered for the current plan', () => {
    expect(planStep(plan('growth'), status('on', 'growth')).action).toBeNull()
  })

  test('asks to confirm a first paid plan with its price, then opens payment', () => {
    expect(planStep(plan('growth'), status('on', 'starter'))).toEqual({
      action: 'Choose Growth',
      terms: {
        title: 'Change from Starter to Growth?',
        from: plan('starter'),
        price: '$29 a month',
        starts: 'As soon as you’ve paid',
        confirm: 'Continue to payment',
      },
      grants: true,
    })
  })

  test('costs nothing with billing off, but still needs confirmation', () => {
    const { action, terms, grants } = planStep(plan('starter'), status('off', 'unlimited'))
    expect(action).toBe('Choose Starter')
    expect(terms).toMatchObject({
      title: 'Change from Unlimited to Starter?',
      price: 'No charge',
      starts: 'Immediately',
    })
    expect(grants).toBe(true)
  })

  test('is not offered if the operator assigns plans', () => {
    for (const id of ['starter', 'growth', 'unlimited']) {
      expect(planStep(plan(id), status('operator', 'growth')).action).toBeNull()
    }
  })

  test('shows the new price and the credit for the current plan if both are paid', () => {
    const step = planStep(plan('scale'), status('on', 'growth'))
    expect(step.terms.starts).toBe('Immediately')
    expect(step.terms.price).toBe('$199 a month. The rest of this month’s Growth is credited toward it')
    expect(step.grants).toBe(true)
  })

  test('starts the free plan when the paid month ends, without waiting for it on the keys page', () => {
    const step = planStep(plan('starter'), status('on', 'growth'))
    expect(step.terms.starts).toBe('When your paid month of Growth ends')
    expect(step.terms.price).toBe('Free. No further charges')
    expect(step.grants).toBe(false)
  })

  test('offers to keep a canceled plan, but not to choose the free plan again', () => {
    expect(planStep(plan('starter'), status('on', 'growth', 1_800_000_000)).action).toBeNull()
    const scheduled = planStep(plan('growth'), status('on', 'growth', 1_800_000_000))
    expect(scheduled.action).toBe('Keep Growth')
    expect(scheduled.terms).toMatchObject({ title: 'Keep Growth?', from: null, price: '$29 a month' })
  })
})

describe('the note on this month’s calls', () => {
  const usage = (used: number) => ({ used, resetSeconds: Date.UTC(2026, 11, 1) / 1000 })
  const now = { from: plan('starter'), grants: true }

  test('says that the calls count toward the limit of the new plan', () => {
    expect(callsWords(plan('growth'), now, usage(420))).toBe(
      'You’ve made 420, which count toward the new 10,000, so 9,580 are left',
    )
    expect(callsWords(plan('growth'), now, usage(0))).toBe('None yet, so you start with 10,000')
    expect(callsWords(plan('growth'), now, null)).toBe('Calls so far count toward the new 10,000')
    expect(callsWords(plan('unlimited'), now, usage(420))).toBe('No longer limited')
  })

  test('warns if the calls use up the smaller plan', () => {
    const words = 'You’ve made 4,200, and Starter has 1,000, so calls are rejected until December 1, 2026'
    expect(callsWords(plan('starter'), { from: plan('growth'), grants: true }, usage(4_200))).toBe(words)
    expect(callsWords(plan('starter'), { from: plan('growth'), grants: true }, usage(1_000))).toContain('rejected')
  })

  test('says that the calls count as before while the current plan lasts', () => {
    const later = { from: plan('growth'), grants: false }
    expect(callsWords(plan('starter'), later, usage(4_200))).toBe('They count against Growth until then')
    expect(callsWords(plan('growth'), { from: null, grants: false }, usage(1))).toBe('They count as before')
  })
})

test('the note on watched listings says how many to remove, and when, only if the plan allows fewer', () => {
  expect(watchedWords(plan('starter'), 100, true)).toBeNull()
  expect(watchedWords(plan('unlimited'), 1_000_000, true)).toBeNull()
  expect(watchedWords(plan('starter'), 340, true)).toBe(
    'You watch 340, and Starter allows 100, so they aren’t checked until you remove 240',
  )
  expect(watchedWords({ ...plan('starter'), watched: 0 }, 1_340, false)).toBe(
    'You watch 1,340, and Starter allows none, so from then on they aren’t checked until you remove 1,340',
  )
})
