import { describe, expect, test } from 'vitest'
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

  test('a first paid plan is not asked for twice: the checkout asks', () => {
    expect(planStep(plan('growth'), status('on', 'starter'))).toEqual({
      action: 'Choose Growth',
      ask: null,
      grants: true,
    })
  })

  test('with billing off no plan costs anything, so none is asked for', () => {
    expect(planStep(plan('starter'), status('off', 'unlimited')).ask).toBeNull()
  })

  test('where the operator grants plans there is nothing to choose', () => {
    for (const id of ['starter', 'growth', 'unlimited']) {
      expect(planStep(plan(id), status('operator', 'growth')).action).toBeNull()
    }
  })

  test('what is charged at once is asked for before', () => {
    const step = planStep(plan('scale'), status('on', 'growth'))
    expect(step.ask).toContain('starts at once')
    expect(step.grants).toBe(true)
  })

  test('the free plan follows later: nobody is sent to the keys to wait for it', () => {
    const step = planStep(plan('starter'), status('on', 'growth'))
    expect(step.ask).toContain('end of the paid month')
    expect(step.grants).toBe(false)
  })

  test('a cancelled plan can be kept, and what follows it is not cancelled twice', () => {
    expect(planStep(plan('starter'), status('on', 'growth', 1_800_000_000)).action).toBeNull()
    expect(planStep(plan('growth'), status('on', 'growth', 1_800_000_000)).action).toBe('Keep Growth')
  })
})
