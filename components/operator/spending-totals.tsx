import { formatNumber } from '@/components/format/number'
import { Card } from '@/components/ui/card'
import { monthName } from '@/components/usage/month-words'
import { costWords, type Overview, spendingByMonth } from './spending-words'

/** The totals of this month and the last, and today's calls against the daily cap. */
export function SpendingTotals({ overview: { days, dailyCap } }: { overview: Overview }) {
  const today = days.at(-1)?.billable ?? 0
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="mb-3 text-title font-semibold">Totals</h2>
      {spendingByMonth(days).map(({ month, calls, billable, costCents }) => (
        <div key={month} className="border-t border-rule py-3">
          <h3 className="flex justify-between gap-3 font-medium">
            {monthName(month)}
            <span>{costWords(costCents)}</span>
          </h3>
          <p className="text-sm text-soft">
            {formatNumber(calls)} calls, {formatNumber(billable)} of them billable
          </p>
        </div>
      ))}
      <p className="border-t border-rule pt-3 text-sm">
        {dailyCap === null ? (
          <>
            Today has no cap. <code className="font-mono text-[0.8125rem]">UPSTREAM_DAILY_CAP</code> sets one.
          </>
        ) : (
          <span className={today >= dailyCap ? 'font-medium text-limit' : undefined}>
            Today: {formatNumber(today)} of {formatNumber(dailyCap)} billable calls.
            {today >= dailyCap && ' No more are made until 00:00 UTC.'}
          </span>
        )}
      </p>
    </Card>
  )
}
