import { type ErrorCode, PinrefError } from '@/server/platform/problems/errors'

/** The upstream's health, as shown by a failed call. */
export type Health = 'bad' | 'good' | 'unknown'

interface Kind {
  /** Default: `upstream_unavailable`. */
  code?: ErrorCode
  /** Shown to the caller. */
  detail: string
  /** Whether the same call may succeed in a moment and is safe to repeat. */
  mayRetry: boolean
  health: Health
  /** How long until the same call may be retried, in seconds. */
  retryAfterSeconds: number
  /** Whether only the operator can fix the failure. */
  forOperator?: boolean
}

const soon = 'This listing could not be looked up. Try again in a moment.'
const later = 'Listings cannot be looked up right now. Try again later.'

const kinds = {
  /** There was no connection, or the connection broke before the response was complete. */
  unreachable: { detail: soon, mayRetry: true, health: 'bad', retryAfterSeconds: 5 },
  server_error: { detail: soon, mayRetry: true, health: 'bad', retryAfterSeconds: 5 },
  quota_minute: { detail: soon, mayRetry: true, health: 'bad', retryAfterSeconds: 60 },
  quota_day: { detail: later, mayRetry: false, health: 'bad', retryAfterSeconds: 3_600, forOperator: true },
  /** The key, the project, or the call itself was rejected and would be rejected again. */
  misconfigured: { detail: later, mayRetry: false, health: 'bad', retryAfterSeconds: 600, forOperator: true },
  /** The response did not follow the expected protocol: it was truncated, far too large, not JSON, or a redirect. */
  bad_answer: { detail: soon, mayRetry: false, health: 'bad', retryAfterSeconds: 5 },
  /**
   * The response followed the expected protocol, but was not a response to this request. The failure concerns one
   * listing and must not block other listings.
   */
  wrong_answer: { detail: soon, mayRetry: false, health: 'good', retryAfterSeconds: 60 },
  timeout: {
    detail: 'The lookup took too long. Try again in a moment.',
    mayRetry: false,
    health: 'bad',
    retryAfterSeconds: 5,
  },
  /** The queue is full, or the deadline passed after the call waited for its turn. */
  busy: {
    detail: 'Too many lookups are running. Try again in a moment.',
    mayRetry: false,
    health: 'unknown',
    retryAfterSeconds: 2,
  },
  /** One call every two seconds probes whether the upstream is back. */
  circuit_open: { detail: soon, mayRetry: false, health: 'unknown', retryAfterSeconds: 3 },
  /**
   * No billable calls are left for the rest of the day or month, because `UPSTREAM_DAILY_CAP` or `UPSTREAM_MONTHLY_CAP`
   * has been reached.
   */
  spent: {
    code: 'upstream_cap_reached',
    detail: 'This server has reached its own limit on calls to Google. Try again after the limit resets.',
    mayRetry: false,
    health: 'unknown',
    retryAfterSeconds: 3_600,
    forOperator: true,
  },
  /** The caller has disconnected, so this failure is never shown. */
  left: {
    detail: 'The caller disconnected before the response.',
    mayRetry: false,
    health: 'unknown',
    retryAfterSeconds: 1,
  },
  /** Only the CID is known, and the upstream cannot look it up. */
  incomplete: {
    detail: 'This listing cannot be looked up by its CID alone. Paste a share link or place id instead.',
    mayRetry: false,
    health: 'good',
    retryAfterSeconds: 86_400,
  },
} satisfies Record<string, Kind>

export type FailureKind = keyof typeof kinds

/**
 * A failed upstream call, as `upstream_unavailable` or, if the operator's own cap is reached, `upstream_cap_reached`. The
 * upstream's own error is in `cause`, for the log only.
 */
export class UpstreamFailure extends PinrefError {
  readonly kind: FailureKind

  /** @param retryAfterSeconds overrides the default for the kind. */
  constructor(kind: FailureKind, cause?: unknown, retryAfterSeconds = kinds[kind].retryAfterSeconds) {
    const { code = 'upstream_unavailable', detail }: Kind = kinds[kind]
    super(code, detail, { cause, retryAfterSeconds })
    this.kind = kind
  }
}

/** Whether the same call may be retried. */
export function mayRetry(error: unknown): boolean {
  return error instanceof UpstreamFailure && kinds[error.kind].mayRetry
}

/** Whether to report the error to the operator, because only the operator can fix it. */
export function isForOperator(error: unknown): error is UpstreamFailure {
  const kind: Kind | null = error instanceof UpstreamFailure ? kinds[error.kind] : null
  return kind?.forOperator ?? false
}

/** Whether the error concerns only the lookup's caller, who has used up their share. */
export function isOwnLimit(error: unknown): boolean {
  return error instanceof UpstreamFailure
    ? error.kind === 'busy'
    : error instanceof PinrefError && error.code === 'too_many_requests'
}

const badCodes: ReadonlySet<string> = new Set(['upstream_unavailable', 'upstream_blocked', 'link_unreachable'])
const ourCodes: ReadonlySet<string> = new Set(['store_unavailable', 'too_many_requests', 'internal_error'])

/**
 * Returns the upstream's health, as shown by an error. A negative result (no such listing) still shows a healthy
 * upstream. A disconnected caller or a bug in Pinref says nothing about the upstream.
 */
export function healthAfter(error: unknown): Health {
  if (error instanceof UpstreamFailure) return kinds[error.kind].health
  if (!(error instanceof PinrefError)) return 'unknown'
  if (badCodes.has(error.code)) return 'bad'
  return ourCodes.has(error.code) ? 'unknown' : 'good'
}
