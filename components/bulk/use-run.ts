'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { type ShownProblem, shownProblem } from '@/components/problems/problem'
import { refreshLookupsLeft } from '@/components/quota/lookups-left'
import { asCallError } from '@/components/trpc/call-error'
import { type Outputs, useTRPCClient } from '@/components/trpc/client'
import { type Found, isOpen, type JobOutcome, type Stop } from './outcome'
import type { BulkPlan, Job } from './plan'
import type { NameSearch } from './read-rows'
import { type Reply, runJobs } from './run-jobs'

/** The minimum time between renders of the results, to keep a phone responsive, and of those of a long list. */
const drawMs = 120
const longDrawMs = 500
const longList = 10_000

interface RunState {
  outcomes: readonly JobOutcome[]
  /** When the current run began (`performance.now()`) and how many jobs were waiting then; null if there is none. */
  running: { sinceMs: number; waiting: number } | null
  /** Why the last run ended; null before the first. */
  stop: Stop | null
  canceling: boolean
}

const nothing: RunState = { outcomes: [], running: null, stop: null, canceling: false }

/** Runs jobs and reports the state of each. Starting a new run discards the previous one. */
export function useRun() {
  const client = useTRPCClient()
  const [state, setState] = useState<RunState>(nothing)
  const abort = useRef<AbortController | null>(null)

  useEffect(() => () => abort.current?.abort(), [])

  const run = useCallback(
    async ({ jobs, rows }: BulkPlan, before: readonly JobOutcome[], isSelected: (outcome: JobOutcome) => boolean) => {
      const controller = new AbortController()
      abort.current?.abort()
      abort.current = controller
      const outcomes = jobs.map((_, index): JobOutcome => {
        const previous = before[index] ?? { state: 'waiting' }
        return isSelected(previous) ? { state: 'waiting' } : previous
      })
      const waiting = outcomes.flatMap(({ state }, index) => (state === 'waiting' ? [index] : []))
      const running = { sinceMs: performance.now(), waiting: waiting.length }
      const isCurrent = () => abort.current === controller
      let drawing: ReturnType<typeof setTimeout> | null = null
      const draw = () => {
        drawing = null
        if (isCurrent()) setState((now) => ({ ...now, outcomes: [...outcomes] }))
      }
      setState({ outcomes: [...outcomes], running, stop: null, canceling: false })
      const lookUp = async (job: Job): Promise<Found> => {
        const inLanguage = job.language ? { language: job.language } : {}
        const search = ({ name, country }: NameSearch) =>
          client.listings.only.search.mutate({ name, ...(country !== null && { country }), ...inLanguage })
        if (job.operation === 'search') return search(job)
        const { url, details, fallback } = job
        try {
          return foundBy(await client.listings.resolve.mutate({ url, details, ...inLanguage }))
        } catch (error) {
          if (fallback === null || !isWithoutListing(shownProblem(asCallError(error)))) throw error
          return search(fallback)
        }
      }
      const ask = async (index: number): Promise<Reply> => {
        try {
          return { listing: await lookUp(jobs[index] as Job) }
        } catch (error) {
          return { problem: shownProblem(asCallError(error)) }
        }
      }
      const stop = await runJobs({
        jobs: waiting,
        ask,
        signal: controller.signal,
        wait: (ms) => waitFor(ms, controller.signal),
        onOutcome: (index, outcome) => {
          outcomes[index] = outcome
          drawing ??= setTimeout(draw, rows.length > longList ? longDrawMs : drawMs)
        },
      })
      if (drawing !== null) clearTimeout(drawing)
      if (isCurrent()) setState({ outcomes: [...outcomes], running: null, stop, canceling: false })
      void refreshLookupsLeft()
    },
    [client],
  )

  const cancel = useCallback(() => {
    abort.current?.abort()
    setState((now) => ({ ...now, canceling: now.running !== null }))
  }, [])

  /** Restores the outcomes saved during an earlier visit to the page. */
  const restore = useCallback((outcomes: readonly JobOutcome[]) => {
    setState({ ...nothing, outcomes, stop: outcomes.some(isOpen) ? 'left' : 'done' })
  }, [])

  return { ...state, run, cancel, restore }
}

/** Converts a lookup's result to a listing as it appears in a batch's line. */
const foundBy = ({ rate_limit: _, ...listing }: Outputs['listings']['resolve']): Found => ({
  ...listing,
  matches: null,
})

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

/** Whether a link leads to no listing, so that the row's name may be searched for, as in a batch. */
const isWithoutListing = ({ code }: ShownProblem): boolean => code !== undefined && codesWithoutListing.has(code)

const codesWithoutListing: ReadonlySet<string> = new Set(['no_listing_in_link', 'unsupported_link', 'rounded_cid'])
