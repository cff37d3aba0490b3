import { setTimeout as sleep } from 'node:timers/promises'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import type { Quota } from './admission'
import { calendarDay, secondsUntil } from './calendar'
import { type Limit, limits } from './limits'

/** The same for a key that is malformed, unknown, revoked or expired, or of a suspended account: callers do not learn which. */
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
    'This account is suspended: it cannot look anything up, and its keys are refused. Contact the person who runs this server.',
  )

/** For a key that may be used from some addresses only. It does not say from which. */
export const addressNotAllowed = () =>
  new PinrefError(
    'address_not_allowed',
    'This API key does not work from this address. Its owner can change the allowed addresses.',
  )

/** For a key that may be used for some operations only. */
export const operationNotAllowed = () =>
  new PinrefError(
    'operation_not_allowed',
    'This API key may not call this operation. GET /api/key lists what it may call; its owner can change that.',
  )

/** Too many calls in the window of a limit. */
export const tooManyRequests = (limit: Limit = limits.burst) =>
  new PinrefError('too_many_requests', `Too many calls at once. Wait ${limit.windowSeconds} seconds, then slow down.`, {
    retryAfterSeconds: limit.windowSeconds,
    burst: limit,
  })

/** How long a caller over the limit waits for the refusal, in milliseconds. */
const refusalMs = 1_000

/**
 * Waits before a refusal, unless its caller leaves, so that refusing many takes no time from others. On Vercel it doesn't wait,
 * because waiting would cost the operator.
 */
export async function pauseRefusal(signal: AbortSignal): Promise<void> {
  if (!env().VERCEL) await sleep(refusalMs, undefined, { signal }).catch(() => {})
}

/** Too many lookups failed today after an upstream was asked for them. */
export function tooManyFailures(): PinrefError {
  const nowMs = Date.now()
  return new PinrefError(
    'too_many_requests',
    'Too many of your lookups failed today. Check what you send. Lookups work again at 00:00 UTC; convert still works.',
    { retryAfterSeconds: secondsUntil(calendarDay(nowMs).dayEndSeconds, nowMs) },
  )
}

const numbers = new Intl.NumberFormat('en')

/** The quota is used up: a plan's month, a key's own, or a visitor's day. */
export function exhausted({ policy, limit, resetSeconds }: Quota): PinrefError {
  const retryAfterSeconds = secondsUntil(resetSeconds ?? 0, Date.now())
  const all = numbers.format(limit ?? 0)
  const used = `(${all} of ${all})`
  switch (policy) {
    case 'daily':
      return new PinrefError(
        'free_quota_exhausted',
        `You have used all free lookups for today ${used}. They reset at 00:00 UTC. An API key has its own quota.`,
        { retryAfterSeconds },
      )
    case 'key':
      return new PinrefError(
        'key_quota_exhausted',
        `This API key has used all its calls for this month ${used}. Its owner can raise the limit, up to the plan's.`,
        { retryAfterSeconds },
      )
    default:
      return new PinrefError(
        'monthly_quota_exhausted',
        `You have used all calls for this month ${used}. A larger plan takes effect at once.`,
        { retryAfterSeconds },
      )
  }
}
