import { setTimeout as sleep } from 'node:timers/promises'
import { PinrefError } from '@/server/errors'
import type { YieldTurn } from '@/server/runtime/fair-turn'
import type { Verdict } from './look-up'

/** A line that was looked up: what was found, or the problem. */
type Answered<T> = { found: T } | { problem: PinrefError }

export interface LinesToLookUp<T> {
  /** How many there are. */
  count: number
  /** How many are looked up at the same time. */
  sideBySide: number
  /** Looks up one line, by its index. */
  lookUp(index: number): Promise<T>
  verdictOn(error: unknown): Verdict
  /** Awaited between lines. */
  yieldTurn: YieldTurn
  /** Aborts when no more lines are to be begun. Lookups under way finish, but one that fails leaves its line unanswered. */
  stopping: AbortSignal
  /** When the turn of these lines ends, epoch milliseconds. Lines that have begun by then are finished, the rest are left. */
  latestMs: number
}

/** The outcome of looking up lines. */
export interface LookedUp<T> {
  /** The answers from the first line up to the first that has none. */
  answered: Array<Answered<T>>
  /** In how many seconds the rest may be tried; null if no limit is in the way. */
  postponeSeconds: number | null
}

/** The longest limit that is waited out here; a longer one postpones the rest of the lines. */
const longestPauseSeconds = 65

/** The seconds after which a lookup that failed for a passing reason is tried again. */
const retriesSeconds = [1, 4, 15]

/**
 * Looks lines up in order, several at the same time, each until its answer is final. A limit holds all of them up for as long as
 * it says; if that is too long, or the process or the turn is to end, the lines without an answer are left.
 */
export async function lookUpLines<T>(lines: LinesToLookUp<T>): Promise<LookedUp<T>> {
  const { count, sideBySide, lookUp, verdictOn, yieldTurn, stopping, latestMs } = lines
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
    // The first line is always begun, so that every turn makes progress.
    while (next < count && !isOver() && (next === 0 || Date.now() < latestMs)) {
      const index = next
      next += 1
      await settle(index)
      await yieldTurn()
    }
  }
  await Promise.all(Array.from({ length: Math.min(sideBySide, count) }, work))
  const end = answers.indexOf(undefined)
  const answered = (end < 0 ? answers : answers.slice(0, end)) as Array<Answered<T>>
  return { answered, postponeSeconds: answered.length === count ? null : postponeSeconds }
}
