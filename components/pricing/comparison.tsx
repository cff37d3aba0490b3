import { FactTable } from '@/components/docs/fact-table'
import { formatPrice } from '@/components/format/money'
import { formatCalls, formatNumber } from '@/components/format/number'
import { CheckIcon } from '@/components/ui/icons'
import { maxKeys } from '@/server/access/key-store'
import { dailyFailures, limits } from '@/server/access/limits'
import { type Plan, plans } from '@/server/access/plans'
import { maxLines } from '@/server/batches/limits'
import { maxItems } from '@/server/trpc/listings/batch-schemas'
import { rateOf } from './plan-words'
import { PricingSection } from './section'

/** What each plan includes, beside what a visitor gets. */
export function Comparison() {
  const table = plans()
  /** Returns a row: what a visitor gets, and what each plan includes. */
  const row = (what: string, visitor: string | boolean, ofPlan: (plan: Plan) => string | boolean) => ({
    key: what,
    cells: [what, said(visitor), ...table.map((plan) => said(ofPlan(plan)))],
  })
  const burst = formatNumber(limits.burst.max)
  return (
    <PricingSection id="compare" title="Compare plans">
      <FactTable
        caption="What each plan includes"
        columns={['What you get', 'No account', ...table.map(({ name }) => name)]}
        rows={[
          row('Calls', `${formatNumber(limits.free.max)} a day`, ({ monthlyQuota }) =>
            monthlyQuota === null ? 'Unlimited' : `${formatNumber(monthlyQuota)} a month`,
          ),
          row('Price a month', 'Free', ({ monthlyPriceCents }) =>
            monthlyPriceCents === 0 ? 'Free' : formatPrice(monthlyPriceCents),
          ),
          row('Price of 1,000 calls', false, (plan) => rateOf(plan) ?? false),
          row('Calls in 10 seconds', burst, () => burst),
          row('Failed lookups a day', formatNumber(limits.visitorFailures.max), (plan) =>
            formatNumber(dailyFailures(plan)),
          ),
          row('Items in one batch call', formatNumber(maxItems), () => formatNumber(maxItems)),
          row('Lines of a batch in the background', false, () => formatNumber(maxLines)),
          row('API keys', false, () => formatNumber(maxKeys)),
          row('Test keys, limits for each key', false, () => true),
          row('Signed callbacks', false, () => true),
          row('Usage by day, operation and key', false, () => true),
        ]}
      />
      <p className="mt-4 max-w-[44rem] text-sm text-soft">
        {formatCalls(limits.burst.max)} in ten seconds are for all keys of an account together. Failed lookups use no
        quota; the limit is on those that reached Google.
      </p>
    </PricingSection>
  )
}

/** Returns a cell: a text, or whether something is included. */
function said(value: string | boolean) {
  if (value === true)
    return (
      <>
        <span className="inline-block align-[-0.15em] text-done">
          <CheckIcon />
        </span>
        <span className="sr-only">Included</span>
      </>
    )
  if (value === false)
    return (
      <>
        <span aria-hidden="true" className="text-soft">
          –
        </span>
        <span className="sr-only">Not included</span>
      </>
    )
  return value
}
