import { formatNumber } from '@/components/format/number'
import { MoreIcon } from '@/components/ui/icons'
import { RowMenu } from '@/components/ui/row-menu'
import { SiteLink } from '@/components/ui/site-link'
import type { Batch } from './batch'
import { kindWords, madeWords, stateWords } from './batch-words'

const columns = ['Batch', 'Status', 'Lines', 'Found', 'Failed', 'Unreadable'] as const

interface BatchTableProps {
  batches: readonly Batch[]
  onDelete: (batch: Batch) => void
}

/** A table that becomes a list of cards on a phone. The roles keep it a table for screen readers. */
export const BatchTable = ({ batches, onDelete }: BatchTableProps) => (
  // biome-ignore-start lint/a11y/noRedundantRoles: browsers drop the table semantics when `display` changes
  <table
    role="table"
    className="w-full border-separate border-spacing-0 text-sm max-md:block md:rounded-lg md:border md:border-rule md:bg-sheet md:shadow-card"
  >
    <caption className="sr-only">Your batches, newest first</caption>
    <thead role="rowgroup" className="max-md:sr-only">
      <tr role="row" className="text-left text-soft">
        {columns.map((column) => (
          <th
            key={column}
            role="columnheader"
            scope="col"
            className="border-b border-edge py-2.5 pe-4 font-medium first:ps-5 nth-[n+3]:text-right"
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
      {batches.map((batch) => (
        <BatchRow key={batch.id} batch={batch} onDelete={() => onDelete(batch)} />
      ))}
    </tbody>
  </table>
  // biome-ignore-end lint/a11y/noRedundantRoles: as above
)

function BatchRow({ batch, onDelete }: { batch: Batch; onDelete: () => void }) {
  const { id, state, lines } = batch
  return (
    // biome-ignore-start lint/a11y/noRedundantRoles: as above
    <tr
      role="row"
      className="max-md:relative max-md:block max-md:rounded-lg max-md:border max-md:border-rule max-md:bg-sheet max-md:p-4 max-md:shadow-card"
    >
      <th role="rowheader" scope="row" className={`${cell} text-left font-normal max-md:pe-12 max-md:pb-2 md:ps-5`}>
        <SiteLink
          href={`/bulk?batch=${id}`}
          className="text-[0.9375rem] font-semibold underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          {madeWords(batch)}
        </SiteLink>
        <span className="block text-soft">{kindWords(batch)}</span>
      </th>
      <Cell label="Status">{stateWords[state]}</Cell>
      <Cell label="Lines" isNumber>
        {formatNumber(lines.total)}
      </Cell>
      <Cell label="Found" isNumber>
        {formatNumber(lines.found)}
      </Cell>
      <Cell label="Failed" isNumber>
        {formatNumber(lines.failed)}
      </Cell>
      <Cell label="Unreadable" isNumber>
        {formatNumber(lines.unreadable)}
      </Cell>
      <td role="cell" className={`${cell} max-md:absolute max-md:top-3 max-md:right-3 md:pe-4 md:text-right`}>
        <RowMenu
          label={`Actions for the batch of ${madeWords(batch)}`}
          actions={[['delete', 'Delete', 'danger']]}
          onAction={onDelete}
          className="min-w-10 border-transparent! bg-transparent! px-2.5! hover:border-edge!"
        >
          <MoreIcon />
        </RowMenu>
      </td>
    </tr>
    // biome-ignore-end lint/a11y/noRedundantRoles: as above
  )
}

const cell = 'align-top max-md:block max-md:py-0.5 md:border-b md:border-rule md:py-3 md:pe-4'

const Cell = ({ label, isNumber = false, children }: { label: string; isNumber?: boolean; children: string }) => (
  // biome-ignore lint/a11y/noRedundantRoles: as above
  <td role="cell" className={`${cell} max-md:flex max-md:gap-3 ${isNumber ? 'md:text-right' : ''}`}>
    <span aria-hidden="true" className="w-32 shrink-0 text-soft md:hidden">
      {label}
    </span>
    <span className="min-w-0">{children}</span>
  </td>
)
