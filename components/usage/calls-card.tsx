'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { download } from '@/components/ui/download'
import { callsByDay, type Grouping, groupings } from './calls-by-day'
import { CallsTable } from './calls-table'
import { Choice } from './choice'
import { usageCsv } from './usage-csv'

/** Loaded only if there is something to draw, because the chart library is large. */
const CallsChart = dynamic(() => import('./calls-chart'), { ssr: false })

const outcomesNote =
  'Only successful calls count. Refunded: failed after being accepted. Refused: over the quota, or too many at once.'

/** The calls of a month by day: as a chart, a table or a file. */
export function CallsCard({ usage }: { usage: Outputs['usage']['month'] }) {
  const [grouping, setGrouping] = useState<Grouping>('operation')
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { month } = usage
  const days = callsByDay(month, usage.days)
  return (
    <Card className="p-4 sm:p-6">
      <section aria-labelledby="calls-title">
        <h2 id="calls-title" className="text-title font-semibold">
          Calls per day
        </h2>
        {usage.days.length === 0 ? (
          <NoCalls />
        ) : (
          <>
            <div className="mt-4 flex flex-wrap items-end gap-x-6 gap-y-3">
              <Choice
                label="Group by"
                value={grouping}
                options={{ operation: 'Operation', outcome: 'Outcome' }}
                onChange={setGrouping}
              />
              <Choice label="View" value={view} options={{ chart: 'Chart', table: 'Table' }} onChange={setView} />
              <Button
                className="sm:ms-auto"
                onClick={() => download(`pinref-usage-${month}.csv`, new Blob([usageCsv(usage)], { type: 'text/csv' }))}
              >
                Download CSV
              </Button>
            </div>
            <div className="mt-5">
              {view === 'chart' ? (
                <>
                  {/* The chart draws the focus itself, and a tapped bar must not show any. */}
                  <div className="h-72 [&_svg_*]:outline-none">
                    <CallsChart month={month} days={days} grouping={grouping} />
                  </div>
                  <Legend grouping={grouping} />
                </>
              ) : (
                <CallsTable month={month} days={days} grouping={grouping} />
              )}
            </div>
            <p className="mt-4 text-sm text-soft">Days are UTC. {outcomesNote}</p>
          </>
        )}
      </section>
    </Card>
  )
}

const Legend = ({ grouping }: { grouping: Grouping }) => (
  <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
    {groupings[grouping].map(({ key, label, colour }) => (
      <li key={key} className="flex items-center gap-2">
        <span aria-hidden="true" style={{ background: colour }} className="size-3 rounded-xs" />
        {label}
      </li>
    ))}
  </ul>
)

const NoCalls = () => (
  <div className="mt-4 rounded-md border border-dashed border-edge px-4 py-10 sm:px-6">
    <p className="font-medium">No calls this month</p>
    <p className="mt-1 max-w-[30rem] text-soft">
      Calls with your keys and lookups while you’re signed in show up here within moments.
    </p>
  </div>
)
