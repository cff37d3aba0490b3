import type { InputFault, WireIdentifiers } from './problem-parts'

/**
 * The closed set of public API errors. Every expected failure is one of these codes, thrown as a `PinrefError`; REST
 * and tRPC each map the code once. Any other error is a bug, which a caller sees as `internal_error`.
 */
export const apiErrorCodes = [
  'invalid_request',
  'invalid_cid',
  'rounded_cid',
  'unsupported_link',
  'no_listing_in_link',
  'invalid_api_key',
  'operation_not_allowed',
  'address_not_allowed',
  'account_suspended',
  'listing_not_found',
  'batch_not_found',
  'watchlist_not_found',
  'key_not_found',
  'callback_not_found',
  'delivery_not_found',
  'route_not_found',
  'method_not_allowed',
  'body_too_slow',
  'batch_state',
  'watchlist_state',
  'idempotency_key_reused',
  'limit_reached',
  'payload_too_large',
  'free_quota_exhausted',
  'monthly_quota_exhausted',
  'key_quota_exhausted',
  'too_many_requests',
  'link_unreachable',
  'upstream_unavailable',
  'upstream_blocked',
  'upstream_cap_reached',
  'store_unavailable',
  'internal_error',
] as const

/** Additional errors about an account and its keys, for the dashboard only. */
export const dashboardErrorCodes = [
  'not_signed_in',
  'cross_site',
  'account_not_found',
  'account_switched',
  'role_not_allowed',
  'second_factor_required',
] as const

const allCodes = () => [...apiErrorCodes, ...dashboardErrorCodes]

// Marked as pure, so a bundle that doesn't use the list omits it.
export const errorCodes = /* @__PURE__ */ allCodes()

export type ApiErrorCode = (typeof apiErrorCodes)[number]

export type ErrorCode = (typeof errorCodes)[number]

/** At most `max` calls in each window. */
interface Burst {
  readonly max: number
  readonly windowSeconds: number
}

/** The detail of `store_unavailable`. */
export const storeUnavailableDetail = 'The store cannot be used right now. Try again in a moment.'

export class PinrefError extends Error {
  override readonly name = 'PinrefError'
  readonly code: ErrorCode
  /** The faults in the input, if any. */
  readonly errors: InputFault[] | undefined
  /** The listing's identifiers, if they are known even though the call failed. */
  readonly identifiers: WireIdentifiers | undefined
  /** The methods that the route allows, for the `Allow` header, if the method was wrong. */
  readonly allow: string | undefined
  /** The seconds until the same call may be retried, 1 or more; if undefined, the code's value in `problems` applies. */
  readonly retryAfterSeconds: number | undefined
  /** Whether the input is at fault even though the status is 500 or more, so that only different input can succeed. */
  readonly isOfInput: boolean
  /** The burst limit that the call exceeded, for the rate-limit headers. */
  readonly burst: Burst | undefined

  /**
   * The node server and the pages are bundled separately but share one store, so an error thrown by one bundle must
   * also match in the other.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: subclasses keep the usual check
    if (super[Symbol.hasInstance](value)) return true
    // biome-ignore lint/complexity/noThisInStatic: as above
    return this === PinrefError && value instanceof Error && value.name === 'PinrefError'
  }

  /**
   * @param detail shown to the caller unchanged: what happened and what to do, without internal details.
   * @param more `cause` is for the log only.
   */
  constructor(
    code: ErrorCode,
    detail: string,
    more: {
      errors?: InputFault[]
      identifiers?: WireIdentifiers
      allow?: string
      retryAfterSeconds?: number | undefined
      isOfInput?: boolean
      burst?: Burst
      cause?: unknown
    } = {},
  ) {
    super(detail, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.errors = more.errors
    this.identifiers = more.identifiers
    this.allow = more.allow
    this.retryAfterSeconds = more.retryAfterSeconds
    this.isOfInput = more.isOfInput ?? false
    this.burst = more.burst
  }
}
