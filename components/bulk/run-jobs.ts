import { canRetry, isQuotaProblem, type ShownProblem } from '@/components/problems/problem'
import type { Found, JobOutcome, Stop } from './outcome'

/** The reply to one call. If there was no response at all, the problem has no code. */
export type Reply = { listing: Found } | { problem: ShownProblem }

export interface Run {
  /** Indices of the jobs to look up, in order. */
  jobs: readonly number[]
  /** Looks up a job once; never rejects. */
  ask: (job: number) => Promise<Reply>
  onOutcome: (job: number, outcome: JobOutcome) => void
  /** Stops further calls. Pending calls may finish, because they are already counted. */
  signal: AbortSignal
  /** Resolves after `ms` milliseconds. */
  wait: (ms: number) => Promise<void>
}

/** The maximum number of pending calls. */
const concurrency = 6
/** The time between the starts of two calls: at most 250 in ten seconds, while the server allows 300. */
const pacingMs = 40
/** After `too_many_requests`, all calls wait as long as the server requests, unless that is too long. */
const burstMs = 10_000
const longestPauseMs = 60_000
const firstRetryMs = 1_000
const attempts = 4
/** A run ends when this many jobs in a row fail on the server side after all their attempts. */
const maxServerFailures = 5

/**
 * Looks up many jobs, a few at a time, within the server's rate limit. A job that fails on the server side is retried
 * with increasing delays; any other failure is final. When the quota is used up, the account is suspended, the
 * connection is lost, or the server keeps failing, the run ends and unfinished jobs keep waiting.
 */
export async function runJobs({ jobs, ask, onOutcome, signal, wait }: Run): Promise<Stop> {
  const queue = [...jobs]
  let stop: Stop | null = null
  let serverFailures = 0
  let turn = Promise.resolve()
  let pause: Promise<void> | null = null

  const isOver = () => stop !== null || signal.aborted
  /** Resolves when the next call may start. */
  const myTurn = () => {
    const mine = turn
    turn = turn.then(() => wait(pacingMs))
    return mine
  }
  const holdAll = (ms: number) => {
    pause ??= wait(ms).then(() => {
      pause = null
    })
    return pause
  }

  async function work(job: number): Promise<void> {
    for (let attempt = 1; ; ) {
      if (pause) await pause
      await myTurn()
      if (isOver()) return onOutcome(job, { state: 'waiting' })
      onOutcome(job, { state: 'asking' })
      const reply = await ask(job)
      if ('listing' in reply) {
        serverFailures = 0
        return onOutcome(job, { state: 'found', listing: reply.listing })
      }
      const { problem } = reply
      if (isQuotaProblem(problem)) {
        stop ??= 'limit'
        return onOutcome(job, { state: 'waiting' })
      }
      if (problem.code === 'account_suspended') {
        stop ??= 'suspended'
        return onOutcome(job, { state: 'waiting' })
      }
      if (problem.code === 'too_many_requests') {
        const pauseMs = problem.retry_after ? problem.retry_after * 1_000 : burstMs
        onOutcome(job, { state: 'waiting' })
        if (pauseMs > longestPauseMs) {
          stop ??= 'tomorrow'
          return
        }
        await holdAll(pauseMs)
        continue
      }
      if (!canRetry(problem)) return onOutcome(job, { state: 'failed', problem })
      if (attempt === attempts || isOver()) return giveUp(job, problem)
      onOutcome(job, { state: 'waiting' })
      await wait(firstRetryMs * 2 ** (attempt - 1))
      attempt++
    }
  }

  function giveUp(job: number, problem: ShownProblem): void {
    if (problem.code === undefined) {
      stop ??= 'offline'
      onOutcome(job, { state: 'waiting' })
      return
    }
    serverFailures++
    if (serverFailures >= maxServerFailures) stop ??= 'trouble'
    onOutcome(job, { state: 'failed', problem })
  }

  const worker = async () => {
    for (let job = queue.shift(); job !== undefined && !isOver(); job = queue.shift()) await work(job)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return stop ?? (signal.aborted ? 'cancelled' : 'done')
}
