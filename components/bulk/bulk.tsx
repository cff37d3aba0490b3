'use client'

import { useEffect, useRef, useState } from 'react'
import { useLookupsLeft } from '@/components/desk/use-calls'
import { takeOver } from './hand-over'
import type { BulkPlan } from './input-lines'
import { LinesForm } from './lines-form'
import type { Outcome } from './outcome'
import { PlanNote } from './plan-note'
import { QuotaCheck } from './quota-check'
import { Results } from './results'
import { useInput } from './use-input'
import { useRun } from './use-run'

/** Many lookups at once: what is to be looked up first, then what comes of it. */
export function Bulk() {
  const input = useInput('')
  const { run, cancel, ...state } = useRun()
  const left = useLookupsLeft()
  const [ran, setRan] = useState<BulkPlan | null>(null)
  const [isChanging, setIsChanging] = useState(false)
  const results = useRef<HTMLDivElement>(null)

  const start = useRef(input.setText)
  useEffect(() => {
    const text = takeOver(sessionStorage)
    if (text !== '') start.current(text)
  }, [])

  // Closing the page loses what was found, so the browser asks first.
  const hasResults = ran !== null
  useEffect(() => {
    if (!hasResults) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasResults])

  // What was found for these lines before they were changed is not asked for again.
  const known = new Map(ran?.jobs.map(({ url }, index) => [url, state.outcomes[index]]))
  const before = input.plan.jobs.map(({ url }): Outcome => known.get(url) ?? { state: 'waiting' })
  const needed = before.filter(({ state }) => state !== 'found').length

  const begin = () => {
    setRan(input.plan)
    setIsChanging(false)
    void run(input.plan.jobs, before, ['waiting', 'asking', 'failed'])
    // The form that had the focus goes away.
    requestAnimationFrame(() => results.current?.focus())
  }

  if (ran && !isChanging) {
    return (
      <div ref={results} tabIndex={-1} className="outline-none">
        <Results
          plan={ran}
          {...state}
          left={left}
          onCancel={cancel}
          onGoOn={() => run(ran.jobs, state.outcomes, ['waiting', 'asking'])}
          onRetry={() => run(ran.jobs, state.outcomes, ['failed'])}
          onChange={() => setIsChanging(true)}
        />
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <LinesForm input={input} />
      <PlanNote plan={input.plan} />
      {needed > 0 && input.isSettled && (
        <QuotaCheck needed={needed} left={left} isResumed={needed < before.length} onStart={begin} />
      )}
    </div>
  )
}
