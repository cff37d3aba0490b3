import type { ReactNode } from 'react'
import { classNames } from './class-names'

/** A column that rows can be sorted by. */
interface SortColumn {
  label: string
  /** The sort direction; null if the rows are sorted by another column. */
  sorted: 'ascending' | 'descending' | null
  onSort: () => void
}

interface RowTableProps {
  /** For screen readers. */
  caption: string
  columns: ReadonlyArray<string | SortColumn>
  /** Added to each heading. */
  headClassName: string
  /** Whether rows are 44 px high if their text fits. */
  isDense?: boolean
  /** Its rows. */
  children: ReactNode
}

/** A table that becomes a list of cards on a phone. The roles keep it a table for screen readers. */
export const RowTable = ({ caption, columns, headClassName, isDense = false, children }: RowTableProps) => (
  // biome-ignore-start lint/a11y/noRedundantRoles: browsers drop the table semantics when `display` changes
  <table
    role="table"
    data-dense={isDense || undefined}
    className="w-full border-separate border-spacing-0 text-sm max-md:block md:rounded-lg md:border md:border-rule md:bg-sheet md:shadow-card"
  >
    <caption className="sr-only">{caption}</caption>
    <thead role="rowgroup" className="max-md:sr-only">
      <tr role="row" className="text-left text-soft">
        {columns.map((column) => {
          const { label, sorted, onSort } = typeof column === 'string' ? { label: column, sorted: null } : column
          return (
            <th
              key={label}
              role="columnheader"
              scope="col"
              aria-sort={onSort && (sorted ?? 'none')}
              className={`border-b border-edge py-2.5 pe-4 font-medium first:ps-5 ${headClassName}`}
            >
              {onSort ? <SortButton label={label} sorted={sorted} onSort={onSort} /> : label}
            </th>
          )
        })}
        <th role="columnheader" scope="col" className="border-b border-edge">
          <span className="sr-only">Actions</span>
        </th>
      </tr>
    </thead>
    <tbody role="rowgroup" className="max-md:grid max-md:gap-3 md:[&>tr:last-child>*]:border-b-0">
      {children}
    </tbody>
  </table>
  // biome-ignore-end lint/a11y/noRedundantRoles: as above
)

const SortButton = ({ label, sorted, onSort }: SortColumn) => (
  <button type="button" onClick={onSort} className="-m-1 rounded-sm p-1 hover:text-ink">
    {label}
    <span aria-hidden="true" className="ms-1 inline-block w-2.5">
      {sorted === 'ascending' ? '↑' : sorted === 'descending' ? '↓' : ''}
    </span>
  </button>
)

const cell =
  'align-top max-md:block max-md:py-0.5 md:border-b md:border-rule md:py-3 md:pe-4 md:in-data-dense:py-0.5 md:in-data-dense:align-middle'

interface RowProps {
  /** The row's subject. */
  head: ReactNode
  /** The row's action menu. */
  menu: ReactNode
  /** Added to the first and the last cell. */
  className?: string
  /** The cells between them. */
  children: ReactNode
}

/** A table row, or a card on a phone. */
export const Row = ({ head, menu, className, children }: RowProps) => (
  // biome-ignore-start lint/a11y/noRedundantRoles: as above
  <tr
    role="row"
    className="max-md:relative max-md:block max-md:rounded-lg max-md:border max-md:border-rule max-md:bg-sheet max-md:p-4 max-md:shadow-card"
  >
    <th
      role="rowheader"
      scope="row"
      className={classNames(cell, 'text-left font-normal max-md:pe-12 max-md:pb-2 md:ps-5', className)}
    >
      {head}
    </th>
    {children}
    <td
      role="cell"
      className={classNames(cell, 'max-md:absolute max-md:top-3 max-md:right-3 md:text-right', className)}
    >
      {menu}
    </td>
  </tr>
  // biome-ignore-end lint/a11y/noRedundantRoles: as above
)

interface CellProps {
  /** The heading of its column, shown on a phone. */
  label: string
  className?: string
  children: ReactNode
}

export const Cell = ({ label, className, children }: CellProps) => (
  // biome-ignore lint/a11y/noRedundantRoles: as above
  <td role="cell" className={classNames(cell, 'max-md:flex max-md:gap-3', className)}>
    <span aria-hidden="true" className="w-32 shrink-0 text-soft md:hidden">
      {label}
    </span>
    <span className="min-w-0">{children}</span>
  </td>
)
