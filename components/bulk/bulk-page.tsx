'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { useLookupsLeft } from '@/components/quota/use-lookups-left'
import { Button } from '@/components/ui/button'
import { useTypedBeforeHydration } from '@/components/ui/use-typed-before-hydration'
import type { DetailLevel } from '@/server/listings/resolve'
import { DetailsChoice } from './details-choice'
import { jobKey, maxLines, planBulk, textOf } from './input-lines'
import { Invitation } from './invitation'
import { LinesForm } from './lines-form'
import { type BulkRun, mayYetSucceed, type Outcome } from './outcome'
import { PlanNote } from './plan-note'
import { QuotaCheck } from './quota-check'
import { Results } from './results'
import { saveDraft, savedDraft, savedRun } from './saved'
import { useAutosave } from './use-autosave'
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
