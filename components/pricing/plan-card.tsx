import type { ReactNode } from 'react'
import { formatPrice } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { CheckIcon } from '@/components/ui/icons'
import { SiteLink } from '@/components/ui/site-link'
import type { Billing } from '@/server/features/billing/status'
import { isWatching } from '@/server/features/watchlists/schedule'
import { firstPlan, type Plan } from '@/server/metering/access/limits'
import { membersPhrase, quotaPhrase, rateOf, watchedPhrase } from './plan-words'

interface PlanCardProps {
  plan: Plan
  /** Prices are shown only if billing is on. */
  billing: Billing
  /** A label such as "Your plan". */
  mark: string | null
  /** Whether the card is highlighted. */
  chosen: boolean
  /** Its buttons. */
  children: ReactNode
}

/** One plan: quota, price, and buttons. */
export function PlanCard({ plan, billing, mark, chosen, children }: PlanCardProps) {
  return (
    <li
      className={classNames(
        'flex flex-col overflow-hidden rounded-sm border bg-sheet shadow-card',
        chosen ? 'border-ink' : 'border-rule',
      )}
    >
      <div aria-hidden="true" className={`-mt-px h-2 ${chosen ? 'neatline' : ''}`} />
      <div className="flex flex-1 flex-col px-5 pt-4 pb-5">
        <h2 className="flex min-h-7 items-center justify-between gap-3 font-semibold">
          {plan.name}
          {mark && (
            <span className="inline-flex items-center gap-1 text-sm font-medium text-done">
              <CheckIcon />
              {mark}
            </span>
          )}
        </h2>
        {billing === 'on' ? <PricedQuota plan={plan} /> : <Quota plan={plan} billing={billing} />}
        <div className="mt-auto grid gap-2">{children}</div>
      </div>
    </li>
  )
}

function PricedQuota({ plan }: { plan: Plan }) {
  const rate = rateOf(plan)
  return (
    <>
      <p className="mt-3 flex items-baseline gap-1.5">
        <span className="text-display font-semibold">{formatPrice(plan.monthlyPriceCents)}</span>
        <span className="text-soft">a month</span>
      </p>
      <p className="mt-3 font-medium first-letter:uppercase">{quotaPhrase(plan)}</p>
      <Watched plan={plan} />
      <Members plan={plan} />
      <p className="mb-5 min-h-5 text-sm text-soft">
        {rate ? `${rate} per 1,000 calls` : plan.monthlyPriceCents === 0 ? 'No card required' : 'As many as you need'}
      </p>
    </>
  )
}

const Quota = ({ plan, billing }: { plan: Plan; billing: Billing }) => (
  <>
    <p className="mt-3 grid">
      <span className="text-display font-semibold">
        {plan.monthlyQuota === null ? 'No limit' : formatNumber(plan.monthlyQuota)}
      </span>
      <span className="text-soft">{plan.monthlyQuota === null ? 'on calls' : 'calls a month'}</span>
    </p>
    <Watched plan={plan} />
    <Members plan={plan} />
    <p className="mt-3 mb-5 min-h-5 text-sm text-soft">
      {billing === 'off' ? 'No charge' : plan.id === firstPlan().id ? 'For every account' : 'Free on request'}
    </p>
  </>
)

/** How many listings a plan watches, if the server watches any. */
const Watched = ({ plan }: { plan: Plan }) =>
  isWatching() && <p className="text-soft first-letter:uppercase">{watchedPhrase(plan) ?? 'no watched listings'}</p>

const Members = ({ plan }: { plan: Plan }) => <p className="text-soft first-letter:uppercase">{membersPhrase(plan)}</p>

/** The button for a visitor, who creates an account first. */
export function StartLink({ plan, look }: { plan: Plan; look: 'primary' | 'plain' }) {
  return (
    <SiteLink
      href={`/sign-up?plan=${plan.id}`}
      className={classNames(
        'inline-flex min-h-12 items-center justify-center rounded-md px-4 text-center font-medium transition-colors duration-150',
        look === 'primary'
          ? 'bg-accent font-semibold text-on-accent hover:bg-accent-pressed'
          : 'border border-edge bg-sheet hover:border-ink',
      )}
    >
      {plan.monthlyPriceCents === 0 ? 'Start for free' : `Start with ${plan.name}`}
    </SiteLink>
  )
}
