import { useMemo } from 'react'
import { formatNumber } from '@/components/format/number'
import { linesWords, rowsWords } from '@/server/features/lists/sum-words'
import type { ListState } from './outcome'
import { type BulkPlan, groupAdvice, groupLabel, groupUnreadable, type UnreadableGroup } from './plan'
import { linesIn, type ReadCounts } from './read-rows'

/** The number of rows listed per group. */
const listed = 20

/** A column with a larger share of rounded numbers was damaged. About one exact CID in 1,000 looks rounded, too. */
const damagedShare = 0.1

interface PlanNoteProps {
  plan: BulkPlan
  state: ListState
  counts: ReadCounts
  /** Whether all rows have been read. */
  isRead: boolean
}

/** Sums up the rows, and groups unreadable ones by cause, each with what to do about it. */
export function PlanNote({ plan, state, counts, isRead }: PlanNoteProps) {
  const { rows, names, columns } = plan
  const groups = useMemo(() => (isRead ? groupUnreadable(rows) : []), [rows, isRead])
  const isTable = names.length > 0
  const isUnclear = isTable && columns.link === null && columns.name === null
  const isDamaged = isTable && counts.rounded > 0 && counts.rounded >= damagedShare * linesIn(counts)
  const shown = isDamaged ? groups.filter(({ cause }) => cause !== 'rounded') : groups
  return (
    <div className={counts.rows === 0 ? 'sr-only' : 'grid gap-3 text-sm'}>
      <div role="status">
        {isRead && counts.rows > 0 && (
          <>
            <p className="font-medium">{rowsWords(state.sums)}</p>
            {!isUnclear && <p className="text-soft">{linesWords(state.sums, state.duplicates)}</p>}
          </>
        )}
      </div>
      {!isRead && <p className="font-medium">Reading: {count(counts.rows, 'row')} so far.</p>}
      {isRead && isUnclear && (
        <p className="font-medium text-limit">Choose the column that holds the links, or the one with the names.</p>
      )}
      {isRead && isDamaged && (
        <p className="rounded-md bg-limit-wash px-4 py-3">
          <span className="font-medium">This column was damaged by the spreadsheet.</span> It rounded{' '}
          {count(counts.rounded, 'number')} in “<bdi>{names[columns.link ?? 0]}</bdi>”, and the last digits are lost.
          Format the column as text where the numbers come from, then export it again, or choose a column with links.
        </p>
      )}
      {shown.length > 0 && (
        <section aria-label="Rows that can’t be read">
          <ul className="divide-y divide-rule rounded-lg border border-rule bg-sheet">
            {shown.map((group) => (
              <li key={group.cause}>
                <ShownGroup group={group} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

/** A group that expands to show its rows. */
const ShownGroup = ({ group }: { group: UnreadableGroup }) => (
  <details className="group">
    <summary className="flex min-h-15 cursor-pointer list-none items-center justify-between gap-x-4 rounded-lg px-4 py-2.5 [&::-webkit-details-marker]:hidden">
      <span className="min-w-0">
        <span className="block font-medium">{groupLabel(group)}</span>
        <span className="block text-soft">{groupAdvice[group.cause]}</span>
      </span>
      <span className="inline-flex min-h-10 shrink-0 items-center rounded-md border border-edge px-3.5 font-medium group-hover:border-ink">
        <span className="group-open:hidden">Show</span>
        <span className="hidden group-open:inline">Hide</span>
      </span>
    </summary>
    <ol className="grid gap-3 px-4 pt-1 pb-4">
      {group.rows.slice(0, listed).map(({ number, text, name, fault }) => (
        <li key={number} className="min-w-0">
          <span className="flex gap-2 font-mono text-[0.8125rem]">
            <span className="shrink-0 text-soft">
              <span className="sr-only">Row </span>
              {formatNumber(number)}
            </span>
            {name && <bdi className="max-w-[40%] shrink-0 truncate font-sans font-medium">{name}</bdi>}
            <span dir="auto" className="min-w-0 truncate">
              {text.slice(0, 300)}
            </span>
          </span>
          <span className="block text-soft [overflow-wrap:anywhere]">{fault}</span>
        </li>
      ))}
      {group.rows.length > listed && (
        <li className="text-soft">And {formatNumber(group.rows.length - listed)} more.</li>
      )}
    </ol>
  </details>
)

const count = (number: number, thing: string): string => `${formatNumber(number)} ${thing}${number === 1 ? '' : 's'}`
