import { formatNumber } from '@/components/format/number'
import { Card } from '@/components/ui/card'
import { monthName } from '@/components/usage/month-words'
import { costWords, type Overview, spendingByMonth } from './spending-words'

/** The totals of this month and the last, and the calls of today and of this month against their caps. */
export function SpendingTotals({ overview: { days, dailyCap, monthlyCap } }: { overview: Overview }) {
  const months = spendingByMonth(days)
  return (
    <Card className="p-4 sm:p-6">
      <h2 className="mb-3 text-title font-semibold">Totals</h2>
      {months.map(({ month, calls, billable, costCents }) => (
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
      <div className="grid gap-1 border-t border-rule pt-3 text-sm">
        <Against cap={dailyCap} made={days.at(-1)?.billable ?? 0} period="Today" returns="00:00 UTC" />
        {monthlyCap !== null && (
          <Against
            cap={monthlyCap}
            made={months[0]?.billable ?? 0}
            period="This month"
            returns="the first, 00:00 UTC"
          />
        )}
      </div>
    </Card>
  )
}

interface AgainstProps {
  cap: number
  made: number
  period: string
  returns: string
}

const Against = ({ cap, made, period, returns }: AgainstProps) => (
  <p className={made >= cap ? 'font-medium text-limit' : undefined}>
    {period}: {formatNumber(made)} of {formatNumber(cap)} billable calls.
    {made >= cap && ` No more are made until ${returns}.`}
  </p>
)
