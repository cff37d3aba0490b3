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
import { maxLookups } from './limits'
import { LinesForm } from './lines-form'
import { ListRows } from './list-rows'
import { LookupChoice, useLookupChoices } from './lookup-choices'
import { findOriginal, noOriginal, type Original } from './originals'
import { isOpen, isRetryable, type JobOutcome, listState } from './outcome'
import { type BulkPlan, jobKey, planBulk } from './plan'
import { PlanNote } from './plan-note'
import { linesIn } from './read-rows'
import { maxFileBytes } from './read-source'
import { Results } from './results'
import { savedRun, useAutosave } from './saved'
import { useDraft } from './use-draft'
import { useInput } from './use-input'
import { useRun } from './use-run'

/** A list that was looked up. */
interface BulkRun {
  plan: BulkPlan
  /** The name of the list's file; null if it has none. */
  fileName: string | null
  /** Under which id the list's workbook is stored; null if it has none. */
  originalId: string | null
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
  const { list, counts, isRead } = input
  const [choices, setChoices] = useLookupChoices()
  const { run, cancel, restore, ...state } = useRun()
  const left = useLookupsLeft()
  const [ran, setRan] = useState<BulkRun | null>(null)
  const [original, setOriginal] = useState<Original | null>(noOriginal)
  const [isChanging, setIsChanging] = useState(false)
  const previous = useMemo(
    () => ran && new Map(ran.plan.jobs.map((job, index) => [jobKey(job), state.outcomes[index]])),
    [ran, state.outcomes],
  )
  const plan = useMemo((): BulkPlan => {
    if (!isRead) return { ...list, hosts, jobs: [], jobOf: [], dropped: 0 }
    const answered = ran?.plan.jobs.filter((job) => previous?.get(jobKey(job))?.state === 'found')
    return planBulk(list, hosts, choices, answered)
  }, [list, hosts, isRead, choices, ran, previous])
  // A lookup that succeeded before an edit is not repeated.
  const before = useMemo(
    () => plan.jobs.map((job): JobOutcome => previous?.get(jobKey(job)) ?? { state: 'waiting' }),
    [plan, previous],
  )
  const rows = useMemo(() => listState(plan, before), [plan, before])
  const box = useTypedBeforeHydration<HTMLTextAreaElement>('', input.setText)
  const results = useRef<HTMLDivElement>(null)
  const hasForm = ran === null || isChanging
  const draft = useDraft(input, box, hasForm)

  const start = useRef({ restore, restoreDraft: draft.restore })
  useEffect(() => {
    const { restore, restoreDraft } = start.current
    const run = savedRun(sessionStorage)
    void restoreDraft(run).then((hasDraft) => setIsChanging(run !== null && hasDraft))
    if (!run) return
    setRan(run)
    restore(run.outcomes)
    if (run.originalId === null) setOriginal(noOriginal)
    else void findOriginal(run.originalId).then(setOriginal)
  }, [])
  useAutosave(useMemo(() => ran && { ...ran, outcomes: state.outcomes }, [ran, state.outcomes]))

  // Closing the tab would lose the results, so the browser asks first.
  const hasResults = ran !== null
  useEffect(() => {
    if (!hasResults) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasResults])

  const isNeeded = (outcome: JobOutcome) => isOpen(outcome) || isRetryable(outcome)
  const needed = before.filter(isNeeded).length

  // By then the focused form is gone.
  const focusResults = () => requestAnimationFrame(() => results.current?.focus())
  const begin = () => {
    setRan({ plan, fileName: input.fileName, originalId: draft.originalId })
    setOriginal(input.original)
    setIsChanging(false)
    void run(plan, before, isNeeded)
    focusResults()
  }

  if (ran && !hasForm) {
    return (
      <div ref={results} tabIndex={-1} className="outline-none">
        <Results
          plan={ran.plan}
          {...state}
          left={left}
          original={original}
          onOriginal={setOriginal}
          fileName={ran.fileName}
          onCancel={cancel}
          onContinue={() => run(ran.plan, state.outcomes, isOpen)}
          onRetry={() => run(ran.plan, state.outcomes, isRetryable)}
          onChange={() => setIsChanging(true)}
        />
      </div>
    )
  }
  const hasLines = linesIn(counts) > 0
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid max-w-[56rem] grid-cols-1 gap-4">
        <LinesForm input={input} box={box} maxLines={maxLines} />
        <PlanNote plan={plan} state={rows} counts={counts} isRead={isRead} />
        {hasLines && isRead && <LookupChoice counts={counts} choices={choices} onChoose={setChoices} />}
        {plan.dropped > 0 && (
          <p className="text-sm font-medium text-limit">
            Each run makes up to {formatNumber(maxLookups)} lookups. You can run the other {formatNumber(plan.dropped)}{' '}
            afterward.
          </p>
        )}
        {needed > 0 && isRead && (
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
      {counts.rows > 0 && (
        <AnswerCard>
          <h2 className="mb-4 text-title font-semibold">Rows</h2>
          <ListRows
            plan={plan}
            state={rows}
            outcomes={before}
            isRead={isRead}
            original={input.original}
            fileName={input.fileName}
          />
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

/** Shows visitors the limit of a run, and what an account adds. */
const Invitation = ({ maxLines }: { maxLines: number }) => (
  <p className="text-sm text-soft">
    Without an account, each run makes up to {formatNumber(maxLookups)} lookups while this tab is open.{' '}
    <a href="/sign-in?next=%2Fbulk" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
      Sign in
    </a>{' '}
    to look up as many as {formatNumber(maxLines)} lines in the background.
  </p>
)
