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

/** A limit for a month and how much of it is used. */
export interface MonthUse {
  /** Whose limit: the plan's, or that of the key with this id. */
  of: 'plan' | { keyId: string }
  used: number
  limit: number
  /** When the month ends, epoch seconds. */
  resetSeconds: number
}

/** What came of asking for one call. The quota is as it stands after the call. */
export interface Admission {
  /** Why the call was refused: `monthly_quota_exhausted`, `key_quota_exhausted`, `free_quota_exhausted` or `too_many_requests`; null where it was admitted. */
  refused: PinrefError | null
  quota: Quota
  /** The limits for a month that the call counts against, with the call; none for a visitor and a test key. */
  months: readonly MonthUse[]
  /** Whose call it is: the id of the account, or the network of the visitor. */
  caller: string
  /** Which key was used, by its id; null for a session and a visitor. */
  keyId: string | null
  /**
   * For a call that was admitted and then failed.
   * @param askedUpstream whether an upstream was asked for it: such failures have a limit of their own.
   */
  refund(askedUpstream?: boolean): Promise<Refund>
}

/** What came of a refund. */
export interface Refund {
  /** Whether this refund took the call out of the counts: false where it was never counted, or is refunded already. */
  refunded: boolean
  /** The quota as it then stands. */
  quota: Quota
}

/** What `remaining` says on the wire where there is no limit: the largest 32-bit integer, which every client can read. */
export const unlimitedRemaining = 2_147_483_647
