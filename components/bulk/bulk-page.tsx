'use client'

import { useEffect, useMemo, useRef, useState } from 'react'
import { useLookupsLeft } from '@/components/quota/use-lookups-left'
import { Button } from '@/components/ui/button'
import { useTypedBeforeHydration } from '@/components/ui/use-typed-before-hydration'
import type { DetailLevel } from '@/server/listings/resolve'
import { DetailsChoice } from './details-choice'
import { LinesForm } from './lines-form'
import type { BulkRun, Outcome } from './outcome'
import { PlanNote } from './plan-note'
import { QuotaCheck } from './quota-check'
import { Results } from './results'
import { saveDraft, savedDraft, savedRun } from './saved'
import { useAutosave } from './use-autosave'
import { useInput } from './use-input'
import { useRun } from './use-run'

/** Many lookups at once: first the form for the lines, then the results. */
export function BulkPage() {
  const input = useInput('')
  const [details, setDetails] = useState<DetailLevel>('none')
  const { run, cancel, restore, ...state } = useRun()
  const left = useLookupsLeft()
  const [ran, setRan] = useState<BulkRun | null>(null)
  const [isChanging, setIsChanging] = useState(false)
  const [isRead, setIsRead] = useState(false)
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
    const lines = text || (run?.plan.lines.map((line) => line.text).join('\n') ?? '')
    // What was typed before hydration is newer.
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

  // Lines that were answered before an edit are not looked up again, unless something else is asked of them.
  const same = ran?.details === details ? ran.plan.jobs : []
  const known = new Map(same.map(({ url }, index) => [url, state.outcomes[index]]))
  const before = input.plan.jobs.map(({ url }): Outcome => known.get(url) ?? { state: 'waiting' })
  const needed = before.filter(({ state }) => state !== 'found').length

  // The form that had the focus is gone by then.
  const focusResults = () => requestAnimationFrame(() => results.current?.focus())
  const begin = () => {
    const next = { plan: input.plan, details }
    setRan(next)
    setIsChanging(false)
    void run(next, before, ['waiting', 'asking', 'failed'])
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
          onGoOn={() => run(ran, state.outcomes, ['waiting', 'asking'])}
          onRetry={() => run(ran, state.outcomes, ['failed'])}
          onChange={() => setIsChanging(true)}
        />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <LinesForm input={input} box={box} />
      <DetailsChoice details={details} onChoose={setDetails} />
      <PlanNote plan={input.plan} />
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
