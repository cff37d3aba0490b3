import { classNames } from '@/components/ui/class-names'
import { CopyButton } from '@/components/ui/copy-button'
import type { Row } from '@/server/batches/row'

/** Line, input with its listing, CID, place id, review link. On a narrow screen the last three are below the listing. */
export const rowColumns =
  'grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-3 lg:grid-cols-[2.75rem_minmax(0,1fr)_10.5rem_14.5rem_9.5rem]'

const copied = [
  ['CID', 'CIDs', 'cid'],
  ['Place id', 'place ids', 'place_id'],
  ['Review link', 'review links', 'review_url'],
] as const

/** The headings above the rows, each with a button that copies its column, one line for each row. */
export function ResultColumns({ rows }: { rows: readonly Row[] }) {
  return (
    <div
      className={classNames(
        'flex flex-wrap items-center gap-x-4 border-t border-ink py-1 text-sm font-medium',
        'lg:grid lg:grid-cols-[2.75rem_minmax(0,1fr)_10.5rem_14.5rem_9.5rem] lg:gap-x-3',
      )}
    >
      <span className="text-right max-lg:hidden">Line</span>
      <span className="max-lg:hidden">Listing</span>
      <span className="basis-full text-soft lg:hidden">Copy a column</span>
      {copied.map(([label, name, field]) => (
        <span key={field} className="inline-flex items-center whitespace-nowrap">
          {label}
          <CopyButton
            name={`${name} of the lines shown`}
            value={rows.map(({ listing }) => listing?.[field] ?? '').join('\n')}
          />
        </span>
      ))}
    </div>
  )
}
