import { setTimeout as sleep } from 'node:timers/promises'
import { PinrefError } from '@/server/platform/problems/errors'
import { contactEmail, env } from '@/server/platform/settings/env'
import type { Quota } from './admission'
import { calendarDay, secondsUntil } from './calendar'
import { type Client, networkOf } from './client'
import { withinRefusals } from './limiter'
import { type Limit, limits } from './limits'

/** The same error for a malformed, unknown, revoked, or expired key, so callers cannot tell which applies. */
export const invalidApiKey = () =>
  new PinrefError('invalid_api_key', 'The API key is not valid. Check that it is complete, and not revoked or expired.')

export const noApiKey = () =>
  new PinrefError('invalid_api_key', 'This request needs an API key. Send the key as X-API-Key or as a bearer token.')

/** The error for someone still signed in to an account that was just deleted. */
export const accountGone = () => new PinrefError('not_signed_in', 'This account has been deleted.')

/** The error for a valid key of an account that the operator has suspended, and for someone signed in to it. */
export function accountSuspended(): PinrefError {
  const contact = contactEmail() ?? `${env().APP_URL}/contact`
  return new PinrefError(
    'account_suspended',
    `This account is suspended, so lookups and API keys are blocked. Contact the operator of this server: ${contact}`,
  )
}

/** The error for a key limited to certain addresses. The message does not reveal the allowed addresses. */
export const addressNotAllowed = () =>
  new PinrefError(
    'address_not_allowed',
    'This API key cannot be used from this IP address. Its owner can change the allowed addresses.',
  )

/** The error for a key limited to certain operations. */
export const operationNotAllowed = () =>
  new PinrefError(
    'operation_not_allowed',
    `This API key is not allowed to do this. Its owner can change that on the API keys page: ${env().APP_URL}/keys`,
  )

/** The error for too many calls within a limit's window. */
export const tooManyRequests = (limit: Limit = limits.burst) =>
  new PinrefError('too_many_requests', `Too many calls at once. Wait ${limit.windowSeconds} seconds, then slow down.`, {
    retryAfterSeconds: limit.windowSeconds,
    burst: limit,
  })

/** How long a caller over the limit waits for the rejection, in milliseconds. */
const refusalMs = 1_000

/**
 * Delays a rejection, unless its caller disconnects, so that rejecting many calls takes no time from other callers.
 * There is no delay on Vercel, because the operator would pay for the waiting time.
 */
export async function pauseRefusal(signal: AbortSignal): Promise<void> {
  if (!env().VERCEL) await sleep(refusalMs, undefined, { signal }).catch(() => {})
}

/**
 * Delays a rejection if the caller's network got many in the last seconds. Valid calls from the network are not
 * delayed.
 */
export async function paceRefusal(client: Client, signal: AbortSignal): Promise<void> {
  if (!withinRefusals(networkOf(client))) await pauseRefusal(signal)
}

/** The error for too many lookups that failed today after a call to an upstream. */
export function tooManyFailures(): PinrefError {
  const nowMs = Date.now()
  return new PinrefError(
    'too_many_requests',
    'Too many of your lookups failed today. Check your input. Lookups work again at 00:00 UTC; convert still works.',
    { retryAfterSeconds: secondsUntil(calendarDay(nowMs).dayEndSeconds, nowMs) },
  )
}

/** The error for a used-up quota: a plan's month, the month or day of a key or a key's ancestor, or a visitor's day. */
export function exhausted({ policy, limit, resetSeconds, ancestorId }: Quota): PinrefError {
  const retryAfterSeconds = secondsUntil(resetSeconds ?? 0, Date.now())
  const all = (limit ?? 0).toLocaleString('en')
  const used = `(${all} of ${all})`
  switch (policy) {
    case 'daily':
      return new PinrefError(
        'free_quota_exhausted',
        `You have used all your free lookups for today ${used}. Free lookups reset at 00:00 UTC. An API key has its own quota.`,
        { retryAfterSeconds },
      )
    case 'key':
    case 'key-daily': {
      const limitWords = policy === 'key' ? `monthly limit ${used}` : `daily limit ${used}, which resets at 00:00 UTC`
      return new PinrefError(
        'key_quota_exhausted',
        ancestorId
          ? `This API key was created with ${ancestorId}, which has reached its ${limitWords}. That limit includes the calls of all keys created with it. Ask the account's owner for a higher limit.`
          : `This API key has reached its ${limitWords}. The key's owner can raise the limit, up to the plan's quota.`,
        { retryAfterSeconds },
      )
    }
    default:
      return new PinrefError(
        'monthly_quota_exhausted',
        `You have used all your calls for this month ${used}. Upgrading takes effect immediately.`,
        { retryAfterSeconds },
      )
  }
}

/** The error for a call from a page that shows another account than the session's. */
export const accountSwitched = () =>
  new PinrefError('account_switched', 'This page shows another account than the one you switched to. Reload the page.')

/** The error for a person who is no longer in the account. */
export const noMember = () =>
  new PinrefError('account_switched', 'You are not a member of this account. Reload the page to choose an account.')

/** The error for a person without a second factor, in an account whose owners require one. */
export const secondFactorRequired = () =>
  new PinrefError(
    'second_factor_required',
    `This account requires a second factor. Set up yours to continue: ${env().APP_URL}/account#two-step`,
  )

/** The error for a role that may not do this. */
export const roleNotAllowed = () =>
  new PinrefError(
    'role_not_allowed',
    'Your role in this account does not allow this. An owner of the account can change your role.',
  )
