'use client'

import { useId } from 'react'
import { formatNumber } from '@/components/format/number'
import { classNames } from '@/components/ui/class-names'
import { Select } from '@/components/ui/field'
import { wholeLines } from './lines'
import type { BulkInput } from './use-input'

/** Previews a table, whose headings choose the column to read; nothing if the input is a list. */
export function ColumnChoice({ input }: { input: BulkInput }) {
  const { table, setColumn, setAddress } = input
  const id = useId()
  if (!table) return null
  const { column, address, columns, sample, rows } = table
  const rule =
    column === wholeLines
      ? 'Each line is read as a whole.'
      : column === null
        ? 'Choose the column to read.'
        : `Reading “${columns[column]?.name}”.`
  const lookOf = (index: number) =>
    classNames(
      'min-w-32 max-w-72 border-rule px-3 py-2 text-left font-normal not-first:border-l',
      index === column || index === address ? 'bg-sunk text-ink' : 'text-soft',
      index === column && 'border-x border-x-ink',
    )
  return (
    <div className="grid gap-3">
      <div className="overflow-x-auto rounded-md border border-rule">
        <table className="w-full text-sm">
          <caption className="border-b border-rule px-3 py-2 text-left text-soft">
            {formatNumber(columns.length)} columns, {formatNumber(rows)} {rows === 1 ? 'row' : 'rows'}. {rule}
          </caption>
          <thead>
            <tr className="border-b border-edge align-bottom">
              {columns.map(({ index, name }) => (
                <th key={index} scope="col" className={lookOf(index)}>
                  <label className="flex min-h-8 items-center gap-2">
                    <input
                      type="radio"
                      name={`${id}-column`}
                      checked={index === column}
                      onChange={() => setColumn(index)}
                      className="size-4 shrink-0 accent-ink"
                    />
                    <span className="truncate font-medium">{name}</span>
                    {index === address && <span className="rounded-sm border border-ink px-1.5 text-xs">Address</span>}
                  </label>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="font-mono text-[0.8125rem]">
            {sample.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
              <tr key={row} className="not-first:border-t border-rule">
                {columns.map(({ index }) => (
                  <td key={index} dir="auto" className={lookOf(index)}>
                    <span className="line-clamp-2 break-all">{cells[index]}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <label className="flex items-center gap-2 text-sm">
        <input
          type="radio"
          name={`${id}-column`}
          checked={column === wholeLines}
          onChange={() => setColumn(wholeLines)}
          className="size-4 shrink-0 accent-ink"
        />
        Read each line as a whole
      </label>
      {address !== undefined && (
        <Select
          id={`${id}-address`}
          label="Address column"
          value={address ?? ''}
          onChange={({ currentTarget: { value } }) => setAddress(value === '' ? null : Number(value))}
        >
          <option value="">None</option>
          {columns
            .filter(({ index }) => index !== column)
            .map(({ index, name, example }) => (
              <option key={index} value={index}>
                {name}
                {example && `: ${example.slice(0, 40)}`}
              </option>
            ))}
        </Select>
      )}
    </div>
  )
}
