import type { Problem } from './answers.js'

/**
 * What went wrong: an API code (see `/docs/errors`), or, without a response from the API, `unreachable`, `timed_out` or
 * `unexpected_answer`.
 */
export type ErrorCode = Problem['code'] | 'unreachable' | 'timed_out' | 'unexpected_answer'

/** An error's details, besides its code and message. */
export interface ErrorFacts {
  /** The HTTP status; null if there was no response. */
  status?: number | null
  /** The id to include when you contact us about the call. */
  requestId?: string | null
  /** The invalid fields, as RFC 6901 pointers into the body. */
  errors?: Problem['errors'] | undefined
  /** The listing's identifiers, if the call failed but they are known. */
  identifiers?: Problem['identifiers'] | undefined
  /** How long to wait before retrying the call. */
  retryAfterSeconds?: number | null
  cause?: unknown
}

/** Any failure of the reader or the client. Its `message` says what happened and what to do. */
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
