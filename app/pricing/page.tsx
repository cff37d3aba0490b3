import type { Metadata } from 'next'
import { pageSession } from '@/app/page-session'
import { SuspendedNote } from '@/components/account/suspended-note'
import { formatNumber } from '@/components/format/number'
import { LazyChoosePlan } from '@/components/pricing/lazy-choose-plan'
import { PlanCard, StartLink } from '@/components/pricing/plan-card'
import { BillingNotice, PlanNotices } from '@/components/pricing/plan-notices'
import { planStep } from '@/components/pricing/plan-step'
import { middlePlan, offerWords } from '@/components/pricing/plan-words'
import { Comparison, PricingQuestions, WhatCounts } from '@/components/pricing/sections'
import { shareCard } from '@/components/site/share-card'
import { LazyApiProvider } from '@/components/trpc/lazy-client'
import { Note } from '@/components/ui/note'
import { Hill } from '@/components/ui/plain-page'
import { ReloadOnReturn } from '@/components/ui/reload-on-return'
import { type Billing, type BillingStatus, billingMode, billingStatus } from '@/server/features/billing/status'
import { firstPlan, type Plan, planOf, plans } from '@/server/metering/access/limits'
import { env } from '@/server/platform/settings/env'
import { type SearchParams, searchText } from '../search-text'

export const generateMetadata = (): Metadata => ({
  ...shareCard('/pricing'),
  title: 'Pricing',
  description: `Pinref pricing: ${offerWords(plans(), billingMode())}.`,
})

export default async function PricingPage({ searchParams }: { searchParams: SearchParams }) {
  const [{ plan: named = '' }, { account, unavailable }] = await Promise.all([searchText(searchParams), pageSession()])
  const status = account && (await billingStatus(account.accountId))
  const chosen = planOf(named)
  const billing = billingMode()
  const isOtherPlan = chosen !== null && chosen.id !== status?.plan && billing !== 'operator'
  const highlighted = isOtherPlan ? chosen.id : highlightedPlan(billing, status)
  const cards = (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {plans().map((plan) => (
        <PlanCard
          key={plan.id}
          plan={plan}
          billing={billing}
          mark={status?.plan === plan.id ? 'Your plan' : null}
          chosen={plan.id === highlighted}
        >
          {status ? (
            <Step
              plan={plan}
              status={status}
              isOwner={account.role === 'owner'}
              look={isOtherPlan && plan.id === chosen.id ? 'primary' : 'plain'}
            />
          ) : (
            <Start plan={plan} billing={billing} look={plan.id === highlighted ? 'primary' : 'plain'} />
          )}
        </PlanCard>
      ))}
    </ul>
  )
  return (
    <div className="mx-auto max-w-[76rem] px-4 pt-6 pb-20 sm:px-6 lg:pt-10">
      <Hill />
      <h1 className="text-display font-semibold text-balance">
        {account && isOtherPlan
          ? `Continue with ${chosen.name}?`
          : billing === 'on'
            ? 'Simple monthly plans'
            : 'Plans on this server'}
      </h1>
      <p className="mt-3 mb-8 max-w-[38rem] text-lg text-soft">
        {account
          ? 'A new plan applies to all your keys from the next call.'
          : `${formatNumber(env().FREE_DAILY_QUOTA)} lookups a day are free without an account. With an account, you can call the API with your own keys.`}
      </p>
      {account && <SuspendedNote accountId={account.accountId} />}
      <div className="mb-8 grid max-w-[44rem] gap-3 empty:hidden">
        <BillingNotice billing={billing} />
        {unavailable && <Note tone="limit">Your account couldn’t be loaded. Try again in a moment.</Note>}
        {status && <PlanNotices status={status} />}
      </div>
      {status ? <LazyApiProvider>{cards}</LazyApiProvider> : cards}
      <ReloadOnReturn />
      <WhatCounts first={firstPlan()} freeDailyQuota={env().FREE_DAILY_QUOTA} billing={billing} />
      <Comparison billing={billing} />
      <PricingQuestions billing={billing} />
    </div>
  )
}

/**
 * Returns the plan to highlight: the account's own if it is paid for or if the operator grants plans (the first plan for a
 * visitor), otherwise the middle one.
 */
function highlightedPlan(billing: Billing, status: BillingStatus | null): string {
  const current = status && planOf(status.plan)
  if (billing === 'operator' || (current && current.monthlyPriceCents > 0)) return current?.id ?? firstPlan().id
  return (middlePlan(plans()) ?? firstPlan()).id
}

interface StartProps {
  plan: Plan
  billing: Billing
  look: 'primary' | 'plain'
}

/** The button for a visitor. If the operator grants plans, every account starts with the first one. */
const Start = ({ plan, billing, look }: StartProps) =>
  billing === 'operator' && plan.id !== firstPlan().id ? <AskOperator /> : <StartLink plan={plan} look={look} />

interface StepProps {
  plan: Plan
  status: BillingStatus
  /** Only owners change the plan. */
  isOwner: boolean
  look: 'primary' | 'plain'
}

function Step({ plan, status, isOwner, look }: StepProps) {
  const { action, ...rest } = planStep(plan, status)
  if (action && !isOwner) return <ButtonPlaceholder>An owner can choose it</ButtonPlaceholder>
  if (action) return <LazyChoosePlan plan={plan} step={{ action, ...rest }} look={look} />
  if (plan.id !== status.plan)
    return status.billing === 'operator' ? <AskOperator /> : <ButtonPlaceholder>Starts next</ButtonPlaceholder>
  return (
    <a
      href="/keys"
      className="inline-flex min-h-12 items-center justify-center rounded-md font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      Go to your keys
    </a>
  )
}

const AskOperator = () => <ButtonPlaceholder>On request</ButtonPlaceholder>

/** Text instead of a button. */
const ButtonPlaceholder = ({ children }: { children: string }) => (
  <p className="grid min-h-12 place-items-center text-soft">{children}</p>
)
