import { PinrefError } from '@/server/errors'
import type { Quota } from './admission'
import { calendarDay, secondsUntil } from './calendar'
import { type Limit, limits } from './limits'

/** The same for a key that is malformed, unknown, revoked or expired, or of a suspended account: a caller is not told which. */
export const invalidApiKey = () =>
  new PinrefError('invalid_api_key', 'The API key is not valid. Check that it is complete, and not revoked or expired.')

export const noApiKey = () =>
  new PinrefError('invalid_api_key', 'This needs an API key. Send it in X-API-Key, or after Bearer in Authorization.')

/** For whoever is still signed in to an account that was deleted a moment ago. */
export const accountGone = () => new PinrefError('not_signed_in', 'This account has been deleted.')

/** For whoever is signed in to an account that the operator has suspended. */
export const accountSuspended = () =>
  new PinrefError(
    'account_suspended',
    'This account is suspended: it cannot look anything up, and its keys are refused. Ask the operator of this server.',
  )

/** For a key that may be used from some addresses only. It does not say from which. */
export const addressNotAllowed = () =>
  new PinrefError(
    'address_not_allowed',
    'This API key does not work from this address. Its owner can change where it works from.',
  )

/** For a key that may be used for some operations only. */
export const operationNotAllowed = () =>
  new PinrefError(
    'operation_not_allowed',
    'This API key is not for this operation. GET /api/key says what it is for; its owner can change that.',
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

/** The quota is used up: a plan's month, a key's own, or a visitor's day. */
export function exhausted({ policy, limit, resetSeconds }: Quota): PinrefError {
  const retryAfterSeconds = secondsUntil(resetSeconds ?? 0, Date.now())
  const used = `(${limit} of ${limit})`
  switch (policy) {
    case 'daily':
      return new PinrefError(
        'free_quota_exhausted',
        `The free lookups of today are used ${used}. They return at 00:00 UTC; an API key has a quota of its own.`,
        { retryAfterSeconds },
      )
    case 'key':
      return new PinrefError(
        'key_quota_exhausted',
        `The calls of this API key are used for this month ${used}. Its owner can raise its limit, up to the plan's.`,
        { retryAfterSeconds },
      )
    default:
      return new PinrefError(
        'monthly_quota_exhausted',
        `The calls of this month are used ${used}. A larger plan goes on at once.`,
        { retryAfterSeconds },
      )
  }
}
