'use client'

import { useMemo } from 'react'
import { formatNumber } from '@/components/format/number'
import { untilWords } from '@/components/problems/until'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { linesWords, rowsWords } from '@/server/features/lists/sum-words'
import { ListRows, type ListRowsProps } from './list-rows'
import { isOpen, isRetryable, type JobOutcome, listState, type Stop } from './outcome'
import type { BulkPlan } from './plan'
import { Progress, rateWords, timeLeftMs, timeLeftWords } from './progress'

interface ResultsProps extends Pick<ListRowsProps, 'original' | 'onOriginal' | 'fileName'> {
  plan: BulkPlan
  outcomes: readonly JobOutcome[]
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
  const { plan, outcomes, running, stop, canceling, left, onCancel, onContinue, onRetry, onChange, ...file } = props
  const state = useMemo(() => listState(plan, outcomes), [plan, outcomes])
  const { sums } = state
  const open = outcomes.filter(isOpen).length
  const retryable = outcomes.filter(isRetryable).length
  const elapsedMs = running === null ? 0 : performance.now() - running.sinceMs
  const doneInRun = running === null ? 0 : running.waiting - open
  const remaining = running && timeLeftMs(doneInRun, elapsedMs, open)

  return (
    <AnswerCard>
      <h2 className="mb-4 text-title font-semibold">{titleOf(running !== null, stop)}</h2>
      <div className="grid gap-4">
        <Progress
          label="Lines"
          lines={{ ...sums, total: sums.lines }}
          rate={remaining === null || open === 0 ? null : rateWords(doneInRun, elapsedMs)}
          timeLeft={remaining === null || open === 0 ? null : timeLeftWords(remaining)}
        />
        <p className="text-sm text-soft">
          {rowsWords(sums)} {linesWords(sums, state.duplicates)}
        </p>
        {stop && <StopNote stop={stop} left={left} />}
        <div className="flex flex-wrap gap-2">
          {running && (
            <Button onClick={onCancel} busy={canceling}>
              {canceling ? 'Finishing the last few' : 'Cancel'}
            </Button>
          )}
          {!running && open > 0 && <Button onClick={onContinue}>Continue with {formatNumber(open)}</Button>}
          {!running && retryable > 0 && <Button onClick={onRetry}>Retry failed ({formatNumber(retryable)})</Button>}
          {!running && <Button onClick={onChange}>Edit lines</Button>}
        </div>
        <ListRows plan={plan} state={state} outcomes={outcomes} isRead {...file} />
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
