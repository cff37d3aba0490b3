import { BillingNotice, PlanNotices } from '@/components/pricing/plan-notices'
import { planPhrase } from '@/components/pricing/plan-words'
import { TextLink } from '@/components/sign-in/notes'
import { planOf } from '@/server/access/plans'
import type { BillingStatus } from '@/server/billing/status'
import { PortalButton } from './portal-button'

/** The current plan, notices about it, and the link to its invoices. */
export function CurrentPlan({ status }: { status: BillingStatus }) {
  const plan = planOf(status.plan)
  return (
    <>
      {plan && (
        <p>
          <strong className="font-semibold">{plan.name}</strong>: {planPhrase(plan, status.billing)}.
        </p>
      )}
      <BillingNotice billing={status.billing} />
      <PlanNotices status={status} />
      {status.portal && <PortalButton />}
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <TextLink href="/pricing">{status.billing === 'operator' ? 'See plans' : 'Change plan'}</TextLink>
        <TextLink href="/usage">This month’s usage</TextLink>
      </p>
    </>
  )
}
