'use client'

import { useId } from 'react'
import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { Select } from '@/components/ui/field'
import type { Column, Table } from './table'
import { type BulkInput, wholeLines } from './use-input'

/** Asks which columns of a table to look up, and previews them; nothing if the input is a list. */
export function ColumnChoice({ input }: { input: BulkInput }) {
  const { table, column, setColumn, address, setAddress } = input
  const id = useId()
  if (!table) return null
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select
        id={`${id}-column`}
        label={column === null ? 'Which column should be looked up?' : 'Column to look up'}
        value={column ?? ''}
        onChange={(event) => setColumn(Number(event.currentTarget.value))}
      >
        {column === null && <option value="">Choose a column</option>}
        <Columns columns={table.columns} />
        <option value={wholeLines}>None: each line as a whole</option>
      </Select>
      {address !== undefined && (
        <Select
          id={`${id}-address`}
          label="Address column"
          value={address ?? ''}
          onChange={({ currentTarget: { value } }) => setAddress(value === '' ? null : Number(value))}
        >
          <option value="">None</option>
          <Columns columns={table.columns.filter(({ index }) => index !== column)} />
        </Select>
      )}
      {column !== wholeLines && (
        <div className="min-w-0 sm:col-span-2">
          <TablePreview table={table} column={column} address={address ?? null} />
        </div>
      )}
    </div>
  )
}

const Columns = ({ columns }: { columns: readonly Column[] }) =>
  columns.map(({ index, name, example }) => (
    <option key={index} value={index}>
      {name}
      {example && `: ${example.slice(0, 40)}`}
    </option>
  ))

const shownRows = 3
/** A phone has room for fewer columns. */
const most = { columns: 5, onPhone: 3 }
/** A longer cell is cut off on every screen. */
const longestCell = 80

/**
 * Returns the columns to show of a table, in their order, with whether a phone has room for them.
 * @param chosen columns that are always shown; null for none.
 */
export function shownColumns(
  width: number,
  chosen: ReadonlyArray<number | null>,
): Array<{ index: number; fitsPhone: boolean }> {
  const all = Array.from({ length: width }, (_, index) => index)
  const first = chosen.filter((index) => index !== null)
  const wanted = [...first, ...all.filter((index) => !first.includes(index))].slice(0, most.columns)
  return wanted.map((index, rank) => ({ index, fitsPhone: rank < most.onPhone })).sort((a, b) => a.index - b.index)
}

interface TablePreviewProps {
  table: Table
  /** The column to look up; null until it is chosen. */
  column: number | null
  /** The column with the addresses of names; null for none. */
  address: number | null
}

/** The first rows of a table, with the column to look up highlighted. */
function TablePreview({ table: { rows, columns, hasHeadings }, column, address }: TablePreviewProps) {
  const body = hasHeadings ? rows.slice(1) : rows
  const shown = shownColumns(columns.length, [column, address])
  const chosen = column === null ? '' : ` “${columns[column]?.name}” is looked up.`
  const lookOf = ({ index, fitsPhone }: (typeof shown)[number]) =>
    classNames(
      'border-rule px-3 py-2 text-left font-normal not-first:border-l',
      !fitsPhone && 'max-sm:hidden',
      index === column || index === address ? 'bg-sunk text-ink' : 'truncate text-soft',
      index === column && 'w-2/5 border-x border-x-ink',
    )
  return (
    <div className="overflow-hidden rounded-md border border-rule">
      <table className="w-full table-fixed text-sm">
        <caption className="border-b border-rule px-3 py-2 text-left text-soft">
          {formatNumber(columns.length)} columns, {formatNumber(body.length)} {body.length === 1 ? 'row' : 'rows'}.
          {chosen}
        </caption>
        <thead>
          <tr className="border-b border-edge align-bottom">
            {shown.map((one) => (
              <th key={one.index} scope="col" className={lookOf(one)}>
                {(one.index === column || one.index === address) && (
                  <span
                    className={classNames(
                      'mb-1 block w-fit rounded-sm border border-ink px-1.5 text-xs',
                      one.index === column && 'bg-ink text-sheet',
                    )}
                  >
                    {one.index === column ? 'Looked up' : 'Address'}
                  </span>
                )}
                <span className="block truncate font-medium">{columns[one.index]?.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="font-mono text-[0.8125rem]">
          {body.slice(0, shownRows).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <tr key={row} className="not-first:border-t border-rule">
              {shown.map((one) => (
                <td key={one.index} dir="auto" className={lookOf(one)}>
                  <span className={one.index === column ? 'line-clamp-2 break-all' : 'block truncate'}>
                    {cells[one.index]?.slice(0, longestCell)}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
