'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatCents } from '@/components/format/money'
import { formatNumber } from '@/components/format/number'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { FigureTable } from '@/components/ui/figure-table'
import { monthName } from '@/components/usage/month-words'
import {
  callFigures,
  callRows,
  googleFigures,
  googleRows,
  type Month,
  marginCents,
  operationLabels,
} from './month-figures'
import { refetchMs } from './spending-words'

/** A month's calls, Google's cost, and the revenue from plans. */
export function MonthCard() {
  const trpc = useTRPC()
  const [selected, setSelected] = useState<string | null>(null)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    trpc.operator.month.queryOptions(selected ? { month: selected } : {}, {
      refetchInterval: refetchMs,
      placeholderData: keepPreviousData,
    }),
  )
  const current = data?.months[0]
  return (
    <Card className="min-w-0 p-4 sm:p-6">
      <section aria-labelledby="month-title" aria-busy={!data || isPlaceholderData}>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id="month-title" className="text-title font-semibold">
            {!data || data.month === current ? 'This month' : monthName(data.month)}
          </h2>
          {data && (
            <label className="flex items-center gap-2 text-sm text-soft">
              Month
              <select
                value={selected ?? current}
                onChange={({ currentTarget: { value } }) => setSelected(value === current ? null : value)}
                className="min-h-9 rounded-md border border-edge bg-paper px-2 text-ink transition-colors duration-150 hover:border-ink"
              >
                {data.months.map((month) => (
                  <option key={month} value={month}>
                    {monthName(month)}
                  </option>
                ))}
              </select>
            </label>
          )}
        </div>
        {error ? (
          <p className="mt-3 grid justify-items-start gap-3 text-soft">
            This month couldn’t be loaded.
            <Button onClick={() => void refetch()}>Try again</Button>
          </p>
        ) : data ? (
          <div className="mt-4 grid gap-6">
            <MonthTables month={data} />
            <MonthResult month={data} />
          </div>
        ) : (
          <div aria-hidden="true" className="mt-4 h-80 rounded-md bg-sunk" />
        )}
      </section>
    </Card>
  )
}

/** A month's revenue and its margin after Google's cost; nothing if billing is off. */
function MonthResult({ month }: { month: Month }) {
  const { revenue } = month
  const margin = marginCents(month)
  if (revenue === 'off') return null
  return (
    <dl className="text-sm">
      {revenue === 'unavailable' || margin === null ? (
        <Line name="Revenue" note="Stripe returned an error. See the log. Pinref retries within two minutes.">
          unknown
        </Line>
      ) : (
        <>
          <Line name="Revenue" note={noteOf(revenue)}>
            {amountOf(revenue, revenue.cents)}
          </Line>
          <Line name="Margin" note="Revenue minus the maximum Google cost.">
            {amountOf(revenue, margin)}
          </Line>
        </>
      )}
    </dl>
  )
}

type Revenue = Exclude<Month['revenue'], string>

const amountOf = ({ isWhole }: Revenue, cents: number) => (isWhole ? '' : 'at least ') + formatCents(cents)

function noteOf({ invoices, isWhole }: Revenue): string {
  const paid = `${isWhole ? '' : 'The newest '}${formatNumber(invoices)} paid ${invoices === 1 ? 'invoice' : 'invoices'}`
  return `${paid} at Stripe, before refunds and fees.`
}

const Line = ({ name, note, children }: { name: string; note: string; children: ReactNode }) => (
  <div className="grid grid-cols-[1fr_auto] gap-x-3 border-t border-rule py-2.5">
    <dt className="font-medium">{name}</dt>
    <dd className="font-medium">{children}</dd>
    <dd className="col-span-2 text-soft">{note}</dd>
  </div>
)

/** All calls by operation and outcome, and the calls to Google by SKU. */
function MonthTables({ month }: { month: Month }) {
  const skus = googleRows(month)
  return (
    <>
      <div>
        <h3 className="font-medium">Calls by all accounts and visitors</h3>
        <FigureTable
          caption="Calls by all accounts and visitors, by operation and outcome"
          head="Outcome"
          columns={operationLabels}
          rows={callRows(month)}
          sum={{ name: 'All', figures: callFigures(month.calls) }}
        />
        <p className="mt-3 text-sm text-soft">
          Delayed up to ten seconds. Refunded: failed after being accepted. Rejected: over a quota, or too many at once.
          Calls with an invalid request or key aren’t counted.
        </p>
      </div>
      <div>
        <h3 className="font-medium">Calls to Google by SKU</h3>
        {skus.length > 0 ? (
          <FigureTable
            caption="Calls to Google by SKU, and their cost"
            head="SKU"
            columns={['Calls', 'Free', 'Cost']}
            rows={skus}
            sum={{ name: 'All', figures: googleFigures(month.google) }}
          />
        ) : (
          <p className="mt-2 text-sm text-soft">None.</p>
        )}
      </div>
    </>
  )
}
