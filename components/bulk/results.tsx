'use client'

import { memo, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { Choices } from '@/components/ui/choices'
import { download } from '@/components/ui/download'
import { Downloads } from './downloads'
import type { BulkPlan, PlannedLine } from './input-lines'
import { mayYetSucceed, type Outcome, type Stop, tallyOf } from './outcome'
import { planRows, rowOf } from './plan-rows'
import { Progress } from './progress'
import { ResultColumns } from './result-columns'
import { ResultRow } from './result-row'
import { type ResultFormat, resultsBlob } from './save-results'
import { isUnreadableLine } from './skipped'
import { StopNote } from './stop-note'
import { rateWords, timeLeftMs, timeLeftWords } from './time-left'

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
