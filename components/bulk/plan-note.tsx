import { useMemo } from 'react'
import { formatNumber } from '@/components/format/number'
import { groupAdvice, groupLabel, groupUnreadable, type UnreadableGroup } from './input-lines'
import type { LineCounts, ReadLine } from './lines'

/** The number of lines listed per group. */
const listed = 20

interface PlanNoteProps {
  lines: readonly ReadLine[]
  counts: LineCounts
  /** Whether all lines have been read. */
  isRead: boolean
}

/** Summarizes the lines, and groups unreadable ones by cause, each with what to do about it. */
export function PlanNote({ lines, counts, isRead }: PlanNoteProps) {
  const groups = useMemo(() => (isRead ? groupUnreadable(lines) : []), [lines, isRead])
  const parts = [
    `${formatNumber(counts.read)} read in your browser`,
    counts.lookups.short_link > 0 && count(counts.lookups.short_link, 'short link'),
    counts.lookups.name > 0 && count(counts.lookups.name, 'name'),
    counts.same > 0 && count(counts.same, 'duplicate'),
    counts.unreadable > 0 && `${formatNumber(counts.unreadable)} unreadable`,
  ].filter((part) => part !== false)
  return (
    <div className={counts.lines === 0 ? 'sr-only' : 'text-sm'}>
      <p role="status" className="font-medium">
        {isRead && counts.lines > 0 && `${count(counts.lines, 'line')}: ${parts.join(', ')}.`}
      </p>
      {!isRead && <p className="font-medium">Reading: {count(counts.lines, 'line')} so far.</p>}
      {groups.length > 0 && (
        <section aria-label="Lines that can’t be read" className="mt-3">
          <ul className="divide-y divide-rule rounded-lg border border-rule bg-sheet">
            {groups.map((group) => (
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

/** A group that expands to show its lines. */
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
      {group.lines.slice(0, listed).map(({ number, text, fault }) => (
        <li key={number} className="min-w-0">
          <span className="flex gap-2 font-mono text-[0.8125rem]">
            <span className="shrink-0 text-soft">
              <span className="sr-only">Line </span>
              {formatNumber(number)}
            </span>
            <span dir="auto" className="min-w-0 truncate">
              {text.slice(0, 300)}
            </span>
          </span>
          <span className="block text-soft [overflow-wrap:anywhere]">{fault}</span>
        </li>
      ))}
      {group.lines.length > listed && (
        <li className="text-soft">And {formatNumber(group.lines.length - listed)} more.</li>
      )}
    </ol>
  </details>
)

const count = (number: number, thing: string): string => `${formatNumber(number)} ${thing}${number === 1 ? '' : 's'}`
