import { BillingNotice, PlanNotices } from '@/components/pricing/plan-notices'
import { planPhrase } from '@/components/pricing/plan-words'
import { TextLink } from '@/components/sign-in/notes'
import { buttonClasses } from '@/components/ui/button'
import { SiteLink } from '@/components/ui/site-link'
import type { BillingStatus } from '@/server/features/billing/status'
import { planOf } from '@/server/metering/access/limits'
import { PortalButton } from './portal-button'
import { Section } from './sections'

/** The current plan and its notices. An owner also gets ways to change and pay for the plan. */
export function CurrentPlan({ status, isOwner }: { status: BillingStatus; isOwner: boolean }) {
  const plan = planOf(status.plan)
  return (
    <Section
      id="plan"
      value={
        <>
          {plan && (
            <p>
              <strong className="font-medium text-ink">{plan.name}</strong>: {planPhrase(plan, status.billing)}.
            </p>
          )}
          <TextLink href="/usage">This month’s usage</TextLink>
        </>
      }
      action={
        <SiteLink href="/pricing" className={buttonClasses()}>
          {isOwner && status.billing !== 'operator' ? 'Change plan' : 'See plans'}
        </SiteLink>
      }
      below={
        <div className="grid gap-3 text-sm">
          <BillingNotice billing={status.billing} />
          <PlanNotices status={status} />
          {isOwner && status.portal && <PortalButton />}
        </div>
      }
    />
  )
}
