'use client'

import { formatNumber } from '@/components/format/number'
import { untilWords } from '@/components/problems/until'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import type { BulkPlan } from './input-lines'
import { LineRows } from './line-rows'
import type { LineCounts } from './lines'
import { isRetryable, type LineOutcome, type Stop, tallyOf } from './outcome'
import { Progress, rateWords, timeLeftMs, timeLeftWords } from './progress'

interface ResultsProps {
  plan: BulkPlan
  counts: LineCounts
  outcomes: readonly LineOutcome[]
  running: { sinceMs: number; waiting: number } | null
  stop: Stop | null
  canceling: boolean
  left: LookupsLeft | null
  onCancel: () => void
  onContinue: () => void
  onRetry: () => void
  onChange: () => void
}

/** A run with its results so far. */
export function Results(props: ResultsProps) {
  const { plan, counts, outcomes, running, stop, canceling, left, onCancel, onContinue, onRetry, onChange } = props
  const tally = tallyOf(outcomes)
  const names = plan.lines.filter(({ kind }, index) => kind === 'name' && plan.jobOf[index] === -1).length
  const waiting = tally.waiting + tally.asking
  const retryable = outcomes.filter(isRetryable).length
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
            <Button onClick={onCancel} busy={canceling}>
              {canceling ? 'Finishing the last few' : 'Cancel'}
            </Button>
          )}
          {!running && waiting > 0 && <Button onClick={onContinue}>Continue with {formatNumber(waiting)}</Button>}
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

/** Shows why a run stopped early, and how to resume it. */
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
  cancelled: 'Canceled. Your results are saved. The remaining lines are still here and used no lookups.',
  limit: 'You’re out of lookups. Your results are saved, and the remaining lines are still here.',
  tomorrow: 'Too many lookups or failed lookups today. Your results are saved, and you can continue after 00:00 UTC.',
  offline: 'No response. Check your connection, then continue. Your results are saved.',
  left: 'You left the page before it finished. Your results are saved, and the remaining lines are still here.',
  suspended:
    'This account is suspended. Your account page shows who to contact. Your results are saved, and the remaining lines are still here.',
  trouble: 'Several lookups in a row failed on our side. Wait a moment, then continue. Your results are saved.',
}
