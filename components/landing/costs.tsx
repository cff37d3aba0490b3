import { formatMonthlyPrice } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import { plans } from '@/server/access/plans'
import { env } from '@/server/env'
import { LandingSection } from './section'

/** What a lookup costs without an account, with a free one, and with a plan. */
export function Costs() {
  const steps = [
    {
      name: 'No account',
      gives: `${formatNumber(env().FREE_DAILY_QUOTA)} lookups a day, here and over the API`,
      price: 'Free',
    },
    ...plans().map(({ name, monthlyQuota, monthlyPriceCents }) => ({
      name,
      gives: monthlyQuota === null ? 'Unlimited calls' : `${formatNumber(monthlyQuota)} calls a month`,
      price: monthlyPriceCents === 0 ? 'Free' : formatMonthlyPrice(monthlyPriceCents),
    })),
  ]
  return (
    <LandingSection id="costs-title" title="What it costs">
      <p className="mt-2 max-w-[44rem] text-soft">
        A call that fails costs nothing, and converting on this page is always free.
      </p>
      <dl className="mt-6 max-w-[44rem]">
        {steps.map(({ name, gives, price }) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 border-t border-rule py-2.5">
            <dt className="w-28 font-semibold">{name}</dt>
            <dd className="flex-1 basis-48 text-soft">{gives}</dd>
            <dd className="font-medium">{price}</dd>
          </div>
        ))}
      </dl>
      <a
        href="/pricing"
        className="mt-5 inline-block font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
      >
        Compare plans
      </a>
    </LandingSection>
  )
}
