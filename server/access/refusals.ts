import { PinrefError } from '@/server/errors'
import type { Quota } from './admission'
import { calendarDay, secondsUntil } from './calendar'
import { type Limit, limits } from './limits'

/** The same for a key that is malformed, unknown, revoked or expired, or of a suspended account: a caller is not told which. */
export const invalidApiKey = () =>
  new PinrefError('invalid_api_key', 'The API key is not valid. Check that it is complete, and not revoked or expired.')

/** For whoever is still signed in to an account that was deleted a moment ago. */
export const accountGone = () => new PinrefError('not_signed_in', 'This account has been deleted.')

/** For whoever is signed in to an account that the operator has suspended. */
export const accountSuspended = () =>
  new PinrefError(
    'account_suspended',
    'This account is suspended: it cannot look anything up, and its keys are refused. Ask the operator of this server.',
  )

/** Too many calls in the window of a limit. */
export const tooManyRequests = ({ windowSeconds }: Limit = limits.burst) =>
  new PinrefError(
    'too_many_requests',
    `Too many calls at once. Wait ${windowSeconds} seconds, then go on more slowly.`,
    { retryAfterSeconds: windowSeconds },
  )

/** Too many lookups failed today that an upstream was asked for. */
export function tooManyFailures(): PinrefError {
  const nowMs = Date.now()
  return new PinrefError(
    'too_many_requests',
    'Too many of your lookups failed today. Check what you send. Lookups go on at 00:00 UTC; converting works all the time.',
    { retryAfterSeconds: secondsUntil(calendarDay(nowMs).dayEndSeconds, nowMs) },
  )
}

/** The quota is used up: a plan's month, or a visitor's day. */
export function exhausted({ authenticated, limit, resetSeconds }: Quota): PinrefError {
  const retryAfterSeconds = secondsUntil(resetSeconds ?? 0, Date.now())
  return authenticated
    ? new PinrefError(
        'monthly_quota_exhausted',
        `The calls of this month are used (${limit} of ${limit}). A larger plan goes on at once.`,
        { retryAfterSeconds },
      )
    : new PinrefError(
        'free_quota_exhausted',
        `The free lookups of today are used (${limit} of ${limit}). They return at 00:00 UTC; an API key has a quota of its own.`,
        { retryAfterSeconds },
      )
}
