import { useMemo, useRef } from 'react'
import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import {
  type BulkPlan,
  groupAdvice,
  groupLabel,
  groupSkipped,
  isUnreadableLine,
  maxLines,
  type SkippedGroup,
} from './input-lines'

/** How many lines of a group are listed. */
const listed = 20

interface PlanNoteProps {
  plan: BulkPlan
  /** Has names looked up too. */
  onLookUpNames: () => void
  /** How many lines there are in all if the plan is only of the first ones; null, the default, if it is of all. */
  total?: number | null
}

/** Says how many lines will be looked up, and groups the others by cause, each with what to do about it. */
export function PlanNote({ plan: { lines, jobs, dropped }, onLookUpNames, total = null }: PlanNoteProps) {
  const groups = useMemo(() => groupSkipped(lines), [lines])
  const summary = useRef<HTMLParagraphElement>(null)
  const names = lines.filter(({ cause }) => cause === 'name').length
  const unreadable = lines.filter(isUnreadableLine).length
  const same = lines.filter(({ sameAs }) => sameAs !== null).length
  const counts = [
    `${formatNumber(jobs.length)} to look up`,
    same > 0 && count(same, 'duplicate'),
    names > 0 && count(names, 'name'),
    unreadable > 0 && `${formatNumber(unreadable)} unreadable`,
  ].filter((part) => part !== false)
  const lookUpNames = () => {
    onLookUpNames()
    // The button disappears with its group.
    summary.current?.focus()
  }
  return (
    <div className={lines.length === 0 ? 'sr-only' : 'text-sm'}>
      <p ref={summary} role="status" tabIndex={-1} className="font-medium outline-none">
        {lines.length > 0 && total === null && `${count(lines.length, 'line')}: ${counts.join(', ')}.`}
        {total !== null &&
          `${count(total, 'line')}. Duplicates are looked up once; lines that can’t be read cost nothing.`}
      </p>
      {dropped > 0 && total === null && (
        <p className="mt-1 font-medium text-limit">
          {dropped === 1 ? '1 more line is' : `${formatNumber(dropped)} more lines are`} left out: the limit is 1,000 at
          a time.
        </p>
      )}
      {groups.length > 0 && (
        <section aria-label="Lines that aren’t looked up" className="mt-3">
          {total !== null && <p className="mb-2 text-soft">In the first {formatNumber(maxLines)} lines:</p>}
          <ul className="divide-y divide-rule rounded-lg border border-rule bg-sheet">
            {groups.map((group) => (
              <li key={group.cause}>
                {group.cause === 'name' ? (
                  <div className={row}>
                    <GroupWords group={group} />
                    <Button className="shrink-0" onClick={lookUpNames}>
                      Look them up
                    </Button>
                  </div>
                ) : (
                  <ShownGroup group={group} />
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const row = 'flex min-h-15 items-center justify-between gap-x-4 px-4 py-2.5'

const GroupWords = ({ group }: { group: SkippedGroup }) => (
  <span className="min-w-0">
    <span className="block font-medium">{groupLabel(group)}</span>
    <span className="block text-soft">{groupAdvice[group.cause]}</span>
  </span>
)

/** A group whose lines can be shown. */
const ShownGroup = ({ group }: { group: SkippedGroup }) => (
  <details className="group">
    <summary className={`${row} cursor-pointer list-none rounded-lg [&::-webkit-details-marker]:hidden`}>
      <GroupWords group={group} />
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
