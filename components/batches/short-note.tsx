import { formatNumber } from '@/components/format/number'
import { untilWords } from '@/components/problem/until'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'

interface ShortNoteProps {
  /** How many lookups the lines need. */
  needed: number
  /** Null until it is known. */
  left: LookupsLeft | null
}

/** Says that a batch will have to wait for more lookups, and until when; nothing if there are enough. */
export function ShortNote({ needed, left }: ShortNoteProps) {
  const remaining = left?.remaining ?? null
  if (left === null || remaining === null || remaining >= needed) return null
  const when = untilWords(left.resetSeconds * 1000, Date.now())
  return (
    <div className="rounded-md bg-limit-wash px-4 py-3 text-sm">
      <p>
        {remaining === 0
          ? `No lookups are left. The batch waits, and runs ${when}, or at once with a larger plan.`
          : `Only ${formatNumber(remaining)} ${remaining === 1 ? 'lookup is' : 'lookups are'} left. The rest of the batch waits, and runs ${when}, or at once with a larger plan.`}
      </p>
      <PlanOffer left={left} />
    </div>
  )
}
