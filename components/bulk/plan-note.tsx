import { formatNumber } from '@/components/format/number'
import type { BulkPlan } from './input-lines'

const maxFaults = 3

/** Says how many lines will be looked up, and which cannot be read. */
export function PlanNote({ plan: { lines, jobs, dropped } }: { plan: BulkPlan }) {
  if (lines.length === 0) return null
  const faulty = lines.filter(({ fault }) => fault !== null)
  const same = lines.filter(({ sameAs }) => sameAs !== null).length
  const parts = [
    `${formatNumber(lines.length)} ${lines.length === 1 ? 'line' : 'lines'}: ${formatNumber(jobs.length)} to look up`,
    same > 0 && `${formatNumber(same)} ${same === 1 ? 'duplicate' : 'duplicates'}`,
    faulty.length > 0 && `${formatNumber(faulty.length)} unreadable`,
  ].filter((part) => part !== false)
  return (
    <div aria-live="polite" className="text-sm">
      <p className="font-medium">{parts.join(', ')}.</p>
      {dropped > 0 && (
        <p className="mt-1 font-medium text-limit">
          {dropped === 1 ? '1 more line is' : `${formatNumber(dropped)} more lines are`} left out: the limit is 1,000 at
          a time.
        </p>
      )}
      {faulty.length > 0 && (
        <ul className="mt-1 text-soft">
          {faulty.slice(0, maxFaults).map(({ number, fault }) => (
            <li key={number}>
              Line {number}: {fault}
            </li>
          ))}
          {faulty.length > maxFaults && (
            <li>And {formatNumber(faulty.length - maxFaults)} more. The rest still runs.</li>
          )}
        </ul>
      )}
    </div>
  )
}
