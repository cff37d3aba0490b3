'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { untilWords } from '@/components/problems/until'
import { type LookupsLeft, leftWords, useLookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { useTypedBeforeHydration } from '@/components/ui/typing'
import type { ListingHosts } from '@/server/features/listings/listing'
import { type BulkPlan, jobKey, type LookupChoices, maxLookups, noChoices, planBulk, textOf } from './input-lines'
import { LineRows } from './line-rows'
import type { LineCounts } from './lines'
import { LinesForm } from './lines-form'
import { LookupChoice } from './lookup-choices'
import { isRetryable, type LineOutcome } from './outcome'
import { PlanNote } from './plan-note'
import { maxFileBytes } from './read-file'
import { Results } from './results'
import { saveDraft, savedDraft, savedRun, useAutosave } from './saved'
import { useInput } from './use-input'
import { useRun } from './use-run'

/** Whether a job still needs to be looked up. */
const isOpen = ({ state }: LineOutcome): boolean => state === 'waiting' || state === 'asking'

/** The lines that were read, with a run's lookups. */
interface BulkRun {
  plan: BulkPlan
  counts: LineCounts
}

interface BulkPageProps {
  /** The maximum number of lines that the page reads. */
  maxLines: number
  /** Whether signed-in users can look up lines in the background. */
  hasBatches: boolean
  hosts: ListingHosts
}

/** Reads lines and looks them up: first the form for the lines, then the results. */
export function BulkPage({ maxLines, hasBatches, hosts }: BulkPageProps) {
  const input = useInput('listing', { maxLines, maxBytes: maxFileBytes })
  const { lines, columns, counts, isRead: isSettled } = input
  const [choices, setChoices] = useState<LookupChoices>(noChoices)
  const { run, cancel, restore, ...state } = useRun()
  const left = useLookupsLeft()
  const [ran, setRan] = useState<BulkRun | null>(null)
  const [isChanging, setIsChanging] = useState(false)
  const [isRestored, setIsRestored] = useState(false)
  const previous = useMemo(
    () => ran && new Map(ran.plan.jobs.map((job, index) => [jobKey(job), state.outcomes[index]])),
    [ran, state.outcomes],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the array of lines grows with the counts
  const plan = useMemo((): BulkPlan => {
    const read = { lines, columns, hosts }
    if (!isSettled) return { ...read, jobs: [], jobOf: [], dropped: 0 }
    return planBulk(read, choices, previous && ((job) => previous.get(jobKey(job))?.state === 'found'))
  }, [lines, counts, columns, hosts, isSettled, choices, previous])
  const box = useTypedBeforeHydration<HTMLTextAreaElement>('', input.setText)
  const results = useRef<HTMLDivElement>(null)
  const hasForm = ran === null || isChanging

  const start = useRef({ setText: input.setText, restore })
  useEffect(() => {
    const { setText, restore } = start.current
    const text = savedDraft(sessionStorage)
    const run = savedRun(sessionStorage)
    if (run) {
      setRan(run)
      restore(run.outcomes)
      setIsChanging(text !== '')
    }
    const lines = text || (run ? textOf(run.plan) : '')
    // Text typed before hydration takes precedence.
    if (lines !== '' && !box.current?.value) setText(lines)
    setIsRestored(true)
  }, [box])

  const draft = hasForm ? input.text : ''
  useEffect(() => {
    if (isRestored) saveDraft(sessionStorage, draft)
  }, [isRestored, draft])
  useAutosave(useMemo(() => ran && { ...ran, outcomes: state.outcomes }, [ran, state.outcomes]))

  // Closing the tab would lose the results, so the browser asks first.
  const hasResults = ran !== null
  useEffect(() => {
    if (!hasResults) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasResults])

  // A lookup that succeeded before an edit is not repeated.
  const before = plan.jobs.map((job): LineOutcome => previous?.get(jobKey(job)) ?? { state: 'waiting' })
  const needed = before.filter((outcome) => isOpen(outcome) || isRetryable(outcome)).length

  // By then the focused form is gone.
  const focusResults = () => requestAnimationFrame(() => results.current?.focus())
  const begin = () => {
    setRan({ plan, counts })
    setIsChanging(false)
    void run(plan, before, (outcome) => isOpen(outcome) || isRetryable(outcome))
    focusResults()
  }

  if (ran && !hasForm) {
    return (
      <div ref={results} tabIndex={-1} className="outline-none">
        <Results
          plan={ran.plan}
          counts={ran.counts}
          {...state}
          left={left}
          onCancel={cancel}
          onContinue={() => run(ran.plan, state.outcomes, isOpen)}
          onRetry={() => run(ran.plan, state.outcomes, isRetryable)}
          onChange={() => setIsChanging(true)}
        />
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      <div className="grid max-w-[56rem] gap-4">
        <LinesForm input={input} box={box} maxLines={maxLines} />
        <PlanNote lines={lines} counts={counts} isRead={isSettled} />
        {counts.lines > 0 && isSettled && <LookupChoice counts={counts} choices={choices} onChoose={setChoices} />}
        {plan.dropped > 0 && (
          <p className="text-sm font-medium text-limit">
            Each run makes up to {formatNumber(maxLookups)} lookups. You can run the other {formatNumber(plan.dropped)}{' '}
            afterward.
          </p>
        )}
        {needed > 0 && isSettled && (
          <QuotaCheck needed={needed} left={left} isResumed={needed < before.length} onStart={begin} />
        )}
        {hasBatches && <Invitation maxLines={maxLines} />}
        {ran && (
          <Button
            className="justify-self-start"
            onClick={() => {
              setIsChanging(false)
              focusResults()
            }}
          >
            Back to results
          </Button>
        )}
      </div>
      {counts.lines > 0 && (
        <AnswerCard>
          <h2 className="mb-4 text-title font-semibold">Lines</h2>
          <LineRows plan={plan} counts={counts} outcomes={before} hasRun={ran !== null} isRead={isSettled} />
        </AnswerCard>
      )}
    </div>
  )
}

interface QuotaCheckProps {
  /** The number of lookups that the lines need. */
  needed: number
  /** Null until known. */
  left: LookupsLeft | null
  /** Whether some of the lines already have a result. */
  isResumed: boolean
  onStart: () => void
}

/** Shows how many lookups the lines need and how many are left, with the button that starts the run. */
function QuotaCheck({ needed, left, isResumed, onStart }: QuotaCheckProps) {
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
              ? `Only ${formatNumber(remaining)} ${many} left. The other ${formatNumber(needed - remaining)} lines stay here. You can continue `
              : 'No lookups are left. You can look up these lines '}
            {untilWords(left.resetSeconds * 1000, Date.now())}, or right away with a larger plan.
          </p>
          <PlanOffer left={left} />
        </div>
      )}
    </div>
  )
}

/** Shows visitors what an account adds. */
const Invitation = ({ maxLines }: { maxLines: number }) => (
  <p className="text-sm text-soft">
    <a href="/sign-in?next=%2Fbulk" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
      Sign in
    </a>{' '}
    to look up as many as {formatNumber(maxLines)} lines in the background, even after you close this tab.
  </p>
)
