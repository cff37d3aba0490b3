'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { formatNumber } from '@/components/format/number'
import { untilWords } from '@/components/problem/until'
import { type LookupsLeft, leftWords, useLookupsLeft } from '@/components/quota/lookups-left'
import { PlanOffer } from '@/components/quota/plan-offer'
import { Button } from '@/components/ui/button'
import { useTypedBeforeHydration } from '@/components/ui/typing'
import type { DetailLevel } from '@/server/listings/resolve'
import { jobKey, maxLines, planBulk, textOf } from './input-lines'
import { DetailsChoice, LinesForm } from './lines-form'
import { type BulkRun, mayYetSucceed, type Outcome } from './outcome'
import { PlanNote } from './plan-note'
import { Results } from './results'
import { saveDraft, savedDraft, savedRun, useAutosave } from './saved'
import { useInput } from './use-input'
import { useRun } from './use-run'

/** Room for more than a thousand of the longest links. */
const maxBytes = 4_000_000

/** Whether a job still has to be looked up. */
const isOpen = ({ state }: Outcome): boolean => state === 'waiting' || state === 'asking'

/**
 * Bulk lookups that the page makes itself: first the form for the lines, then the results.
 * @param maxSignedIn how many lines a signed-in user can look up; null if that is no more.
 */
export function BulkPage({ maxSignedIn }: { maxSignedIn: number | null }) {
  const input = useInput()
  const [details, setDetails] = useState<DetailLevel>('none')
  const { run, cancel, restore, ...state } = useRun()
  const left = useLookupsLeft()
  const [ran, setRan] = useState<BulkRun | null>(null)
  const [isChanging, setIsChanging] = useState(false)
  const [isRead, setIsRead] = useState(false)
  const plan = useMemo(() => planBulk(input.input, details), [input.input, details])
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
      setDetails(run.details)
      restore(run.outcomes)
      setIsChanging(text !== '')
    }
    const lines = text || (run ? textOf(run.plan) : '')
    // Text typed before hydration is newer.
    if (lines !== '' && !box.current?.value) setText(lines)
    setIsRead(true)
  }, [box])

  const draft = hasForm ? input.settledText : ''
  useEffect(() => {
    if (isRead) saveDraft(sessionStorage, draft)
  }, [isRead, draft])
  useAutosave(useMemo(() => ran && { ...ran, outcomes: state.outcomes }, [ran, state.outcomes]))

  // Closing the tab would lose the results, so the browser asks first.
  const hasResults = ran !== null
  useEffect(() => {
    if (!hasResults) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasResults])

  // Lines that were answered before an edit are not looked up again unless the level of detail has changed.
  const same = ran?.details === details ? ran.plan.jobs : []
  const known = new Map(same.map((job, index) => [jobKey(job), state.outcomes[index]]))
  const before = plan.jobs.map((job): Outcome => known.get(jobKey(job)) ?? { state: 'waiting' })
  const needed = before.filter((outcome) => isOpen(outcome) || mayYetSucceed(outcome)).length

  // By then the form that had the focus is gone.
  const focusResults = () => requestAnimationFrame(() => results.current?.focus())
  const begin = () => {
    const next = { plan, details }
    setRan(next)
    setIsChanging(false)
    void run(next, before, (outcome) => isOpen(outcome) || mayYetSucceed(outcome))
    focusResults()
  }

  if (ran && !hasForm) {
    return (
      <div ref={results} tabIndex={-1} className="outline-none">
        <Results
          plan={ran.plan}
          {...state}
          left={left}
          onCancel={cancel}
          onGoOn={() => run(ran, state.outcomes, isOpen)}
          onRetry={() => run(ran, state.outcomes, mayYetSucceed)}
          onChange={() => setIsChanging(true)}
        />
      </div>
    )
  }
  return (
    <div className="grid max-w-[56rem] gap-4">
      <LinesForm input={input} box={box} maxLines={maxLines} maxBytes={maxBytes} />
      {maxSignedIn !== null && <Invitation maxLines={maxSignedIn} />}
      <DetailsChoice details={details} onChoose={setDetails} />
      <PlanNote plan={plan} onLookUpNames={() => setDetails('full')} />
      {needed > 0 && input.isSettled && (
        <QuotaCheck needed={needed} left={left} isResumed={needed < before.length} onStart={begin} />
      )}
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
  )
}

interface QuotaCheckProps {
  /** How many lookups the lines need. */
  needed: number
  /** Null until it is known. */
  left: LookupsLeft | null
  /** Whether some of the lines already have an answer. */
  isResumed: boolean
  onStart: () => void
}

/** Says how many lookups the lines need and how many are left, with the button that starts the run. */
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
              ? `Only ${formatNumber(remaining)} ${many} left. The other ${formatNumber(needed - remaining)} lines wait here, and you can continue `
              : 'No lookups are left. You can look these lines up '}
            {untilWords(left.resetSeconds * 1000, Date.now())}, or at once with a larger plan.
          </p>
          <PlanOffer left={left} />
        </div>
      )}
    </div>
  )
}

/** Tells a visitor what an account adds. */
const Invitation = ({ maxLines }: { maxLines: number }) => (
  <p className="text-sm text-soft">
    <a href="/sign-in?next=%2Fbulk" className="underline decoration-edge underline-offset-4 hover:decoration-ink">
      Sign in
    </a>{' '}
    to look up as many as {formatNumber(maxLines)} lines in the background, even after you close this tab.
  </p>
)
