import type { ReactNode } from 'react'
import { formatPrice } from '@/components/format/money'
import { classNames } from '@/components/ui/class-names'
import { CheckIcon } from '@/components/ui/icons'
import { SiteLink } from '@/components/ui/site-link'
import type { Plan } from '@/server/access/plans'
import { quotaPhrase, rateOf } from './plan-words'

interface PlanCardProps {
  plan: Plan
  /** A label such as "Your plan". */
  mark: string | null
  /** Whether it is highlighted. */
  chosen: boolean
  /** Its buttons. */
  children: ReactNode
}

/** One plan: quota, price and buttons. */
export function PlanCard({ plan, mark, chosen, children }: PlanCardProps) {
  const rate = rateOf(plan)
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
        <p className="mt-3 flex items-baseline gap-1.5">
          <span className="text-display font-semibold">{formatPrice(plan.monthlyPriceCents)}</span>
          <span className="text-soft">a month</span>
        </p>
        <p className="mt-3 font-medium">{plan.monthlyQuota === null ? 'Unlimited calls' : quotaPhrase(plan)}</p>
        <p className="mb-5 min-h-5 text-sm text-soft">
          {rate ? `${rate} per 1,000 calls` : plan.monthlyPriceCents === 0 ? 'No card needed' : 'As many as you need'}
        </p>
        <div className="mt-auto grid gap-2">{children}</div>
      </div>
    </li>
  )
}

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
