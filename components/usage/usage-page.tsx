'use client'

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { CallProblem } from '@/components/problems/problem-card'
import { type Outputs, useTRPC } from '@/components/trpc/client'
import { Button } from '@/components/ui/button'
import { AnswerCard, Card } from '@/components/ui/card'
import { classNames } from '@/components/ui/class-names'
import { SiteLink } from '@/components/ui/site-link'
import { CallsCard } from './calls-card'
import { KeysCard } from './keys-card'
import { MonthCard } from './month-card'
import { monthAt, monthBefore, monthName } from './month-words'

/**
 * A month's calls and its quota.
 * @param initialMonth the month in the page's address; null for the current one.
 */
export function UsagePage({ initialMonth }: { initialMonth: string | null }) {
  const trpc = useTRPC()
  const [selected, setSelected] = useState(initialMonth)
  const months = useQuery(trpc.usage.months.queryOptions())
  const usage = useQuery(trpc.usage.month.queryOptions(selected ? { month: selected } : {}))
  // Today is compared with the same day of the previous month.
  const [{ month: present } = { month: '' }, ...earlier] = months.data ?? []
  const isPresent = usage.data !== undefined && usage.data.month === present
  const before = useQuery(
    trpc.usage.month.queryOptions(
      { month: present && monthBefore(present) },
      { enabled: isPresent && earlier.length > 0 },
    ),
  )
  const shown = useRef<HTMLDivElement>(null)

  const current = months.data?.[0]?.month ?? monthAt(Date.now())
  const show = (month: string) => {
    const next = month === current ? null : month
    setSelected(next)
    // Puts the month in the URL, to bookmark or share, without navigating.
    window.history.replaceState(null, '', next ? `/usage?month=${next}` : '/usage')
    if (shown.current && shown.current.getBoundingClientRect().top < 0) shown.current.scrollIntoView()
  }
  const error = usage.error ?? months.error
  if (error && !usage.data) {
    const retry = () => {
      void usage.refetch()
      void months.refetch()
    }
    return <CallProblem error={error} next="/usage" onRetry={retry} />
  }
  return (
    <div className="grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,8fr)_minmax(0,4fr)]">
      <div ref={shown} aria-busy={usage.isPending} className="grid min-w-0 scroll-mt-4 gap-6">
        {usage.data ? (
          <>
            <MonthCard usage={usage.data} before={before.data ?? null} isCurrent={usage.data.month === current} />
            <CallsCard usage={usage.data} />
            <KeysCard month={usage.data.month} isCurrent={usage.data.month === current} />
          </>
        ) : (
          <PendingUsage />
        )}
        <p role="status" className="sr-only">
          {usage.data && `${monthName(usage.data.month)}: ${formatNumber(usage.data.used)} calls counted.`}
        </p>
      </div>
      <Card className="min-w-0 p-4 sm:p-5">
        <SiteLink
          href="/usage/errors"
          className="mb-4 flex min-h-11 items-center px-2 font-medium underline decoration-edge underline-offset-4 hover:decoration-ink"
        >
          Recent errors
        </SiteLink>
        <h2 className="mb-2 px-2 text-title font-semibold">Months</h2>
        {months.data ? (
          <MonthsList months={months.data} shown={selected ?? current} onShow={show} />
        ) : months.error ? (
          <p className="grid justify-items-start gap-3 px-2 text-soft">
            Months couldn’t be loaded.
            <Button onClick={() => void months.refetch()}>Try again</Button>
          </p>
        ) : (
          <div aria-hidden="true" className="h-96 rounded-md bg-sunk" />
        )}
      </Card>
    </div>
  )
}

/** A month's skeleton while it loads. */
const PendingUsage = () => (
  <div aria-hidden="true" className="grid gap-6">
    <AnswerCard>
      <div className="h-7 w-2/5 rounded-xs bg-sunk" />
      <div className="mt-5 h-10 w-3/5 rounded-xs bg-sunk" />
      <div className="mt-6 h-4 rounded-xs bg-sunk" />
      <div className="mt-9 h-5 w-4/5 rounded-xs bg-sunk" />
    </AnswerCard>
    <Card className="h-[32rem] p-6">
      <div className="h-7 w-40 rounded-xs bg-sunk" />
      <div className="mt-28 h-72 rounded-md bg-sunk" />
    </Card>
  </div>
)

interface MonthsListProps {
  months: Outputs['usage']['months']
  /** The selected month: `2026-11`. */
  shown: string
  onShow: (month: string) => void
}

/** The number of months shown at first. */
const few = 13

/** This month and the earlier ones since the account was created, with a bar for each month's calls. */
function MonthsList({ months, shown, onShow }: MonthsListProps) {
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
