import { plans } from '@/server/access/plans'
import type { ErrorCode } from '@/server/errors'

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const count = new Intl.NumberFormat('en')
const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

interface PlanOfferProps {
  /** Which limit was reached. */
  code: ErrorCode | undefined
  /** When its lookups return, epoch seconds. */
  resetSeconds: number | undefined
}

/** What there is beyond the lookups that are used up, and what it costs. */
export function PlanOffer({ code, resetSeconds }: PlanOfferProps) {
  const ofPlan = code === 'monthly_quota_exhausted'
  return (
    <section aria-label="Plans" className="mt-3 w-full border-t border-rule pt-4">
      <p className="text-sm text-soft">
        {ofPlan && resetSeconds !== undefined && `They return on ${day.format(resetSeconds * 1000)}, 00:00 UTC. `}
        {ofPlan ? 'A larger plan goes on at once:' : 'An account has lookups of its own, here and over the API:'}
      </p>
      <ul className="mt-2 max-w-[26rem] text-sm">
        {plans.map(({ id, name, monthlyQuota, monthlyPriceCents }) => (
          <li key={id} className="flex justify-between gap-4 border-b border-rule py-1.5">
            <span>
              <span className="font-medium">{name}</span>{' '}
              <span className="text-soft">
                {monthlyQuota === null ? 'no limit' : `${count.format(monthlyQuota)} a month`}
              </span>
            </span>
            <span>{monthlyPriceCents === 0 ? 'free' : `${dollars.format(monthlyPriceCents / 100)} a month`}</span>
          </li>
        ))}
      </ul>
      <a
        href="/pricing"
        className="mt-3 inline-block text-sm font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        Compare plans
      </a>
    </section>
  )
}
