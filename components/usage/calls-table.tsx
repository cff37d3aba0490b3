import { type DayCalls, type Grouping, groupings } from './calls-by-day'
import { dayName } from './month-words'

const count = new Intl.NumberFormat('en')

interface CallsTableProps {
  month: string
  days: readonly DayCalls[]
  grouping: Grouping
}

/** The same as the chart, in figures; days without calls are left out. */
export function CallsTable({ month, days, grouping }: CallsTableProps) {
  const parts = groupings[grouping]
  const sum = (part: string) => days.reduce((total, { counts }) => total + (counts[part] ?? 0), 0)
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">Calls a day by {grouping}</caption>
      <thead>
        <tr className="align-bottom">
          <th scope="col" className="py-2 text-left font-medium">
            Day
          </th>
          {parts.map(({ key, label }) => (
            <th key={key} scope="col" className="py-2 pl-2 text-right font-medium">
              {label}
            </th>
          ))}
          <th scope="col" className="py-2 pl-2 text-right font-medium">
            All
          </th>
        </tr>
      </thead>
      <tbody>
        {days
          .filter(({ total }) => total > 0)
          .map(({ day, total, counts }) => (
            <tr key={day} className="border-t border-rule">
              <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
                {dayName(month, day)}
              </th>
              {parts.map(({ key }) => (
                <td key={key} className="py-2 pl-2 text-right">
                  {count.format(counts[key] ?? 0)}
                </td>
              ))}
              <td className="py-2 pl-2 text-right font-medium">{count.format(total)}</td>
            </tr>
          ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-ink font-medium">
          <th scope="row" className="py-2 text-left font-medium">
            Month
          </th>
          {parts.map(({ key }) => (
            <td key={key} className="py-2 pl-2 text-right">
              {count.format(sum(key))}
            </td>
          ))}
          <td className="py-2 pl-2 text-right">{count.format(days.reduce((all, { total }) => all + total, 0))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
