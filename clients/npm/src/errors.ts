import type { Problem } from './answers.js'

/**
 * What went wrong: a code of the API (see `/docs/errors`), or, if no answer came from the API,
 * `unreachable`, `timed_out` or `unexpected_answer`.
 */
export type ErrorCode = Problem['code'] | 'unreachable' | 'timed_out' | 'unexpected_answer'

/** What is known about an error besides its code and message. */
export interface ErrorFacts {
  /** The HTTP status of the answer; null if there was none. */
  status?: number | null
  /** The id to name when you ask us about the call. */
  requestId?: string | null
  /** Where the input was at fault, as RFC 6901 pointers into the body. */
  errors?: Problem['errors'] | undefined
  /** The listing's identifiers, if they are known although the call failed. */
  identifiers?: Problem['identifiers'] | undefined
  /** How long to wait before the same call may be tried again. */
  retryAfterSeconds?: number | null
  cause?: unknown
}

/** Every failure of the reader and of the client. `message` says what happened and what to do. */
export class PinrefError extends Error {
  override readonly name = 'PinrefError'
  readonly code: ErrorCode
  readonly status: number | null
  readonly requestId: string | null
  readonly errors: Problem['errors'] | undefined
  readonly identifiers: Problem['identifiers'] | undefined
  readonly retryAfterSeconds: number | null

  constructor(code: ErrorCode, message: string, facts: ErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause })
    this.code = code
    this.status = facts.status ?? null
    this.requestId = facts.requestId ?? null
    this.errors = facts.errors
    this.identifiers = facts.identifiers
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
  }
}
