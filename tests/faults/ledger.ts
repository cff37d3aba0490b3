import type { Caller } from './callers'

/** The outcome of a call for its caller. */
export type Outcome =
  /** An answer came; `fault` says what is wrong with it, null if nothing is. */
  | { kind: 'answered'; status: number; code: string | null; fault: string | null }
  /**
   * No answer came. `closed`: a reused connection broke before the first byte of the answer. A server may close an idle
   * connection at any time, even while a call is on its way, but only a killed one closes after it has read the call.
   */
  | { kind: 'unanswered'; code: string; closed: boolean }
  /** The call took longer than any caller waits. */
  | { kind: 'hung' }

/** One call as it was made and answered. */
export interface Entry {
  caller: Caller
  /** Which process was called, from 0. */
  process: number
  operation: string
  outcome: Outcome
  /** Milliseconds since the load began. */
  at: number
  tookMs: number
}

/** All calls and answers, in the order of the answers. */
export class Ledger {
  readonly entries: Entry[] = []
  private readonly began = performance.now()

  /** Milliseconds since the load began. */
  now(): number {
    return performance.now() - this.began
  }

  add(entry: Entry): void {
    this.entries.push(entry)
  }

  /** Calls of a caller that returned 200. */
  counted(caller: Caller): number {
    return this.entries.filter((entry) => entry.caller === caller && isOk(entry)).length
  }

  /** Calls of a caller that were sent to a process and got no response. */
  unanswered(caller: Caller, process: number): number {
    return this.entries.filter((entry) => entry.caller === caller && entry.process === process && wasSent(entry)).length
  }
}

export const isOk = ({ outcome }: Entry): boolean => outcome.kind === 'answered' && outcome.status === 200

const wasSent = ({ outcome }: Entry): boolean => outcome.kind === 'unanswered' && outcome.code !== 'ECONNREFUSED'
