'use client'

import { useState } from 'react'
import { formatNumber } from '@/components/format/number'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { Choices } from '@/components/ui/choices'
import { download } from '@/components/ui/download'
import type { BulkPlan } from './input-lines'
import { type Outcome, type Stop, tallyOf } from './outcome'
import { Progress } from './progress'
import { ResultLine } from './result-line'
import { StopNote } from './stop-note'
import { timeLeftMs, timeLeftWords } from './time-left'

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

const filters = ['All', 'Found', 'Moved', 'Failed', 'Waiting'] as const
type Filter = (typeof filters)[number]

/** A run with its results so far. */
export function Results(props: ResultsProps) {
  const { plan, outcomes, running, stop, cancelling, left, onCancel, onGoOn, onRetry, onChange } = props
  const [filter, setFilter] = useState<Filter>('All')
  const [failed, setFailed] = useState(false)
  const tally = tallyOf(outcomes)
  const waiting = tally.waiting + tally.asking
  const remaining = running && timeLeftMs(running.waiting - waiting, performance.now() - running.sinceMs, waiting)

  const save = async (kind: 'csv' | 'json') => {
    try {
      const [{ csvOf }, { jsonOf, resultRows }] = await Promise.all([
        import('@/server/runtime/csv'),
        import('./results-file'),
      ])
      const rows = resultRows(plan.lines, outcomes)
      const text = kind === 'csv' ? csvOf(rows) : jsonOf(rows)
      download(`pinref-bulk.${kind}`, new Blob([text], { type: kind === 'csv' ? 'text/csv' : 'application/json' }))
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  const outcomeOf = (job: number | null) => (job === null ? undefined : outcomes[job])

  return (
    <AnswerCard>
      <h2 className="mb-4 text-title font-semibold">{titleOf(running !== null, stop)}</h2>
      <div className="grid gap-4">
        <Progress
          tally={tally}
          unreadable={plan.lines.filter(({ fault }) => fault !== null).length}
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
          {!running && tally.failed > 0 && (
            <Button onClick={onRetry}>Retry failed ({formatNumber(tally.failed)})</Button>
          )}
          <Button onClick={() => save('csv')}>Download CSV</Button>
          <Button onClick={() => save('json')}>Download JSON</Button>
          {!running && <Button onClick={onChange}>Edit lines</Button>}
        </div>
        <p className="text-sm text-soft">
          Some spreadsheets round numbers as long as a CID. Import that column as text, or use hex_cid.
        </p>
        <p role="alert" className="text-sm font-medium text-limit empty:hidden">
          {failed && 'The file couldn’t be created. Check your connection, then try again.'}
        </p>
        <Choices label="Lines shown" options={filters} chosen={filter} onChoose={setFilter} />
      </div>
      <ol className="mt-4">
        {plan.lines.map((line) => {
          const outcome = outcomeOf(line.job)
          return shows(filter, outcome) ? <ResultLine key={line.number} line={line} outcome={outcome} /> : null
        })}
      </ol>
    </AnswerCard>
  )
}

function titleOf(isRunning: boolean, stop: Stop | null): string {
  if (isRunning) return 'Looking up'
  return stop === 'done' ? 'All lines looked up' : 'Stopped early'
}

function shows(filter: Filter, outcome: Outcome | undefined): boolean {
  const state = outcome?.state ?? 'failed'
  if (filter === 'All') return true
  if (filter === 'Moved') return outcome?.state === 'found' && outcome.listing.status === 'moved'
  if (filter === 'Waiting') return state === 'waiting' || state === 'asking'
  return filter.toLowerCase() === state
}
