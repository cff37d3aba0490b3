import { methodNotAllowed, noSuchRoute } from '@/server/entrances/rest/refusals'
import { inputError, internalError } from '@/server/entrances/trpc/error'
import { resolveInput } from '@/server/entrances/trpc/listings/schemas'
import { notPossible } from '@/server/features/batches/change-batch'
import { keyOfOtherBatch } from '@/server/features/batches/create-batch'
import { noSuchBatch } from '@/server/features/batches/find-batch'
import { noSuchDelivery } from '@/server/features/callbacks/delivery-store'
import { noSuchEndpoint } from '@/server/features/callbacks/endpoint'
import { watchlistPaused } from '@/server/features/watchlists/change-watchlist'
import { noSuchWatchlist } from '@/server/features/watchlists/find-watchlist'
import { noSuchKey, tooManyKeys } from '@/server/metering/access/key-store'
import { firstPlan } from '@/server/metering/access/limits'
import {
  accountSuspended,
  addressNotAllowed,
  exhausted,
  invalidApiKey,
  operationNotAllowed,
  tooManyRequests,
} from '@/server/metering/access/refusals'
import { parseCid } from '@/server/places/identifiers/cid'
import { blocked, unreachable } from '@/server/places/links/expand/follow-chain'
import { readReference } from '@/server/places/links/read-reference'
import { NoSuchListing } from '@/server/places/sources/listing-source'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import {
  type apiErrorCodes,
  type ErrorCode,
  PinrefError,
  storeUnavailableDetail,
} from '@/server/platform/problems/errors'
import { type Problem, problemOf } from '@/server/platform/problems/problem'
import { maxRequestBytes, payloadTooLarge } from '@/server/platform/runtime/bounded-body'
import { bodyTooSlow } from '@/server/platform/runtime/held-bytes'
import { env } from '@/server/platform/settings/env'
import { linkExamples, refusedExamples } from './links'

/** Creates each API error, with the same code that creates the error for a caller. */
const errors: Record<(typeof apiErrorCodes)[number], () => PinrefError> = {
  invalid_request: () => inputError(resolveInput.safeParse({ link: linkExamples.place_id.text }).error ?? noFailure()),
  invalid_cid: () => thrownBy(() => parseCid('-3545450935484072529')),
  rounded_cid: () => thrownBy(() => readReference('5822041866838063000')),
  unsupported_link: () => thrownBy(() => readReference('https://example.com/')),
  no_listing_in_link: () => thrownBy(() => readReference(refusedExamples[0]?.text ?? '')),
  invalid_api_key: invalidApiKey,
  operation_not_allowed: operationNotAllowed,
  address_not_allowed: addressNotAllowed,
  account_suspended: accountSuspended,
  listing_not_found: () => withIdentifiers(new NoSuchListing()),
  batch_not_found: noSuchBatch,
  watchlist_not_found: noSuchWatchlist,
  key_not_found: noSuchKey,
  callback_not_found: noSuchEndpoint,
  delivery_not_found: noSuchDelivery,
  route_not_found: noSuchRoute,
  method_not_allowed: () => methodNotAllowed(['POST'], '/resolve'),
  body_too_slow: bodyTooSlow,
  batch_state: () => notPossible('pause', 'finished'),
  watchlist_state: watchlistPaused,
  idempotency_key_reused: keyOfOtherBatch,
  limit_reached: tooManyKeys,
  payload_too_large: () => payloadTooLarge(maxRequestBytes),
  free_quota_exhausted: () => exhausted(usedUp('daily', env().FREE_DAILY_QUOTA)),
  monthly_quota_exhausted: () => exhausted(usedUp('monthly', firstPlan().monthlyQuota ?? 1_000)),
  key_quota_exhausted: () => exhausted(usedUp('key', 500)),
  too_many_requests: () => tooManyRequests(),
  link_unreachable: () => unreachable(),
  upstream_unavailable: () => withIdentifiers(new UpstreamFailure('timeout')),
  upstream_blocked: blocked,
  upstream_cap_reached: () => withIdentifiers(new UpstreamFailure('spent')),
  store_unavailable: () => new PinrefError('store_unavailable', storeUnavailableDetail),
  internal_error: () => internalError(undefined),
}

export const exampleRequestId = '1b7f9e0c-5d1c-4b67-9a3e-2f8f6f0f4c11'

/**
 * Returns an example of the problem that a caller gets for an error code; null if only the dashboard gets this error.
 */
export function errorExample(code: ErrorCode): Problem | null {
  const make = isOfApi(code) ? errors[code] : null
  return make ? problemOf(make(), exampleRequestId) : null
}

const isOfApi = (code: ErrorCode): code is keyof typeof errors => Object.hasOwn(errors, code)

const usedUp = (policy: 'daily' | 'monthly' | 'key', limit: number) => ({
  policy,
  limit,
  remaining: 0,
  authenticated: policy !== 'daily',
  resetSeconds: null,
  windowSeconds: null,
})

/** Adds the identifiers that a failed call about a listing still returns. */
const withIdentifiers = ({ code, message, retryAfterSeconds }: PinrefError) =>
  new PinrefError(code, message, {
    retryAfterSeconds,
    identifiers: {
      cid: linkExamples.cid.text,
      hex_cid: linkExamples.feature_id.text.split(':')[1] ?? '',
      place_id: linkExamples.place_id.text,
    },
  })

function thrownBy(work: () => unknown): PinrefError {
  try {
    work()
  } catch (error) {
    if (error instanceof PinrefError) return error
  }
  return noFailure()
}

function noFailure(): never {
  throw new Error('The example error did not occur.')
}
