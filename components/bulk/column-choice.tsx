'use client'

import { useId } from 'react'
import { Select } from '@/components/ui/field'
import type { Column } from './table'
import { TablePreview } from './table-preview'
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
