import { formatNumber } from '@/components/format/number'
import type { ListSums } from '@/server/features/lists/row-state'

interface ProgressProps {
  /** For screen readers: "Lines". */
  label: string
  /** The number of lines, in total and by outcome. */
  lines: Pick<ListSums, 'found' | 'to_check' | 'waiting'> & { total: number }
  /** The pace and the remaining time, in words; null if they are unknown or the run is over. */
  rate: string | null
  timeLeft: string | null
}

/** A progress bar with counts. Screen readers announce every ten percent, not every line. */
export function Progress({ label, lines, rate, timeLeft }: ProgressProps) {
  const { total, found, to_check, waiting } = lines
  const finished = total - waiting
  const widthOf = (count: number) => ({ width: `${(count / Math.max(1, total)) * 100}%` })
  const tenth = Math.floor((finished / Math.max(1, total)) * 10) * 10
  return (
    <div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={finished}
        aria-valuetext={`${formatNumber(finished)} of ${formatNumber(total)}`}
        className="flex h-3 overflow-hidden rounded-sm border border-ink bg-sunk"
      >
        <div className="bg-done" style={widthOf(found)} />
        <div className="bg-limit" style={widthOf(to_check)} />
      </div>
      <p className="mt-2 flex flex-wrap gap-x-4 text-sm">
        <span className="font-medium">
          {formatNumber(finished)} of {formatNumber(total)}
        </span>
        <span className="text-done">{formatNumber(found)} found</span>
        <span className={to_check > 0 ? 'text-limit' : 'text-soft'}>{formatNumber(to_check)} to check</span>
        {waiting > 0 && <span className="text-soft">{formatNumber(waiting)} waiting</span>}
        {rate && <span className="text-soft">{rate}</span>}
        {timeLeft && <span className="text-soft">{timeLeft} left</span>}
      </p>
      <p role="status" className="sr-only">
        {total > 0 && `${tenth} percent complete`}
      </p>
    </div>
  )
}

/**
 * Estimates the remaining time of a run from its pace so far.
 * @returns milliseconds; null until enough lines are done.
 */
export function timeLeftMs(doneInRun: number, elapsedMs: number, waiting: number): number | null {
  if (waiting === 0) return 0
  return doneInRun < 5 || elapsedMs < 500 ? null : (elapsedMs / doneInRun) * waiting
}

/** Returns a duration in words: "about 40 seconds", "about 3 minutes", "about 5 hours", "about 2 days". */
export function timeLeftWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  if (seconds <= 5) return 'a few seconds'
  if (seconds < 90) return `about ${Math.ceil(seconds / 5) * 5} seconds`
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 90) return `about ${minutes} minutes`
  const hours = Math.ceil(minutes / 60)
  return hours < 48 ? `about ${hours} hours` : `about ${Math.ceil(hours / 24)} days`
}

/** Returns a pace in words: "25 lines a second", "40 lines a minute"; null if there is no pace. */
export function rateWords(lines: number, ms: number): string | null {
  if (lines <= 0 || ms <= 0) return null
  const aSecond = (lines / ms) * 1000
  if (aSecond >= 1.5) return `${formatNumber(Math.round(aSecond))} lines a second`
  const aMinute = Math.max(1, Math.round(aSecond * 60))
  return `${aMinute} ${aMinute === 1 ? 'line' : 'lines'} a minute`
}
