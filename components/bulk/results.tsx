'use client'

import { memo, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { untilWords } from '@/components/problem/until'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { Choices } from '@/components/ui/choices'
import { download } from '@/components/ui/download'
import { Downloads, type ResultFormat, resultsBlob } from './downloads'
import { type BulkPlan, isUnreadableLine, type PlannedLine } from './input-lines'
import { mayYetSucceed, type Outcome, planRows, rowOf, type Stop, tallyOf } from './outcome'
import { Progress, rateWords, timeLeftMs, timeLeftWords } from './progress'
import { ResultColumns, ResultRow } from './result-rows'

interface ResultsProps {
  plan: BulkPlan
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

const filters = ['All', 'Found', 'Moved', 'Failed', 'Unreadable', 'Names', 'Waiting'] as const
type Filter = (typeof filters)[number]

/** A run with its results so far. */
export function Results(props: ResultsProps) {
  const { plan, outcomes, running, stop, cancelling, left, onCancel, onGoOn, onRetry, onChange } = props
  const [filter, setFilter] = useState<Filter>('All')
  const tally = tallyOf(outcomes)
  const names = plan.lines.filter(({ cause }) => cause === 'name').length
  const waiting = tally.waiting + tally.asking
  const retryable = outcomes.filter(mayYetSucceed).length
  const elapsedMs = running === null ? 0 : performance.now() - running.sinceMs
  const doneInRun = running === null ? 0 : running.waiting - waiting
  const remaining = running && timeLeftMs(doneInRun, elapsedMs, waiting)
  const outcomeOf = (line: PlannedLine) => (line.job === null ? undefined : outcomes[line.job])
  const shown = plan.lines.filter((line) => shows(filter, line, outcomeOf(line)))

  const save = async (format: ResultFormat) => {
    const rows = planRows({ ...plan, lines: shown }, outcomes)
    download(`pinref-bulk.${format}`, await resultsBlob(format, rows, plan.columns))
  }

  return (
    <AnswerCard>
      <h2 className="mb-4 text-title font-semibold">{titleOf(running !== null, stop)}</h2>
      <div className="grid gap-4">
        <Progress
          label="Lookups"
          counts={tally}
          otherUnreadable={plan.lines.filter(isUnreadableLine).length}
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
        <div className="flex flex-wrap items-start justify-between gap-4">
          <Choices
            label="Lines shown"
            options={filters.filter((one) => one !== 'Names' || names > 0)}
            chosen={filter}
            onChoose={setFilter}
          />
          <Downloads onlyShown={filter !== 'All'} onSave={save} />
        </div>
      </div>
      <div className="mt-4">
        <ResultColumns rows={planRows({ ...plan, lines: shown }, outcomes)} />
        <ol>
          {shown.map((line) => (
            <PlanRow key={line.number} line={line} columns={plan.columns} outcome={outcomeOf(line)} />
          ))}
        </ol>
      </div>
    </AnswerCard>
  )
}

interface PlanRowProps {
  line: PlannedLine
  columns: readonly string[]
  outcome: Outcome | undefined
}

const PlanRow = memo(({ line, columns, outcome }: PlanRowProps) => (
  <ResultRow row={rowOf(line, columns, outcome)} text={line.text} isAsking={outcome?.state === 'asking'} />
))

function titleOf(isRunning: boolean, stop: Stop | null): string {
  if (isRunning) return 'Looking up'
  return stop === 'done' ? 'All lines looked up' : 'Stopped early'
}

function shows(filter: Filter, line: PlannedLine, outcome: Outcome | undefined): boolean {
  if (filter === 'All') return true
  if (filter === 'Moved') return outcome?.state === 'found' && outcome.listing.status === 'moved'
  if (filter === 'Names' || line.cause === 'name') return filter === 'Names' && line.cause === 'name'
  const { status } = rowOf(line, [], outcome)
  return status === (filter === 'Waiting' ? 'left' : filter.toLowerCase())
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
