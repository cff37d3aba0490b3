import type { Caller } from './callers'

/** A call's outcome, as its caller sees it. */
export type Outcome =
  /** A response arrived; `fault` says what is wrong with it, or is null. */
  | { kind: 'answered'; status: number; code: string | null; fault: string | null }
  /**
   * No response arrived. `closed`: a reused connection broke before the first byte of the response.
   * A server may close an idle
   * connection at any time, even while a call is in transit, but only a killed server closes a connection after reading
   * the call.
   */
  | { kind: 'unanswered'; code: string; closed: boolean }
  /** The call took longer than any caller would wait. */
  | { kind: 'hung' }

/** A call and its response. */
export interface Entry {
  caller: Caller
  /** The index of the called process. */
  process: number
  operation: string
  outcome: Outcome
  /** Milliseconds since the load began. */
  at: number
  tookMs: number
}

/** All calls and responses, in response order. */
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

  /** A caller's calls that returned 200. */
  counted(caller: Caller): number {
    return this.entries.filter((entry) => entry.caller === caller && isOk(entry)).length
  }

  /** A caller's calls that were sent to a process and got no response. */
  unanswered(caller: Caller, process: number): number {
    return this.entries.filter((entry) => entry.caller === caller && entry.process === process && wasSent(entry)).length
  }
}

export const isOk = ({ outcome }: Entry): boolean => outcome.kind === 'answered' && outcome.status === 200

const wasSent = ({ outcome }: Entry): boolean => outcome.kind === 'unanswered' && outcome.code !== 'ECONNREFUSED'
