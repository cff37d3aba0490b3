'use client'

import { formatNumber } from '@/components/format/number'
import { untilWords } from '@/components/problem/until'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import type { BulkPlan } from './input-lines'
import { LineRows } from './line-rows'
import type { LineCounts } from './lines'
import { mayYetSucceed, type Outcome, type Stop, tallyOf } from './outcome'
import { Progress, rateWords, timeLeftMs, timeLeftWords } from './progress'

interface ResultsProps {
  plan: BulkPlan
  counts: LineCounts
  outcomes: readonly Outcome[]
  running: { sinceMs: number; waiting: number } | null
  stop: Stop | null
  cancelling: boolean
  left: LookupsLeft | null
  onCancel: () => void
  onGoOn: () => void
  onRetry: () => void
  onChange: () => void
}

/** A run with its results so far. */
export function Results(props: ResultsProps) {
  const { plan, counts, outcomes, running, stop, cancelling, left, onCancel, onGoOn, onRetry, onChange } = props
  const tally = tallyOf(outcomes)
  const names = plan.lines.filter(({ kind }, index) => kind === 'name' && plan.jobOf[index] === -1).length
  const waiting = tally.waiting + tally.asking
  const retryable = outcomes.filter(mayYetSucceed).length
  const elapsedMs = running === null ? 0 : performance.now() - running.sinceMs
  const doneInRun = running === null ? 0 : running.waiting - waiting
  const remaining = running && timeLeftMs(doneInRun, elapsedMs, waiting)

  return (
    <AnswerCard>
      <h2 className="mb-4 text-title font-semibold">{titleOf(running !== null, stop)}</h2>
      <div className="grid gap-4">
        <Progress
          label="Lookups"
          counts={tally}
          otherUnreadable={counts.unreadable}
          names={names}
          rate={remaining === null || waiting === 0 ? null : rateWords(doneInRun, elapsedMs)}
          timeLeft={remaining === null || waiting === 0 ? null : timeLeftWords(remaining)}
        />
        {stop && <StopNote stop={stop} left={left} />}
        <div className="flex flex-wrap gap-2">
          {running && (
            <Button onClick={onCancel} busy={cancelling}>
              {cancelling ? 'Finishing the last few' : 'Cancel'}
            </Button>
          )}
          {!running && waiting > 0 && <Button onClick={onGoOn}>Continue with {formatNumber(waiting)}</Button>}
          {!running && retryable > 0 && <Button onClick={onRetry}>Retry failed ({formatNumber(retryable)})</Button>}
          {!running && <Button onClick={onChange}>Edit lines</Button>}
        </div>
        <LineRows plan={plan} counts={counts} outcomes={outcomes} hasRun isRead />
      </div>
    </AnswerCard>
  )
}

function titleOf(isRunning: boolean, stop: Stop | null): string {
  if (isRunning) return 'Looking up'
  return stop === 'done' ? 'All lines looked up' : 'Stopped early'
}

/** Says why a run stopped early, and how to continue it. */
function StopNote({ stop, left }: { stop: Stop; left: LookupsLeft | null }) {
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
  cancelled: 'Canceled. Your results are kept. The remaining lines wait here and have cost nothing.',
  limit: 'You’re out of lookups. Your results are kept, and the remaining lines wait here.',
  tomorrow:
    'Too many lookups failed today, or too many were made. Your results are kept, and you can continue from 00:00 UTC.',
  offline: 'No response. Check your connection, then continue. Your results are kept.',
  left: 'You left the page before it finished. Your results are kept, and the remaining lines wait here.',
  suspended:
    'This account is suspended; the account page says who to contact. Your results are kept, and the remaining lines wait here.',
  trouble: 'Several lookups in a row failed on our side. Wait a moment, then continue. Your results are kept.',
}
