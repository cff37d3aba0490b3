import type { ReactNode } from 'react'
import { classNames } from './class-names'

interface FactTableProps {
  /** For screen readers. */
  caption: string
  columns: readonly string[]
  /** The columns’ shares of the table on a wide screen, in percent. Otherwise, they depend on what is in them. */
  widths?: readonly number[]
  rows: ReadonlyArray<{ key: string; cells: readonly ReactNode[] }>
}

/** A table that becomes a list of cards on a narrow screen. The roles keep it a table for screen readers. */
export function FactTable({ caption, columns, widths, rows }: FactTableProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: browsers drop the table semantics when `display` changes
    <table
      role="table"
      className={classNames('mt-5 w-full border-collapse text-sm max-sm:block', widths && 'sm:table-fixed')}
    >
      <caption className="sr-only">{caption}</caption>
      {widths && (
        <colgroup className="max-sm:hidden">
          {widths.map((width, index) => (
            <col key={columns[index]} style={{ width: `${width}%` }} />
          ))}
        </colgroup>
      )}
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="text-left text-soft">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className="border-b border-edge py-2 pe-4 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block [&>tr:first-child]:break-before-avoid">
        {rows.map(({ key, cells }) => (
          <tr
            key={key}
            role="row"
            className="break-inside-avoid align-baseline max-sm:block max-sm:border-b max-sm:border-rule max-sm:py-3"
          >
            {cells.map((cell, index) => (
              <td
                key={columns[index]}
                role="cell"
                className="py-2.5 pe-4 last:pe-0 max-sm:block max-sm:py-0.5 max-sm:first:font-medium sm:first:whitespace-nowrap sm:border-b sm:border-rule"
              >
                {index > 0 && columns.length > 2 && (
                  <span aria-hidden="true" className="me-2 text-soft sm:hidden">
                    {columns[index]}
                  </span>
                )}
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}
