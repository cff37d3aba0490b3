import { env } from '@/server/env'

/** At most so many calls or attempts in each window. */
export interface Limit {
  readonly max: number
  readonly windowSeconds: number
}

/**
 * Every limit on how often somebody may call or try, but for the monthly quotas, which are in `plans.ts`.
 *
 * `@upstash/ratelimit` counts visitors and failed keys (`limiter.ts`); better-auth has sign-in attempts counted by
 * `accounts/attempts.ts`. The burst of an account is counted by its own admission script (`admit-account.ts`), which decides
 * key, burst and month in one step: a call that the month refuses does not use up the burst, nor the other way round, and a
 * refund takes a call out of both. The library's script cannot be part of another one.
 */
export const limits = {
  /** Calls of a visitor in a UTC day. */
  free: {
    get max() {
      return env().FREE_DAILY_QUOTA
    },
    windowSeconds: 86_400,
  },
  /** Calls of one visitor (by address), one API key, or one account's dashboard. */
  burst: {
    get max() {
      return env().BURST_LIMIT
    },
    windowSeconds: 10,
  },
  /** Unknown API keys from one address; then it is answered 429 instead of 401. */
  failedKeys: { max: 60, windowSeconds: 60 },
  /** Attempts from one address; the other paths of sign-in have better-auth's own limits. */
  signIn: { max: 10, windowSeconds: 60 },
  signUp: { max: 10, windowSeconds: 60 },
  passwordReset: { max: 3, windowSeconds: 60 },
  verificationMail: { max: 3, windowSeconds: 60 },
} as const satisfies Record<string, Limit>
