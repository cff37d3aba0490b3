'use client'

import { formatNumber } from '@/components/format/number'
import type { Tally } from './outcome'

interface ProgressProps {
  tally: Tally
  /** Lines that cannot be read and are not looked up. */
  unreadable: number
  /** The remaining time, in words; null where it is unknown or the run is over. */
  timeLeft: string | null
}

/** A progress bar with counts. Screen readers hear every tenth percent, not every line. */
export function Progress({ tally: { all, waiting, asking, found, failed }, unreadable, timeLeft }: ProgressProps) {
  const answered = all - waiting - asking
  const percent = all === 0 ? 0 : (answered / all) * 100
  const tenth = Math.floor(percent / 10) * 10
  return (
    <div>
      <div
        role="progressbar"
        aria-label="Lookups"
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={answered}
        aria-valuetext={`${formatNumber(answered)} of ${formatNumber(all)}`}
        className="flex h-3 overflow-hidden rounded-sm border border-ink bg-sunk"
      >
        <div className="bg-done" style={{ width: `${(found / Math.max(1, all)) * 100}%` }} />
        <div className="bg-limit" style={{ width: `${(failed / Math.max(1, all)) * 100}%` }} />
      </div>
      <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
        <span className="font-medium">
          {formatNumber(answered)} of {formatNumber(all)}
        </span>
        <span className="text-done">{formatNumber(found)} found</span>
        <span className={failed > 0 ? 'text-limit' : 'text-soft'}>{formatNumber(failed)} failed</span>
        {unreadable > 0 && <span className="text-soft">{formatNumber(unreadable)} unreadable</span>}
        {timeLeft && <span className="text-soft">{timeLeft} left</span>}
      </p>
      <p role="status" className="sr-only">
        {all > 0 && `${tenth} percent looked up`}
      </p>
    </div>
  )
}
