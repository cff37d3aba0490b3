import { describe, expect, test } from 'vitest'
import { callsWords } from '@/components/pricing/calls-words'
import { planStep } from '@/components/pricing/plan-step'
import { type Plan, type PlanId, planOf } from '@/server/access/plans'
import type { Billing } from '@/server/billing/status'

const plan = (id: PlanId): Plan => planOf(id) ?? expect.unreachable()
const status = (billing: Billing, current: PlanId, endsSeconds: number | null = null) => ({
  billing,
  plan: current,
  portal: billing === 'on',
  endsSeconds,
  paymentFailed: false,
})

describe('what choosing a plan does', () => {
  test('one’s own plan has nothing to choose', () => {
    expect(planStep(plan('growth'), status('on', 'growth')).action).toBeNull()
  })

  test('a first paid plan is asked for with its price, and paid for next', () => {
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

  test('with billing off no plan costs anything, and a change is asked for all the same', () => {
    const { action, terms, grants } = planStep(plan('starter'), status('off', 'unlimited'))
    expect(action).toBe('Choose Starter')
    expect(terms).toMatchObject({
      title: 'Change from Unlimited to Starter?',
      price: 'Nothing is charged',
      starts: 'At once',
    })
    expect(grants).toBe(true)
  })

  test('where the operator grants plans there is nothing to choose', () => {
    for (const id of ['starter', 'growth', 'unlimited']) {
      expect(planStep(plan(id), status('operator', 'growth')).action).toBeNull()
    }
  })

  test('what is charged at once is asked for before', () => {
    const step = planStep(plan('scale'), status('on', 'growth'))
    expect(step.terms.starts).toBe('At once')
    expect(step.terms.price).toBe('$199 a month. What is left of Growth this month is credited towards it')
    expect(step.grants).toBe(true)
  })

  test('the free plan follows later: nobody is sent to the keys to wait for it', () => {
    const step = planStep(plan('starter'), status('on', 'growth'))
    expect(step.terms.starts).toBe('When the month of Growth that you’ve paid for ends')
    expect(step.terms.price).toBe('Free. Nothing more is charged')
    expect(step.grants).toBe(false)
  })

  test('a cancelled plan can be kept, and what follows it is not cancelled twice', () => {
    expect(planStep(plan('starter'), status('on', 'growth', 1_800_000_000)).action).toBeNull()
    const kept = planStep(plan('growth'), status('on', 'growth', 1_800_000_000))
    expect(kept.action).toBe('Keep Growth')
    expect(kept.terms).toMatchObject({ title: 'Keep Growth?', from: null, price: '$29 a month' })
  })
})

describe('this month’s calls, when a plan is changed,', () => {
  const usage = (used: number) => ({ used, resetSeconds: Date.UTC(2026, 11, 1) / 1000 })
  const now = { from: plan('starter'), grants: true }

  test('count towards the new limit', () => {
    expect(callsWords(plan('growth'), now, usage(420))).toBe(
      'You’ve made 420, which count towards the new 10,000: 9,580 left',
    )
    expect(callsWords(plan('growth'), now, usage(0))).toBe('None made yet: you begin with 10,000')
    expect(callsWords(plan('growth'), now, null)).toBe('Those you’ve made count towards the new 10,000')
    expect(callsWords(plan('unlimited'), now, usage(420))).toBe('No longer limited')
  })

  test('may be more than a smaller plan has, which is said before', () => {
    const words = 'You’ve made 4,200, and Starter has 1,000: calls are refused until 1 December 2026'
    expect(callsWords(plan('starter'), { from: plan('growth'), grants: true }, usage(4_200))).toBe(words)
    expect(callsWords(plan('starter'), { from: plan('growth'), grants: true }, usage(1_000))).toContain('refused')
  })

  test('go on counting where the plan stays for now', () => {
    const later = { from: plan('growth'), grants: false }
    expect(callsWords(plan('starter'), later, usage(4_200))).toBe('They count against Growth until then')
    expect(callsWords(plan('growth'), { from: null, grants: false }, usage(1))).toBe('They go on counting as before')
  })
})
