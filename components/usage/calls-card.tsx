'use client'

import { useId, useState } from 'react'
import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { download } from '@/components/ui/download'
import { FigureTable } from '@/components/ui/figure-table'
import { type Grouping, groupedCalls } from './calls-by-day'
import { CallsChart, type CallsChartProps } from './calls-chart'
import { dayName } from './month-words'

const outcomesNote =
  'Only successful calls count. Refunded: failed after being accepted. Rejected: over the quota, or too many at once.'
const sourcesNote =
  'Only calls that counted. Names are current; clients are those at the time of the call. “Not by key” was counted by an earlier version.'

/** A month's calls by day, as a chart, a table, or a file. */
export function CallsCard({ usage }: { usage: Outputs['usage']['month'] }) {
  const [grouping, setGrouping] = useState<Grouping>('operation')
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const { month } = usage
  const { days, parts } = groupedCalls(usage, grouping)
  const isBySource = grouping === 'key' || grouping === 'client'
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
                options={{ operation: 'Operation', outcome: 'Outcome', key: 'Key', client: 'Client' }}
                onChange={setGrouping}
              />
              <Choice label="View" value={view} options={{ chart: 'Chart', table: 'Table' }} onChange={setView} />
              <Button
                className="sm:ms-auto"
                onClick={async () => {
                  // Loaded only for this, with a library.
                  const { usageCsv } = await import('./usage-csv')
                  const file = new Blob([usageCsv(usage, grouping)], { type: 'text/csv' })
                  download(`pinref-usage-${month}${isBySource ? `-by-${grouping}` : ''}.csv`, file)
                }}
              >
                Download CSV
              </Button>
            </div>
            <div className="mt-5">
              {view === 'chart' ? (
                <>
                  <CallsChart month={month} days={days} grouping={grouping} parts={parts} />
                  <Legend parts={parts} />
                </>
              ) : (
                <CallsTable month={month} days={days} grouping={grouping} parts={parts} />
              )}
            </div>
            <p className="mt-4 text-sm text-soft">Days are UTC. {isBySource ? sourcesNote : outcomesNote}</p>
          </>
        )}
      </section>
    </Card>
  )
}

const Legend = ({ parts }: Pick<CallsChartProps, 'parts'>) => (
  <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1 text-sm">
    {parts.map(({ key, label, color }) => (
      <li key={key} className="flex min-w-0 items-center gap-2 [overflow-wrap:anywhere]">
        <span aria-hidden="true" style={{ background: color }} className="size-3 shrink-0 rounded-xs" />
        {label}
      </li>
    ))}
  </ul>
)

const NoCalls = () => (
  <div className="mt-4 rounded-md border border-dashed border-edge px-4 py-10 sm:px-6">
    <p className="font-medium">No calls this month</p>
    <p className="mt-1 max-w-[30rem] text-soft">
      Calls with your keys, and lookups while you’re signed in, appear here shortly.
    </p>
  </div>
)

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  /** The label of each value, in order. */
  options: Record<Value, string>
  onChange: (value: Value) => void
}

/** Radio buttons, side by side. */
function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex rounded-md border border-edge bg-paper p-0.5">
        {(Object.entries(options) as Array<[Value, string]>).map(([option, words]) => (
          <label
            key={option}
            className="relative flex min-h-9 items-center rounded-sm px-2 text-sm sm:px-3.5 font-medium text-soft transition-colors duration-150 hover:text-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"
          >
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 appearance-none rounded-sm outline-none"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The chart's data as a table, without days that had no calls. */
function CallsTable({ month, days, grouping, parts }: CallsChartProps) {
  const figuresOf = (days: CallsChartProps['days']) => [
    ...parts.map(({ key }) => days.reduce((sum, { counts }) => sum + (counts[key] ?? 0), 0)),
    days.reduce((sum, { total }) => sum + total, 0),
  ]
  return (
    <FigureTable
      caption={`Calls per day by ${grouping}`}
      head="Day"
      columns={[...parts.map(({ label }) => label), 'All']}
      rows={days
        .filter(({ total }) => total > 0)
        .map((day) => ({ name: dayName(month, day.day), figures: figuresOf([day]) }))}
      sum={{ name: 'Month', figures: figuresOf(days) }}
    />
  )
}
