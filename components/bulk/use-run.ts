'use client'

import { TRPCClientError } from '@trpc/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { shownProblem } from '@/components/problem/problem'
import { useRefreshLookupsLeft } from '@/components/quota/use-lookups-left'
import { type CallError, useTRPCClient } from '@/components/trpc/client'
import type { Job } from './input-lines'
import { type Outcome, type Stop, tallyOf } from './outcome'
import { type Reply, runJobs } from './run-jobs'

/** How often what came in is drawn: often enough to be seen coming, seldom enough for a phone. */
const drawMs = 120

interface RunState {
  outcomes: readonly Outcome[]
  /** When the run under way began and how many jobs waited then; null while none is. */
  running: { sinceMs: number; waiting: number } | null
  /** Why the last run ended; null before the first. */
  stop: Stop | null
  cancelling: boolean
}

const nothing: RunState = { outcomes: [], running: null, stop: null, cancelling: false }

/** Runs jobs and tells where each stands. A new set of jobs forgets the one before. */
export function useRun() {
  const client = useTRPCClient()
  const refreshLookupsLeft = useRefreshLookupsLeft()
  const [state, setState] = useState<RunState>(nothing)
  const abort = useRef<AbortController | null>(null)

  useEffect(() => () => abort.current?.abort(), [])

  const run = useCallback(
    async (jobs: readonly Job[], before: readonly Outcome[], states: ReadonlyArray<Outcome['state']>) => {
      const controller = new AbortController()
      abort.current?.abort()
      abort.current = controller
      const outcomes = jobs.map((_, index): Outcome => {
        const known = before[index] ?? { state: 'waiting' }
        return states.includes(known.state) ? { state: 'waiting' } : known
      })
      const waiting = outcomes.flatMap(({ state }, index) => (state === 'waiting' ? [index] : []))
      const running = { sinceMs: performance.now(), waiting: waiting.length }
      const isCurrent = () => abort.current === controller
      let drawing: ReturnType<typeof setTimeout> | null = null
      const draw = () => {
        drawing = null
        if (isCurrent()) setState((now) => ({ ...now, outcomes: [...outcomes] }))
      }
      setState({ outcomes: [...outcomes], running, stop: null, cancelling: false })
      const ask = (index: number): Promise<Reply> =>
        client.listings.resolve.mutate({ url: jobs[index]?.url ?? '' }).then(
          ({ rate_limit: _, ...listing }) => ({ listing }),
          (error: unknown) => ({ problem: shownProblem(asCallError(error)) }),
        )
      const stop = await runJobs({
        jobs: waiting,
        ask,
        signal: controller.signal,
        wait: (ms) => waitFor(ms, controller.signal),
        onOutcome: (index, outcome) => {
          outcomes[index] = outcome
          drawing ??= setTimeout(draw, drawMs)
        },
      })
      if (drawing !== null) clearTimeout(drawing)
      if (isCurrent()) setState({ outcomes: [...outcomes], running: null, stop, cancelling: false })
      void refreshLookupsLeft()
    },
    [client, refreshLookupsLeft],
  )

  const cancel = useCallback(() => {
    abort.current?.abort()
    setState((now) => ({ ...now, cancelling: now.running !== null }))
  }, [])

  /** Takes up where an earlier page left off. */
  const restore = useCallback((outcomes: readonly Outcome[]) => {
    const { waiting } = tallyOf(outcomes)
    setState({ ...nothing, outcomes, stop: waiting > 0 ? 'left' : 'done' })
  }, [])

  return { ...state, run, cancel, restore }
}

/** What tRPC rejects with; anything else (a page that is going away) is told as silence. */
const asCallError = (error: unknown): CallError =>
  error instanceof TRPCClientError ? error : (new TRPCClientError('no answer') as CallError)

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, ms)
    signal.addEventListener('abort', done, { once: true })
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
  })
}
