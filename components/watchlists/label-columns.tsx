'use client'

import { useId } from 'react'
import { Select } from '@/components/ui/field'

interface LabelColumnsProps {
  columns: readonly string[]
  /** The columns with the customer's names and references, by index; null for none. */
  chosen: Record<'name' | 'reference', number | null>
  onChoose: (field: 'name' | 'reference', column: number | null) => void
}

/** Asks which columns have what the customer calls each listing, which is shown with every change. */
export function LabelColumns({ columns, chosen, onChoose }: LabelColumnsProps) {
  const id = useId()
  return (
    <div className="grid max-w-[36rem] gap-4 sm:grid-cols-2">
      {(['name', 'reference'] as const).map((field) => (
        <Select
          key={field}
          id={`${id}-${field}`}
          label={field === 'name' ? 'Column with names' : 'Column with references'}
          value={chosen[field] ?? ''}
          onChange={({ currentTarget: { value } }) => onChoose(field, value === '' ? null : Number(value))}
        >
          <option value="">None</option>
          {columns.map((name, index) => (
            <option key={name} value={index}>
              {name}
            </option>
          ))}
        </Select>
      ))}
    </div>
  )
}
