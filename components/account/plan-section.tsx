import { planPhrase } from '@/components/pricing/plan-words'
import { BillingOff, Standing } from '@/components/pricing/standing'
import { TextLink } from '@/components/sign-in/notes'
import { planOf } from '@/server/access/plans'
import type { BillingStatus } from '@/server/billing/status'
import { PortalButton } from './portal-button'

/** The plan, how it stands, and where its invoices are. */
export function PlanStanding({ status }: { status: BillingStatus }) {
  const plan = planOf(status.plan)
  return (
    <>
      {plan && (
        <p>
          <strong className="font-semibold">{plan.name}</strong>: {planPhrase(plan)}.
        </p>
      )}
      {status.billing === 'off' && <BillingOff />}
      <Standing status={status} />
      {status.portal && <PortalButton />}
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <TextLink href="/pricing">Change the plan</TextLink>
        <TextLink href="/usage">This month’s usage</TextLink>
      </p>
    </>
  )
}
