import { type Caller, countsOf } from './callers'
import type { Entry, Ledger } from './ledger'
import { type Happened, places } from './schedule'

/** Returns only the first few faults, to keep a failure readable. */
const some = <T>(faults: readonly T[]): readonly T[] => faults.slice(0, 10)

/** Returns wrong responses, and calls that took longer than any caller would wait. */
export function wrongAnswers({ entries }: Ledger): readonly string[] {
  return some(
    entries.flatMap(({ outcome }) => {
      if (outcome.kind === 'hung') return ['hung']
      return outcome.kind === 'answered' && outcome.fault ? [outcome.fault] : []
    }),
  )
}

/**
 * Returns calls without a response, except those to the process that was killed. A stopping process may refuse connections
 * and close idle ones, but must respond to every call it has read.
 */
export function lostAnswers({ entries }: Ledger, { drains }: Happened): readonly string[] {
  return some(
    entries.flatMap(({ process, outcome, at }) => {
      if (outcome.kind !== 'unanswered' || process === places.killed) return []
      const drained = drains.some((drain) => drain.process === process && drain.at <= at)
      const unread = outcome.closed || outcome.code === 'ECONNREFUSED'
      return unread && drained ? [] : [`process ${process} at ${at.toFixed(0)} ms: ${outcome.code}`]
    }),
  )
}

/** Returns calls that exceeded their deadline. */
export function lateAnswers({ entries }: Ledger, longestMs: number): readonly Entry[] {
  return some(entries.filter(({ tookMs }) => tookMs > longestMs))
}

/** A caller whose count differs from its number of 200 responses. */
export interface Miscount {
  caller: string
  counted: number
  succeeded: number
  unknown: number
}

/**
 * Returns the callers whose calls were miscounted.
 * A call that a killed process had read may or may not have been counted, so the count may exceed the 200 responses by
 * at most the number of such calls.
 */
export async function miscounts(ledger: Ledger, callers: readonly Caller[]): Promise<Miscount[]> {
  const counts = await countsOf(callers)
  return callers.flatMap((caller, index) => {
    const counted = (counts[index] ?? 0) - caller.before
    const succeeded = ledger.counted(caller)
    const unknown = ledger.unanswered(caller, places.killed)
    const right = counted >= succeeded && counted <= succeeded + unknown
    return right ? [] : [{ caller: `${caller.name} ${caller.address}`, counted, succeeded, unknown }]
  })
}
