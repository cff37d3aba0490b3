import type { ErrorCode, PinrefError } from '@/server/platform/problems/errors'

/** A caller's quota and how much of it is left. */
export interface Quota {
  /** Whether the call has a key or a session; false for a visitor. */
  authenticated: boolean
  /**
   * Which quota applies: a visitor's day, the plan's month, the month (`key`) or the day (`key-daily`) of the key or of
   * one of its ancestors, whichever has the fewest calls left. `test` means a test key, which has no quota.
   */
  policy: 'daily' | 'monthly' | 'key' | 'key-daily' | 'test'
  /** The id of the ancestor whose limit applies; omitted or null if it's another limit. */
  ancestorId?: string | null
  /** Calls allowed in the window; null if there is no limit. */
  limit: number | null
  /** Calls left in the window, 0 or more; null if there is no limit. */
  remaining: number | null
  /** When the window ends, epoch seconds; null if there is no limit. */
  resetSeconds: number | null
  /** The window's length in seconds; null if there is no limit. */
  windowSeconds: number | null
}

/** A call to count. */
export interface CountedCall {
  /**
   * `resolve`, `search`, or `convert`; for an account, also `usage`, `key`, and `keys`, which count only against the
   * burst.
   */
  operation: string
  /** Whether the call may reach an upstream. Such calls are rejected if too many lookups have failed today. */
  asksUpstream: boolean
  /** Identifies the call, so that it is refunded at most once. Contains no spaces. */
  callId: string
}

/** A monthly limit and its usage. */
export interface MonthUse {
  /** The owner of the limit: the plan, or a key, by the id of its budget. */
  of: 'plan' | { keyId: string }
  used: number
  limit: number
  /** When the month ends, epoch seconds. */
  resetSeconds: number
}

/** Whether one call was admitted, and the quota after it. */
export interface AdmissionOutcome {
  /**
   * Why the call was rejected: `monthly_quota_exhausted`, `key_quota_exhausted`, `free_quota_exhausted`,
   * `too_many_requests`, or `operation_not_allowed`; null if it was admitted.
   */
  refused: PinrefError | null
  /** The quota after the call. */
  quota: Quota
}

/** Who made the calls, and the limits that apply. */
interface CountedFor {
  /** The monthly limits that the calls count against, with their usage after the calls; empty for a visitor or a test key. */
  months: readonly MonthUse[]
  /** The account's id, or the visitor's network. */
  caller: string
  /** The id of the key that was used; null for a session or a visitor. */
  keyId: string | null
  /** Whether the owner is waiting for the key's first call. */
  isAwaited: boolean
  /** The operations among `keyOperations` that the key may call; null if it has no such limit or there is no key. */
  operations: readonly string[] | null
}

/** The outcome of a single call. */
export interface Admission extends AdmissionOutcome, CountedFor {
  /**
   * Refunds an admitted call that then failed.
   * @param askedUpstream whether an upstream was called. Failures after an upstream call have a separate limit.
   * @param code the error's code, which is counted for the account.
   */
  refund(askedUpstream?: boolean, code?: ErrorCode): Promise<Refund>
}

/** The outcomes of several calls by one caller, counted together. */
export interface Admissions extends CountedFor {
  /** In call order. */
  outcomes: readonly AdmissionOutcome[]
  /** The quota after all calls. */
  quota: Quota
  /** Refunds calls that were admitted and then failed, listed in call order. */
  refund(failed: readonly FailedCall[]): Promise<Refund>
}

export interface FailedCall {
  /** The index of the call, from 0. */
  index: number
  /** Whether an upstream was called. Failures after an upstream call have a separate limit. */
  askedUpstream: boolean
  /** The error's code, which is counted for the account; `internal_error` if omitted. */
  code?: ErrorCode
}

/** The result of a refund. */
export interface Refund {
  /** Whether this refund removed a call from the counts; false if it was never counted or already refunded. */
  refunded: boolean
  /** The quota after the refund. */
  quota: Quota
}

/** The value of `remaining` if there is no limit: the largest 32-bit integer, which every client can read. */
export const unlimitedRemaining = 2_147_483_647
