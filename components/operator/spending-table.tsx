import { Card } from '@/components/ui/card'
import { dayName } from '@/components/usage/month-words'
import { daysWithCalls, money, type Overview } from './spending-words'

const count = new Intl.NumberFormat('en')

/** What Google's bill calls each kind of call, and what we make it for. */
const kinds = [
  { sku: 'details_enterprise', label: 'Details' },
  { sku: 'search_enterprise', label: 'Search' },
  { sku: 'details_ids', label: 'Ids' },
] as const

/** What was asked of Google, a day a line, and what it can have cost. */
export function SpendingTable({ overview: { days, source } }: { overview: Overview }) {
  const shown = daysWithCalls(days)
  return (
    <Card className="min-w-0 p-4 sm:p-6">
      <section aria-labelledby="spending-title">
        <h2 id="spending-title" className="text-title font-semibold">
          Calls to Google a day
        </h2>
        {shown.length === 0 ? (
          <Nothing source={source} />
        ) : (
          <table className="mt-3 w-full border-collapse text-sm">
            <caption className="sr-only">Calls to Google and their cost, newest day first</caption>
            <thead>
              <tr>
                <th scope="col" className="py-2 text-left font-medium">
                  Day
                </th>
                {kinds.map(({ sku, label }) => (
                  <th key={sku} scope="col" className="py-2 pl-2 text-right font-medium">
                    {label}
                  </th>
                ))}
                <th scope="col" className="py-2 pl-2 text-right font-medium">
                  Cost
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ day, calls, costCents }) => (
                <tr key={day} className="border-t border-rule">
                  <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
                    {dayName(day.slice(0, 7), Number(day.slice(8)))}
                  </th>
                  {kinds.map(({ sku }) => (
                    <td key={sku} className="py-2 pl-2 text-right">
                      {count.format(calls[sku])}
                    </td>
                  ))}
                  <td className="py-2 pl-2 text-right font-medium">{money(costCents)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <p className="mt-4 text-sm text-soft">
          Days are UTC. The cost is what a day can have cost at most, by the list prices of 2026: every call counts,
          retries too, and each month’s free calls are taken off first.
        </p>
      </section>
    </Card>
  )
}

const Nothing = ({ source }: { source: Overview['source'] }) => (
  <div className="mt-4 rounded-md border border-dashed border-edge px-4 py-10 sm:px-6">
    <p className="font-medium">Nothing was asked of Google</p>
    <p className="mt-1 max-w-[30rem] text-soft">
      {source === 'sample' ? (
        <>
          Lookups are answered from the sample and cost nothing.{' '}
          <code className="font-mono text-[0.8125rem]">GOOGLE_MAPS_API_KEY</code> turns Google on.
        </>
      ) : (
        'The first lookup puts its day here.'
      )}
    </p>
  </div>
)
