import { Note } from '@/components/ui/note'
import type { Billing, BillingStatus } from '@/server/features/billing/status'
import { firstPlan, planOf } from '@/server/metering/access/limits'
import { dayWords } from './plan-words'

const nameOf = (id: string) => planOf(id)?.name ?? id

/** Shows that a payment failed, or that the plan was canceled. */
export function PlanNotices({ status: { plan, endsSeconds, paymentFailed } }: { status: BillingStatus }) {
  return (
    <>
      {paymentFailed && (
        <Note tone="limit">A payment failed. Update your payment details in the billing portal to keep your plan.</Note>
      )}
      {endsSeconds !== null && (
        <Note tone="limit">
          {nameOf(plan)} is canceled. It runs until {dayWords(endsSeconds * 1000)}, then you move to {firstPlan().name}.
        </Note>
      )}
    </>
  )
}

/** Shows how to get a plan on a server without Stripe; shows nothing on a server with Stripe. */
export function BillingNotice({ billing }: { billing: Billing }) {
  if (billing === 'on') return null
  return (
    <p className="border-l-4 border-done bg-sunk px-3.5 py-3">
      {billing === 'off' ? (
        <>
          <strong className="font-semibold">Every plan is free here.</strong> Choose one and it starts immediately.
        </>
      ) : (
        <>
          <strong className="font-semibold">Nothing is charged here.</strong> Every account has the free quota of{' '}
          {firstPlan().name}. For a larger plan, contact the person who runs this server.
        </>
      )}
    </p>
  )
}
