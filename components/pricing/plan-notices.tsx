import { Note } from '@/components/sign-in/notes'
import { firstPlan, planOf } from '@/server/access/plans'
import type { Billing, BillingStatus } from '@/server/billing/status'
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
          {nameOf(plan)} is cancelled: it goes on to {dayWords(endsSeconds * 1000)}, then {firstPlan().name} follows.
        </Note>
      )}
    </>
  )
}

/** Says how plans are had on a server without Stripe; nothing with it. */
export function BillingNotice({ billing }: { billing: Billing }) {
  if (billing === 'on') return null
  return (
    <p className="border-l-4 border-done bg-sunk px-3.5 py-3">
      {billing === 'off' ? (
        <>
          <strong className="font-semibold">Billing is off on this server.</strong> Choosing a plan grants it at once,
          and nothing is charged.
        </>
      ) : (
        <>
          <strong className="font-semibold">Ask the operator for a larger plan.</strong> Plans are not sold on this
          server; its operator grants them.
        </>
      )}
    </p>
  )
}
