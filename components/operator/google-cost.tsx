import { formatNumber } from '@/components/format/number'
import { Card } from '@/components/ui/card'
import { monthName } from '@/components/usage/month-words'
import { costWords, type Overview } from './overview-words'

/** Google's cost this month and last month, and today's and this month's calls against their caps. */
export function GoogleCost({ overview }: { overview: Overview }) {
  const { months, billableToday, dailyCap, monthlyCap } = overview
  return (
    <Card className="min-w-0 p-4 sm:p-6">
      <section aria-labelledby="cost-title">
        <h2 id="cost-title" className="mb-3 text-title font-semibold">
          Google’s cost
        </h2>
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
          <Against cap={dailyCap} made={billableToday} period="Today" returns="00:00 UTC" />
          {monthlyCap !== null && (
            <Against
              cap={monthlyCap}
              made={months[0]?.billable ?? 0}
              period="This month"
              returns="the 1st at 00:00 UTC"
            />
          )}
        </div>
        <p className="mt-3 text-sm text-soft">
          Days and months are UTC. The cost is the maximum at 2026 list prices, including retries, after each month’s
          free calls.
        </p>
      </section>
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
