import { untilWords } from '@/components/problem/until'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import type { Stop } from './outcome'

/** Says why a run stopped early, and how to continue it. */
export function StopNote({ stop, left }: { stop: Stop; left: LookupsLeft | null }) {
  if (stop === 'done') return null
  return (
    <div role="status" className="rounded-md bg-limit-wash px-4 py-3 text-sm">
      <p>
        {words[stop]}
        {stop === 'limit' && left && ` Lookups reset ${untilWords(left.resetSeconds * 1000, Date.now())}.`}
      </p>
      {stop === 'limit' && <PlanOffer left={left} />}
    </div>
  )
}

const words: Record<Exclude<Stop, 'done'>, string> = {
  cancelled: 'Cancelled. Your results are kept. The remaining lines wait here and have cost nothing.',
  limit: 'You’re out of lookups. Your results are kept, and the remaining lines wait here.',
  tomorrow:
    'Too many lookups failed today, or too many were made. Your results are kept, and you can continue from 00:00 UTC.',
  offline: 'No response. Check your connection, then continue. Your results are kept.',
  left: 'You left the page before it finished. Your results are kept, and the remaining lines wait here.',
  suspended:
    'This account is suspended; the account page says who to contact. Your results are kept, and the remaining lines wait here.',
  trouble: 'Several lookups in a row failed on our side. Wait a moment, then continue. Your results are kept.',
}
