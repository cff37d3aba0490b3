import * as z from 'zod'
import { env } from '../settings/env'
import { apiErrorCodes, type ErrorCode, type PinrefError } from './errors'
import { identifiersShape, inputFaultShape } from './problem-parts'

interface Kind {
  status: number
  title: string
  /** The seconds until the same call may be retried, unless the error itself specifies them. */
  retryAfterSeconds?: number
}

/** The status and title of every code: the one table behind REST, tRPC, and the docs. */
export const problems: Record<ErrorCode, Kind> = {
  invalid_request: { status: 400, title: 'Invalid request' },
  invalid_cid: { status: 400, title: 'Invalid CID' },
  rounded_cid: { status: 400, title: 'This CID may have been rounded' },
  unsupported_link: { status: 400, title: 'Not a Google Maps link' },
  no_listing_in_link: { status: 400, title: 'This link does not point to one listing' },
  invalid_api_key: { status: 401, title: 'Invalid API key' },
  operation_not_allowed: { status: 403, title: 'The API key is not allowed to do this' },
  address_not_allowed: { status: 403, title: 'The API key does not work from this address' },
  account_suspended: { status: 403, title: 'This account is suspended' },
  listing_not_found: { status: 404, title: 'Listing not found' },
  batch_not_found: { status: 404, title: 'Batch not found' },
  watchlist_not_found: { status: 404, title: 'Watchlist not found' },
  key_not_found: { status: 404, title: 'API key not found' },
  callback_not_found: { status: 404, title: 'Callback endpoint not found' },
  delivery_not_found: { status: 404, title: 'Delivery not found' },
  route_not_found: { status: 404, title: 'Route not found' },
  method_not_allowed: { status: 405, title: 'Method not allowed' },
  body_too_slow: { status: 408, title: 'The request arrived too slowly' },
  batch_state: { status: 409, title: 'The batch’s state does not allow this' },
  watchlist_state: { status: 409, title: 'The watchlist’s state does not allow this' },
  idempotency_key_reused: { status: 409, title: 'This Idempotency-Key was used for another request' },
  limit_reached: { status: 409, title: 'The account has reached a limit' },
  payload_too_large: { status: 413, title: 'Request too large' },
  free_quota_exhausted: { status: 429, title: 'No free lookups left today' },
  monthly_quota_exhausted: { status: 429, title: 'Monthly quota used up' },
  key_quota_exhausted: { status: 429, title: 'API key’s limit used up' },
  too_many_requests: { status: 429, title: 'Too many requests' },
  link_unreachable: { status: 500, title: 'The short link could not be followed', retryAfterSeconds: 5 },
  upstream_unavailable: {
    status: 500,
    title: 'An upstream service did not respond',
    retryAfterSeconds: 5,
  },
  upstream_blocked: {
    status: 500,
    title: 'An upstream service blocked the request',
    retryAfterSeconds: 60,
  },
  upstream_cap_reached: {
    status: 500,
    title: 'This server’s limit on calls to Google is reached',
    retryAfterSeconds: 3_600,
  },
  store_unavailable: { status: 500, title: 'The store is unavailable', retryAfterSeconds: 2 },
  not_signed_in: { status: 401, title: 'You are not signed in' },
  cross_site: { status: 403, title: 'Cross-site request rejected' },
  account_switched: { status: 409, title: 'Another account is open' },
  role_not_allowed: { status: 403, title: 'Your role does not allow this' },
  second_factor_required: { status: 403, title: 'A second factor is required' },
  account_not_found: { status: 404, title: 'Account not found' },
  internal_error: { status: 500, title: 'Something went wrong on our side', retryAfterSeconds: 5 },
}

export const errorCodeShape = z.enum(apiErrorCodes).meta({ id: 'ErrorCode', description: 'See /docs/errors.' })

/** A problem body (RFC 9457) of the public API, with the members that Pinref adds. */
export const problemShape = z
  .strictObject({
    type: z.url().meta({ description: 'The URL of a page about this error code.' }),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string().meta({ description: 'What happened, and what to do.' }),
    code: errorCodeShape,
    request_id: z.string(),
    retry_after: z
      .int()
      .min(1)
      .meta({ description: 'Seconds until you can retry the same call. Omitted if a retry would also fail.' })
      .exactOptional(),
    errors: z.array(inputFaultShape).exactOptional(),
    identifiers: identifiersShape
      .meta({ description: "The listing's identifiers, if known despite the failure." })
      .exactOptional(),
  })
  .meta({ id: 'Problem', description: 'A problem as defined in RFC 9457.' })

/** A problem body with any code, including the dashboard's codes. */
export type Problem = Omit<z.infer<typeof problemShape>, 'code'> & { code: ErrorCode }

/** Returns the problem body for an error. */
export function problemOf(error: PinrefError, requestId: string): Problem {
  const { status, title } = problems[error.code]
  const retryAfterSeconds = retryAfterOf(error)
  return {
    type: `${env().APP_URL}/docs/errors/${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
    ...(retryAfterSeconds !== null && { retry_after: retryAfterSeconds }),
    ...(error.errors && { errors: error.errors }),
    ...(error.identifiers && { identifiers: error.identifiers }),
  }
}

/** Returns the seconds until the same call may be retried; null if the call would fail again. */
export const retryAfterOf = ({ code, retryAfterSeconds }: PinrefError): number | null =>
  retryAfterSeconds ?? problems[code].retryAfterSeconds ?? null

/** The maximum value of the header, because common clients sleep for as long as it specifies, even for days. */
const maxHeaderSeconds = 3_600

/**
 * Returns the value of the `Retry-After` header; null to omit it. A longer wait appears only in the body.
 * @param seconds the result of `retryAfterOf`.
 */
export const retryAfterHeaderOf = (seconds: number | null): number | null =>
  seconds === null || seconds > maxHeaderSeconds ? null : seconds
