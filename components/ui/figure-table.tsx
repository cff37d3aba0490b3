import { formatNumber } from '@/components/format/number'

interface FigureTableProps {
  /** For screen readers. */
  caption: string
  /** The heading of the first column, which contains the row names: "Day". */
  head: string
  /** The headings of the other columns. */
  columns: readonly string[]
  /** Numbers are formatted; text is shown unchanged. */
  rows: ReadonlyArray<{ name: string; figures: Figures }>
  /** The totals of all rows, and that row's name: "Month". */
  sum: { name: string; figures: Figures }
}

/** One for each column; the last is the row's total. */
type Figures = ReadonlyArray<number | string>

export function FigureTable({ caption, head, columns, rows, sum }: FigureTableProps) {
  return (
    <table className="w-full border-collapse text-xs sm:text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="align-bottom">
          <th scope="col" className="py-2 text-left font-medium">
            {head}
          </th>
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pl-1.5 text-right sm:pl-2 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, figures }) => (
          <tr key={name} className="border-t border-rule">
            <th scope="row" className="py-2 text-left font-normal">
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
      <td key={column} className="py-2 pl-1.5 text-right sm:pl-2 align-baseline last:font-medium">
        {typeof figure === 'number' ? formatNumber(figure) : figure}
      </td>
    )
  })
