import { untilWords } from '@/components/problem/until'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import type { Stop } from './outcome'

/** Why a run stopped early, and how to continue it. */
export function StopNote({ stop, left }: { stop: Stop; left: LookupsLeft | null }) {
  if (stop === 'done') return null
  return (
    <div role="status" className="rounded-md bg-limit-wash px-4 py-3 text-sm">
      <p>
        {words[stop]}
        {stop === 'limit' && left && ` They return ${untilWords(left.resetSeconds * 1000, Date.now())}.`}
      </p>
      {stop === 'limit' && <PlanOffer left={left} />}
    </div>
  )
}

const words: Record<Exclude<Stop, 'done'>, string> = {
  cancelled: 'Cancelled. What was found stays; the other lines wait, and cost nothing yet.',
  limit: 'The lookups are used up. What was found stays, and the other lines wait here.',
  tomorrow:
    'Too many lookups failed today, or too many were made. What was found stays; the other lines go on from 00:00 UTC.',
  offline: 'No answer comes back. Check the connection, then go on: what was found stays.',
  left: 'The page was left on the way. What was found stays; the other lines wait here.',
  suspended:
    'This account is suspended. Ask the operator of this server. What was found stays; the other lines wait here.',
  trouble: 'Several lookups in a row failed on our side. Wait a moment, then go on: what was found stays.',
}
