import { formatNumber } from '@/components/format/number'
import { untilWords } from '@/components/problem/until'
import { type LookupsLeft, leftWords } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'

interface QuotaCheckProps {
  /** How many lookups the lines need. */
  needed: number
  /** Null until it is known. */
  left: LookupsLeft | null
  /** Whether some of the lines already have an answer. */
  isResumed: boolean
  onStart: () => void
}

/** Says how many lookups the lines need and how many are left, with the button that starts the run. */
export function QuotaCheck({ needed, left, isResumed, onStart }: QuotaCheckProps) {
  const remaining = left?.remaining ?? null
  const short = left !== null && remaining !== null && remaining < needed
  const many = remaining === 1 ? 'lookup is' : 'lookups are'
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className={`text-sm ${short ? 'font-medium text-limit' : 'text-soft'}`}>
          {needed === 1 ? 'Needs 1 lookup. ' : `Needs ${formatNumber(needed)} lookups. `}
          {left && `${leftWords(left)}.`}
        </p>
        {(!short || remaining > 0) && (
          <Button look="primary" onClick={onStart} className="shrink-0">
            {short
              ? `Look up the first ${formatNumber(remaining)}`
              : `${isResumed ? 'Look up the remaining' : 'Look up'} ${formatNumber(needed)}`}
          </Button>
        )}
      </div>
      {short && (
        <div className="rounded-md bg-limit-wash px-4 py-3 text-sm">
          <p>
            {remaining > 0
              ? `Only ${formatNumber(remaining)} ${many} left. The other ${formatNumber(needed - remaining)} lines wait here, and you can continue `
              : 'No lookups are left. You can look these lines up '}
            {untilWords(left.resetSeconds * 1000, Date.now())}, or at once with a larger plan.
          </p>
          <PlanOffer left={left} />
        </div>
      )}
    </div>
  )
}
