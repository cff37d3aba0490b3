import { formatNumber } from '@/components/format/number'

interface DayTableProps {
  caption: string
  /** The columns after the day. */
  columns: readonly string[]
  /** A row for each day. Numbers are formatted, texts are shown as they are. */
  days: ReadonlyArray<{ name: string; figures: Figures }>
  /** The sums of all days, and the name of that row: "Month". */
  sum: { name: string; figures: Figures }
}

/** One for each column; the last is the sum of the row. */
type Figures = ReadonlyArray<number | string>

/** Figures by day, with their sums. */
export function DayTable({ caption, columns, days, sum }: DayTableProps) {
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="align-bottom">
          <th scope="col" className="py-2 text-left font-medium">
            Day
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pl-2 text-right font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.map(({ name, figures }) => (
          <tr key={name} className="border-t border-rule">
            <th scope="row" className="py-2 text-left font-normal whitespace-nowrap">
              {name}
            </th>
            <Cells columns={columns} figures={figures} />
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="border-t border-ink font-medium">
          <th scope="row" className="py-2 text-left font-medium">
            {sum.name}
          </th>
          <Cells columns={columns} figures={sum.figures} />
        </tr>
      </tfoot>
    </table>
  )
}

const Cells = ({ columns, figures }: { columns: readonly string[]; figures: Figures }) =>
  columns.map((column, index) => {
    const figure = figures[index] ?? 0
    return (
      <td key={column} className="py-2 pl-2 text-right last:font-medium">
        {typeof figure === 'number' ? formatNumber(figure) : figure}
      </td>
    )
  })
