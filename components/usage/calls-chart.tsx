import { nice, ticks } from 'd3-array'
import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react'
import { formatCalls } from '@/components/format/number'
import { type DayCalls, dayWords, type Grouping, type Part } from './calls-by-day'
import { dayName } from './month-words'

const compact = new Intl.NumberFormat('en', { notation: 'compact' })
const labeledDays = [1, 5, 10, 15, 20, 25, 30]

/** The top of the plot and its baseline, in pixels. Horizontally, everything is in percent and fits any width. */
const [top, baseline] = [8, 264]

/** The part of a day's width that its bar fills. */
const barShare = 0.82

/** The keys that move between days. */
const moves: Record<string, (day: number, last: number) => number> = {
  ArrowLeft: (day) => Math.max(1, day - 1),
  ArrowRight: (day, last) => Math.min(last, day + 1),
  Home: () => 1,
  End: (_, last) => last,
}

export interface CallsChartProps {
  month: string
  days: readonly DayCalls[]
  grouping: Grouping
  parts: readonly Part[]
}

/** Calls by day as stacked bars. Hovering, tapping, or pressing the arrow keys shows a day's figures. */
export function CallsChart({ month, days, grouping, parts }: CallsChartProps) {
  const [selected, setSelected] = useState<number | null>(null)
  const hint = useId()
  const last = days.length
  const shown = days.find(({ day }) => day === selected)
  const [, highest] = nice(0, Math.max(1, ...days.map(({ total }) => total)), 4)
  const heightOf = (calls: number) => (calls / highest) * (baseline - top)
  const percent = (share: number) => `${(share / last) * 100}%`

  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setSelected(Math.min(last, Math.max(1, Math.ceil(((clientX - left) / width) * last))))
  }
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (event.key === 'Escape') setSelected(null)
    if (!move) return
    event.preventDefault()
    setSelected((day) => move(day ?? 0, last))
  }
  return (
    <div
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move between days.
      tabIndex={0}
      aria-label={`Calls per day by ${grouping}`}
      aria-describedby={hint}
      className="relative mr-1 ml-10 h-72 touch-pan-y outline-offset-4 outline-ink focus-visible:outline-2"
      onPointerDown={point}
      onPointerMove={point}
      // A finger that leaves the screen leaves the chart too; what it tapped stays.
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setSelected(null)}
      onKeyDown={press}
      onFocus={() => setSelected((day) => day ?? 1)}
      onBlur={() => setSelected(null)}
    >
      <p id={hint} hidden>
        The left and right arrow keys move between days. The table has the same figures.
      </p>
      <svg aria-hidden="true" className="size-full overflow-visible fill-soft text-xs">
        {shown && (
          <rect x={percent(shown.day - 1)} y={top} width={percent(1)} height={baseline - top} fill="var(--sunk)" />
        )}
        {ticks(0, highest, 4)
          .filter(Number.isInteger)
          .map((calls) => (
            <g key={calls} transform={`translate(0 ${baseline - heightOf(calls)})`}>
              <line x2="100%" shapeRendering="crispEdges" stroke={calls === 0 ? 'var(--edge)' : 'var(--rule)'} />
              <text x={-8} dy="0.32em" textAnchor="end">
                {compact.format(calls)}
              </text>
            </g>
          ))}
        {labeledDays
          .filter((day) => day <= last)
          .map((day) => (
            <text key={day} x={percent(day - 0.5)} y={baseline + 18} textAnchor="middle">
              {day}
            </text>
          ))}
        {days.map(({ day, counts }) => {
          let sum = 0
          return parts.map(({ key, color }) => {
            const calls = counts[key] ?? 0
            sum += calls
            return (
              calls > 0 && (
                <rect
                  key={`${day} ${key}`}
                  data-part={key}
                  x={percent(day - 0.5 - barShare / 2)}
                  y={baseline - heightOf(sum)}
                  width={percent(barShare)}
                  height={heightOf(calls)}
                  fill={color}
                  stroke="var(--sheet)"
                />
              )
            )
          })
        })}
      </svg>
      <div role="status">
        {shown && (
          <DayReadOut
            month={month}
            day={shown}
            parts={parts}
            // Beside the bar, on the side with more room, but always inside the chart.
            side={
              shown.day <= last / 2
                ? { left: `min(${percent(shown.day)} + 0.25rem, 100% - 14rem)` }
                : { right: `min(${percent(last - shown.day + 1)} + 0.25rem, 100% - 14rem)` }
            }
          />
        )}
      </div>
    </div>
  )
}

interface DayReadOutProps {
  month: string
  day: DayCalls
  parts: readonly Part[]
  side: { left: string } | { right: string }
}

/** A day's figures by operation and outcome, or by part. */
function DayReadOut({ month, day, parts, side }: DayReadOutProps) {
  return (
    <div
      style={side}
      className="pointer-events-none absolute top-8 z-1 max-w-56 rounded-md border border-ink bg-sheet px-3 py-2 text-sm shadow-card"
    >
      <p className="font-semibold">{dayName(month, day.day)}</p>
      <p>{formatCalls(day.total)}</p>
      {dayWords(day, parts).map(({ name, words }) => (
        <p key={name} className="text-soft [overflow-wrap:anywhere]">
          {name}: {words}
        </p>
      ))}
    </div>
  )
}
