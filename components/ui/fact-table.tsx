import type { ReactNode } from 'react'

interface FactTableProps {
  /** For screen readers. */
  caption: string
  columns: readonly string[]
  rows: ReadonlyArray<{ key: string; cells: readonly ReactNode[] }>
}

/** A table that becomes a list of cards on a narrow screen. The roles keep it a table for screen readers. */
export function FactTable({ caption, columns, rows }: FactTableProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: browsers drop the table semantics when `display` changes
    <table role="table" className="mt-5 w-full border-collapse text-sm max-sm:block">
      <caption className="sr-only">{caption}</caption>
      <thead role="rowgroup" className="max-sm:sr-only">
        <tr role="row" className="text-left text-soft">
          {columns.map((column) => (
            <th key={column} role="columnheader" scope="col" className="border-b border-edge py-2 pe-4 font-medium">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-sm:block">
        {rows.map(({ key, cells }) => (
          <tr
            key={key}
            role="row"
            className="align-baseline max-sm:block max-sm:border-b max-sm:border-rule max-sm:py-3"
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
