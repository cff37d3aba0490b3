import { formatNumber } from '@/components/format/number'
import { Card } from '@/components/ui/card'
import { FigureTable } from '@/components/ui/figure-table'
import { dayName, monthName } from '@/components/usage/month-words'
import { costWords, daysWithCalls, type Overview, spendingByMonth } from './spending-words'

/** This month's and last month's totals, and today's and this month's calls against their caps. */
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
            returns="the 1st at 00:00 UTC"
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

/** What the calls are for, and the SKUs they are billed as. */
const kinds = [
  { label: 'Details', skus: ['details_enterprise'] },
  { label: 'Search', skus: ['search_enterprise'] },
  { label: 'Ids', skus: ['details_ids', 'search_ids', 'legacy_ids', 'resolution'] },
] as const

type Days = Overview['days']

const sumOf = (days: Days, figure: (day: Days[number]) => number) => days.reduce((sum, day) => sum + figure(day), 0)

const figuresOf = (days: Days) => [
  ...kinds.map(({ skus }) => sumOf(days, ({ calls }) => skus.reduce((sum, sku) => sum + calls[sku], 0))),
  costWords(sumOf(days, ({ costCents }) => costCents)),
]

/** Calls to Google by day, and their maximum cost. */
export function SpendingTable({ overview: { days, source } }: { overview: Overview }) {
  const shown = daysWithCalls(days)
  return (
    <Card className="min-w-0 p-4 sm:p-6">
      <section aria-labelledby="spending-title">
        <h2 id="spending-title" className="text-title font-semibold">
          Calls to Google by day
        </h2>
        {shown.length === 0 ? (
          <Nothing source={source} />
        ) : (
          <div className="mt-3">
            <FigureTable
              caption="Calls to Google and their cost, newest day first"
              head="Day"
              columns={[...kinds.map(({ label }) => label), 'Cost']}
              rows={shown.map((day) => ({
                name: dayName(day.day.slice(0, 7), Number(day.day.slice(8))),
                figures: figuresOf([day]),
              }))}
              sum={{ name: 'All', figures: figuresOf(shown) }}
            />
          </div>
        )}
        <p className="mt-4 text-sm text-soft">
          Days are UTC. Cost is the day’s maximum at 2026 list prices, including retries, after each month’s free calls.
        </p>
      </section>
    </Card>
  )
}

const Nothing = ({ source }: { source: Overview['source'] }) => (
  <div className="mt-4 rounded-md border border-dashed border-edge px-4 py-10 sm:px-6">
    <p className="font-medium">No calls to Google yet</p>
    <p className="mt-1 max-w-[30rem] text-soft">
      {source === 'sample' ? (
        <>
          Lookups use sample data at no cost. Set{' '}
          <code className="font-mono text-[0.8125rem]">GOOGLE_MAPS_API_KEY</code> to use Google.
        </>
      ) : (
        'The first lookup will appear here.'
      )}
    </p>
  </div>
)
