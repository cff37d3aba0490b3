import { PinrefError } from '@/server/errors'

/** What a failed call out says of the upstream itself. */
export type Health = 'bad' | 'good' | 'unknown'

interface Kind {
  /** Shown to the caller. */
  detail: string
  /** Whether the same call may succeed in a moment and can do no harm. */
  mayRetry: boolean
  health: Health
  /** Whether only the operator can do something about it. */
  forOperator?: boolean
}

const soon = 'The listing could not be looked up just now. Try again in a moment.'
const later = 'Listings cannot be looked up for the time being. Try again later.'

const kinds = {
  /** No connection, or it broke before the answer was whole. */
  unreachable: { detail: soon, mayRetry: true, health: 'bad' },
  server_error: { detail: soon, mayRetry: true, health: 'bad' },
  quota_minute: { detail: soon, mayRetry: true, health: 'bad' },
  quota_day: { detail: later, mayRetry: false, health: 'bad', forOperator: true },
  /** The key, the project or the call itself is refused: it would be refused again. */
  misconfigured: { detail: later, mayRetry: false, health: 'bad', forOperator: true },
  /** Not the protocol: no JSON, cut short, far too large, a redirect. */
  bad_answer: { detail: soon, mayRetry: false, health: 'bad' },
  /** The protocol, but not an answer to what was asked. It is about one listing and must not close the way to the others. */
  wrong_answer: { detail: soon, mayRetry: false, health: 'good' },
  timeout: {
    detail: 'Looking the listing up took too long. Try again in a moment.',
    mayRetry: false,
    health: 'bad',
  },
  /** The queue is full. */
  busy: {
    detail: 'Too many listings are being looked up just now. Try again in a moment.',
    mayRetry: false,
    health: 'unknown',
  },
  circuit_open: { detail: soon, mayRetry: false, health: 'unknown' },
  /** `UPSTREAM_DAILY_CAP` is reached. */
  spent: { detail: later, mayRetry: false, health: 'unknown', forOperator: true },
  /** The caller has gone, so that nobody is told. */
  left: { detail: 'The caller left before the answer.', mayRetry: false, health: 'unknown' },
  /** Only the CID is known, and the upstream has no way from there. */
  incomplete: {
    detail: 'This listing cannot be looked up by its CID alone. Paste its share link or its place id instead.',
    mayRetry: false,
    health: 'good',
  },
} satisfies Record<string, Kind>

export type FailureKind = keyof typeof kinds

/** A call out that failed, as `upstream_unavailable`. What the upstream said is in `cause`, for the log only. */
export class UpstreamFailure extends PinrefError {
  readonly kind: FailureKind

  constructor(kind: FailureKind, cause?: unknown) {
    super('upstream_unavailable', kinds[kind].detail, { cause })
    this.kind = kind
  }
}

/** Whether the same call may be made once more. */
export function mayRetry(error: unknown): boolean {
  return error instanceof UpstreamFailure && kinds[error.kind].mayRetry
}

/** Whether the operator must hear of it: nobody else can put it right. */
export function isForOperator(error: unknown): error is UpstreamFailure {
  const kind: Kind | null = error instanceof UpstreamFailure ? kinds[error.kind] : null
  return kind?.forOperator ?? false
}

const badCodes: ReadonlySet<string> = new Set(['upstream_unavailable', 'upstream_blocked', 'link_unreachable'])

/**
 * What an error says of the upstream. An answer that is no good news for the caller (no such listing) is good news of the
 * upstream; a caller who left, or a fault of our own, says nothing.
 */
export function healthAfter(error: unknown): Health {
  if (error instanceof UpstreamFailure) return kinds[error.kind].health
  if (!(error instanceof PinrefError)) return 'unknown'
  if (badCodes.has(error.code)) return 'bad'
  return error.code === 'store_unavailable' || error.code === 'internal_error' ? 'unknown' : 'good'
}
