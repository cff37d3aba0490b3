'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { monthName } from '@/components/usage/month-words'
import { MonthResult } from './month-result'
import { MonthTables } from './month-tables'
import { refetchMs } from './spending-words'

/** Everybody's calls in a month, what Google cost, and what was paid for plans. */
export function MonthCard() {
  const trpc = useTRPC()
  const [wanted, setWanted] = useState<string | null>(null)
  const { data, error, refetch, isPlaceholderData } = useQuery(
    trpc.operator.month.queryOptions(wanted ? { month: wanted } : {}, {
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
                value={wanted ?? current}
                onChange={({ currentTarget: { value } }) => setWanted(value === current ? null : value)}
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
