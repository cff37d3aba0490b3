'use client'

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { formatCalls } from '@/components/format/number'
import { type DayCalls, type Grouping, groupings, kindWords } from './calls-by-day'
import { dayName } from './month-words'

const compact = new Intl.NumberFormat('en', { notation: 'compact' })
const ticks = [1, 5, 10, 15, 20, 25, 30]
const tick = { fill: 'var(--soft)', fontSize: 12 }

export interface CallsChartProps {
  month: string
  days: readonly DayCalls[]
  grouping: Grouping
}

/** Calls by day as stacked bars. Hovering, tapping, or pressing the arrow keys shows a day's figures. */
export default function CallsChart({ month, days, grouping }: CallsChartProps) {
  return (
    <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 300, height: 260 }}>
      <BarChart
        data={[...days]}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        barCategoryGap="18%"
        title={`Calls per day by ${grouping}`}
        desc="The left and right arrow keys move between days. The table has the same figures."
      >
        <CartesianGrid vertical={false} stroke="var(--rule)" />
        <XAxis
          dataKey="day"
          tick={tick}
          tickLine={false}
          axisLine={{ stroke: 'var(--edge)' }}
          ticks={ticks}
          interval={0}
        />
        <YAxis
          tick={tick}
          tickLine={false}
          axisLine={false}
          width={40}
          allowDecimals={false}
          tickFormatter={(value: number) => compact.format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--sunk)' }}
          wrapperStyle={{ zIndex: 1, outline: 'none' }}
          content={({ active, payload }) => {
            const shown = payload[0]?.payload as DayCalls | undefined
            return active && shown ? <DayReadOut month={month} day={shown} /> : null
          }}
        />
        {groupings[grouping].map(({ key, label, color }) => (
          <Bar
            key={key}
            dataKey={({ counts }: DayCalls) => counts[key] ?? 0}
            name={label}
            stackId="calls"
            fill={color}
            stroke="var(--sheet)"
            strokeWidth={1}
            maxBarSize={28}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  )
}

/** A day's figures by operation and outcome, for screen readers. */
function DayReadOut({ month, day: { day, total, kinds } }: { month: string; day: DayCalls }) {
  return (
    <div role="status" className="max-w-56 rounded-md border border-ink bg-sheet px-3 py-2 text-sm shadow-card">
      <p className="font-semibold">{dayName(month, day)}</p>
      <p>{formatCalls(total)}</p>
      {kindWords(kinds).map(({ operation, words }) => (
        <p key={operation} className="text-soft">
          {operation}: {words}
        </p>
      ))}
    </div>
  )
}
