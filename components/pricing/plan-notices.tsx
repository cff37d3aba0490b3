import { Note } from '@/components/sign-in/notes'
import { firstPlan, planOf } from '@/server/access/plans'
import type { BillingStatus } from '@/server/billing/status'
import { dayWords } from './plan-words'

const nameOf = (id: string) => planOf(id)?.name ?? id

/** Says that a payment failed, or that the plan was cancelled. */
export function PlanNotices({ status: { plan, endsSeconds, paymentFailed } }: { status: BillingStatus }) {
  return (
    <>
      {paymentFailed && (
        <Note tone="limit">A payment failed and is still owed. See to it in the billing portal to keep the plan.</Note>
      )}
      {endsSeconds !== null && (
        <Note tone="limit">
          {nameOf(plan)} is cancelled: it goes on to {dayWords(endsSeconds * 1000)}, then {nameOf(firstPlan)} follows.
        </Note>
      )}
    </>
  )
}

/** Shown wherever plans are chosen on a server without Stripe. */
export const BillingOffNotice = () => (
  <p className="border-l-4 border-done bg-sunk px-3.5 py-3">
    <strong className="font-semibold">Billing is off on this server.</strong> Choosing a plan grants it at once, and
    nothing is charged.
  </p>
)
