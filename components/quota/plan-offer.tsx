import { formatMonthlyPrice } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import { usePlans } from '@/components/pricing/plans'
import { type ButtonLook, buttonClasses } from '@/components/ui/button'
import type { LookupsLeft } from './lookups-left'

/** Links to more lookups: an account for a visitor, a larger plan for an account. */
export function MoreLookupsLink({ left, look }: { left: LookupsLeft | null; look?: ButtonLook }) {
  const accountOffer = useAccountOffer()
  const isVisitor = left?.of !== 'account'
  return (
    <a href={isVisitor ? '/sign-up' : '/pricing'} className={buttonClasses(look)}>
      {isVisitor ? accountOffer : 'Compare plans'}
    </a>
  )
}

/**
 * What to do when the quota is used up: an account for a visitor, a larger plan for an account.
 * @param look the button's look: `plain` if the page already has a primary one.
 */
export function PlanOffer({ left, look = 'primary' }: { left: LookupsLeft | null; look?: ButtonLook }) {
  const { plans, billing } = usePlans()
  const isVisitor = left?.of !== 'account'
  const present = isVisitor ? plans[0]?.monthlyQuota : left.limit
  const larger = plans.filter(
    ({ monthlyQuota }) => present != null && (monthlyQuota === null || monthlyQuota > present),
  )
  return (
    <section aria-label="Plans" className="mt-3 w-full border-t border-rule pt-4">
      {isVisitor && (
        <p className="mb-4">
          <MoreLookupsLink left={left} look={look} />
        </p>
      )}
      <p className="text-sm text-soft">
        {isVisitor
          ? 'Use it here and over the API. If you need more:'
          : billing === 'operator'
            ? 'For a larger plan, contact the person who runs this server:'
            : 'A larger plan takes effect immediately:'}
      </p>
      <ul className="mt-2 max-w-[26rem] text-sm">
        {larger.map(({ id, name, monthlyQuota, monthlyPriceCents }) => (
          <li key={id} className="flex justify-between gap-4 border-b border-rule py-1.5">
            <span>
              <span className="font-medium">{name}</span>{' '}
              <span className="text-soft">
                {monthlyQuota === null ? 'no monthly limit' : `${formatNumber(monthlyQuota)} a month`}
              </span>
            </span>
            {billing === 'on' && <span>{formatMonthlyPrice(monthlyPriceCents)}</span>}
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

/** Returns a button label that shows what signing up adds: "Create a free account: 1,000 a month". */
export function useAccountOffer(): string {
  const first = usePlans().plans[0]
  if (!first || first.monthlyPriceCents > 0) return 'Create an account'
  const { monthlyQuota } = first
  return `Create a free account: ${monthlyQuota === null ? 'no monthly limit' : `${formatNumber(monthlyQuota)} a month`}`
}
