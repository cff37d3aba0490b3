import { formatNumber } from '@/components/format/number'
import { planName } from '@/components/plans/plan-name'
import { usePlans } from '@/components/plans/plans'
import type { Outputs } from '@/components/trpc/client'
import { resetWords } from '@/components/usage/month-words'
import { QuotaScale } from '@/components/usage/quota-scale'
import { HomeCard } from './home-card'

/** This month's calls and the plan's quota. */
export const UsageCard = ({ usage }: { usage: Outputs['home']['usage'] | undefined }) => (
  <HomeCard title="This month" more={['/usage', 'See usage']}>
    {usage ? <CurrentUsage usage={usage} /> : null}
  </HomeCard>
)

function CurrentUsage({ usage: { plan, used, remaining, reset, ...usage } }: { usage: Outputs['home']['usage'] }) {
  const { plans } = usePlans()
  const limit = usage.limit === 'unlimited' ? null : Number(usage.limit)
  const isLow = limit !== null && used >= limit * 0.8
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 text-soft">
        <span>
          <span className="text-display font-semibold text-ink">{formatNumber(used)}</span>{' '}
          {limit === null ? (used === 1 ? 'call' : 'calls') : `of ${formatNumber(limit)} calls`}
        </span>
        <span className="text-sm">{planName(plans, plan)} plan</span>
      </p>
      {limit !== null && <QuotaScale used={used} limit={limit} isLow={isLow} />}
      <p className="mt-3 text-sm">
        {limit === null ? (
          'Your plan is unlimited.'
        ) : (
          <>
            <span className={isLow ? 'font-medium text-limit' : 'font-medium'}>{formatNumber(remaining)} left.</span>{' '}
            Resets {resetWords(reset, Date.now())}.
          </>
        )}
      </p>
    </>
  )
}
