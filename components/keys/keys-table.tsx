import type { ApiKey } from './key-facts'
import type { KeyAction } from './key-menu'
import { KeyRow } from './key-row'
import { replacementOf } from './replaced'

const columns = ['Key', 'Operations', 'Last used', 'Calls this month', 'Expires'] as const

interface KeysTableProps {
  /** The keys that are shown. */
  keys: readonly ApiKey[]
  /** All keys of the account. */
  all: readonly ApiKey[]
  /** The plan's calls a month; null if it has no limit or is not known yet. */
  quota: number | null
  onAction: (action: KeyAction, key: ApiKey) => void
}

/** A table that becomes a list of cards on a phone. The roles keep it a table for screen readers. */
export function KeysTable({ keys, all, quota, onAction }: KeysTableProps) {
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: browsers drop the table semantics when `display` changes
    <table
      role="table"
      className="w-full border-separate border-spacing-0 text-sm max-md:block md:rounded-lg md:border md:border-rule md:bg-sheet md:shadow-card"
    >
      <caption className="sr-only">Your keys, newest first</caption>
      <thead role="rowgroup" className="max-md:sr-only">
        <tr role="row" className="text-left text-soft">
          {columns.map((column) => (
            <th
              key={column}
              role="columnheader"
              scope="col"
              className="border-b border-edge py-2.5 pe-4 font-medium first:ps-5 nth-4:text-right lg:pe-6 lg:whitespace-nowrap lg:nth-4:pe-10"
            >
              {column}
            </th>
          ))}
          <th role="columnheader" scope="col" className="border-b border-edge">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-md:grid max-md:gap-3 md:[&>tr:last-child>*]:border-b-0">
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            {...replacementOf(key, all)}
            quota={quota}
            onAction={(action) => onAction(action, key)}
          />
        ))}
      </tbody>
    </table>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}
