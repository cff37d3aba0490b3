import { formatMonthlyPrice } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import { usePlans } from '@/components/plans/plans'
import type { LookupsLeft } from './lookups-left'

/** The larger plans and their prices, shown when the quota is used up. */
export function PlanOffer({ left }: { left: LookupsLeft | null }) {
  const { plans, billing } = usePlans()
  const present = left?.of === 'account' ? left.limit : null
  const larger = plans.filter(({ monthlyQuota }) => monthlyQuota === null || monthlyQuota > (present ?? 0))
  return (
    <section aria-label="Plans" className="mt-3 w-full border-t border-rule pt-4">
      <p className="text-sm text-soft">
        {present === null
          ? 'An account comes with its own lookups, here and over the API:'
          : billing === 'operator'
            ? 'For a larger plan, contact the person who runs this server:'
            : 'A larger plan takes effect at once:'}
      </p>
      <ul className="mt-2 max-w-[26rem] text-sm">
        {larger.map(({ id, name, monthlyQuota, monthlyPriceCents }) => (
          <li key={id} className="flex justify-between gap-4 border-b border-rule py-1.5">
            <span>
              <span className="font-medium">{name}</span>{' '}
              <span className="text-soft">
                {monthlyQuota === null ? 'unlimited' : `${formatNumber(monthlyQuota)} a month`}
              </span>
            </span>
            <span>{formatMonthlyPrice(monthlyPriceCents)}</span>
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
