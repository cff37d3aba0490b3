/** Where a caller's quota stands. */
export interface Quota {
  /** Whether a key or a session stands behind the call; false for a visitor. */
  authenticated: boolean
  /** Calls in the window; null where there is no limit. */
  limit: number | null
  /** Calls left in the window; 0 or more, null without a limit. */
  remaining: number | null
  /** When the window ends, epoch seconds; null without a limit. */
  resetSeconds: number | null
  /** The window's length in seconds; null without a limit. */
  windowSeconds: number | null
}

/** What came of asking for one call. The quota is as it stands after the call. */
export interface Admission {
  admitted: boolean
  /** Whether it was refused because calls came too fast, not because the quota is used up. */
  tooFast: boolean
  quota: Quota
  /** Which key was used, by its id; null for a session and a visitor. */
  keyId: string | null
  /** Gives the call back; for a call that was admitted and then failed. */
  refund(): Promise<Refund>
}

/** What came of giving a call back. */
export interface Refund {
  /** Whether it was counted until now. */
  given: boolean
  /** The quota as it then stands. */
  quota: Quota
}

/** What `remaining` says on the wire where there is no limit: the largest 32-bit integer, which every client can read. */
export const unlimitedRemaining = 2_147_483_647
