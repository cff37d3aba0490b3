import { useState } from 'react'
import { formatNumber } from '@/components/format/number'
import type { Outputs } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { monthName } from './month-words'

interface MonthsListProps {
  months: Outputs['usage']['months']
  /** The selected month: `2026-11`. */
  shown: string
  onShow: (month: string) => void
}

/** How many months are shown at first. */
const few = 13

/** This month and the earlier ones since the account was created, with a bar for the calls of each. */
export function MonthsList({ months, shown, onShow }: MonthsListProps) {
  // If an earlier month is open, the list is long enough to show it.
  const [isLong, setIsLong] = useState(months.findIndex(({ month }) => month === shown) >= few)
  const listed = isLong ? months : months.slice(0, few)
  const most = Math.max(1, ...months.map(({ used }) => used))
  return (
    <>
      <ol className="grid">
        {listed.map(({ month, used }) => (
          <li key={month} className="border-t border-rule first:border-t-0">
            <button
              type="button"
              aria-pressed={month === shown}
              onClick={() => onShow(month)}
              className={classNames(
                'grid min-h-11 w-full grid-cols-[1fr_auto] gap-x-3 rounded-sm px-2 py-2 text-left text-sm transition-colors duration-150 hover:bg-sunk',
                month === shown && 'bg-sunk font-semibold',
              )}
            >
              {monthName(month)}
              <span>
                {formatNumber(used)}
                <span className="sr-only"> calls</span>
              </span>
              <span aria-hidden="true" className="col-span-2 mt-1 h-1.5">
                <span
                  style={{ width: used > 0 ? `max(2px, ${(used / most) * 100}%)` : '0' }}
                  className={classNames('block h-full', month === shown ? 'bg-ink' : 'bg-edge')}
                />
              </span>
            </button>
          </li>
        ))}
      </ol>
      {listed.length < months.length && (
        <Button className="mx-2 mt-2" onClick={() => setIsLong(true)}>
          Show all {months.length} months
        </Button>
      )}
    </>
  )
}
