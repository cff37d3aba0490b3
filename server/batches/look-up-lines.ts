import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises'
import { PinrefError } from '@/server/errors'
import type { Verdict } from './look-up'

/** A line that was looked up: what was found, or the problem. */
type Answered<T> = { found: T } | { problem: PinrefError }

export interface LinesToLookUp<T> {
  /** How many there are. */
  count: number
  /** How many are looked up side by side. */
  sideBySide: number
  /** Looks up one, by its index. */
  lookUp(index: number): Promise<T>
  verdictOn(error: unknown): Verdict
  /** Aborts when no more are to be begun, and those under way are to be dropped. */
  stopping: AbortSignal
}

/** What came of lines. */
export interface LookedUp<T> {
  /** Those from the first one on that are answered. */
  answered: Array<Answered<T>>
  /** When the rest may be tried, in seconds; null where none is left, or only the end of the process is in the way. */
  postponeSeconds: number | null
}

/** What is put off for no longer is waited for here. */
const longestPauseSeconds = 65

/** After these many seconds a lookup that failed for a passing reason is tried again. */
const retriesSeconds = [1, 4, 15]

/** How many lines are looked up before calls get their turn. */
const linesInTurn = 25

/**
 * Looks lines up in their order, some side by side, each of them until its answer is final. A limit holds all of them up for as long as
 * it says; where that is too long, or the process is to end, those that are not answered are left.
 */
export async function lookUpLines<T>(lines: LinesToLookUp<T>): Promise<LookedUp<T>> {
  const { count, sideBySide, lookUp, verdictOn, stopping } = lines
  const answers = Array.from<Answered<T> | undefined>({ length: count })
  let next = 0
  let postponeSeconds: number | null = null
  let goOnAt = 0

  const isOver = () => stopping.aborted || postponeSeconds !== null
  const pause = (seconds: number) => sleep(seconds * 1000, undefined, { signal: stopping }).catch(() => {})

  async function settle(index: number): Promise<void> {
    for (let failures = 0; !isOver(); ) {
      const waitMs = goOnAt - Date.now()
      if (waitMs > 0) await pause(waitMs / 1000)
      if (isOver()) return
      try {
        answers[index] = { found: await lookUp(index) }
        return
      } catch (error) {
        if (isOver()) return
        const verdict = verdictOn(error)
        const retrySeconds = verdict === 'retry' ? retriesSeconds[failures] : undefined
        if (typeof verdict === 'object') {
          if (verdict.postponeSeconds > longestPauseSeconds) postponeSeconds = verdict.postponeSeconds
          goOnAt = Math.max(goOnAt, Date.now() + verdict.postponeSeconds * 1000)
        } else if (retrySeconds !== undefined) {
          failures += 1
          await pause(retrySeconds)
        } else {
          if (!(error instanceof PinrefError)) throw error
          answers[index] = { problem: error }
          return
        }
      }
    }
  }

  async function work(): Promise<void> {
    while (next < count && !isOver()) {
      const index = next
      next += 1
      await settle(index)
      if (index % linesInTurn === 0) await turn()
    }
  }
  await Promise.all(Array.from({ length: Math.min(sideBySide, count) }, work))
  const end = answers.indexOf(undefined)
  const answered = (end < 0 ? answers : answers.slice(0, end)) as Array<Answered<T>>
  return { answered, postponeSeconds: answered.length === count ? null : postponeSeconds }
}
