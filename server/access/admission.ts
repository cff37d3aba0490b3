import type { PinrefError } from '@/server/errors'

/** Where a caller's quota stands. */
export interface Quota {
  /** Whether a key or a session stands behind the call; false for a visitor. */
  authenticated: boolean
  /**
   * Whose it is: a visitor's day, the plan's month, or the month of a key with a limit of its own that has less left. `test`: a
   * test key has none.
   */
  policy: 'daily' | 'monthly' | 'key' | 'test'
  /** Calls in the window; null where there is no limit. */
  limit: number | null
  /** Calls left in the window; 0 or more, null without a limit. */
  remaining: number | null
  /** When the window ends, epoch seconds; null without a limit. */
  resetSeconds: number | null
  /** The window's length in seconds; null without a limit. */
  windowSeconds: number | null
}

/** A call as it is counted. */
export interface CountedCall {
  /** `resolve`, `search` or `convert`; with a key also `usage` and `key`, which count against the burst alone. */
  operation: string
  /** Whether it may ask an upstream, so that the day's failures may refuse it. */
  asksUpstream: boolean
  /** Names this call, so that it is refunded once at most; without blanks. */
  callId: string
}

/** A limit for a month and how much of it is used. */
export interface MonthUse {
  /** Whose limit: the plan's, or that of the key with this id. */
  of: 'plan' | { keyId: string }
  used: number
  limit: number
  /** When the month ends, epoch seconds. */
  resetSeconds: number
}

/** What came of asking for one call. */
export interface Outcome {
  /**
   * Why the call was refused: `monthly_quota_exhausted`, `key_quota_exhausted`, `free_quota_exhausted`, `too_many_requests` or
   * `operation_not_allowed`; null where it was admitted.
   */
  refused: PinrefError | null
  /** As it stands after the call. */
  quota: Quota
}

/** Whose calls they are. */
interface CountedFor {
  /** The limits for a month that the calls count against, with the calls; none for a visitor and a test key. */
  months: readonly MonthUse[]
  /** The id of the account, or the network of the visitor. */
  caller: string
  /** Which key was used, by its id; null for a session and a visitor. */
  keyId: string | null
}

/** What came of asking for one call that stands alone. */
export interface Admission extends Outcome, CountedFor {
  /**
   * For a call that was admitted and then failed.
   * @param askedUpstream whether an upstream was asked for it: such failures have a limit of their own.
   */
  refund(askedUpstream?: boolean): Promise<Refund>
}

/** What came of asking for several calls of one caller at once. */
export interface Admissions extends CountedFor {
  /** In the order of the calls. */
  outcomes: readonly Outcome[]
  /** As it stands after all of them. */
  quota: Quota
  /** For those that were admitted and then failed, in the order of the calls. */
  refund(failed: readonly FailedCall[]): Promise<Refund>
}

export interface FailedCall {
  /** Which of the calls, from 0. */
  index: number
  /** Whether an upstream was asked for it: such failures have a limit of their own. */
  askedUpstream: boolean
}

/** What came of a refund. */
export interface Refund {
  /** Whether this refund took a call out of the counts: false where it was never counted, or is refunded already. */
  refunded: boolean
  /** The quota as it then stands. */
  quota: Quota
}

/** What `remaining` says on the wire where there is no limit: the largest 32-bit integer, which every client can read. */
export const unlimitedRemaining = 2_147_483_647
