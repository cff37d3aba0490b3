import { FigureTable } from '@/components/ui/figure-table'
import { type DayCalls, type Grouping, groupings } from './calls-by-day'
import { dayName } from './month-words'

interface CallsTableProps {
  month: string
  days: readonly DayCalls[]
  grouping: Grouping
}

/** The chart's data as a table, without days that had no calls. */
export function CallsTable({ month, days, grouping }: CallsTableProps) {
  const parts = groupings[grouping]
  const figuresOf = (days: readonly DayCalls[]) => [
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
