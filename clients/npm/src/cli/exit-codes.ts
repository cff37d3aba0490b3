import { PinrefError } from '../errors.js'

/** Exit codes, so a script can tell why the program ended. */
export const exitCodes = {
  ok: 0,
  /** A lookup failed. */
  failed: 1,
  /** The command, or a file in it, is invalid. */
  usage: 2,
  /** The API key is missing or was rejected. */
  key: 3,
  /** The server could not be reached. */
  network: 4,
  /** The quota is used up. */
  quota: 5,
  /** Ctrl+C. */
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends the program with a message and an exit code. */
export class Exit extends Error {
  readonly code: ExitCode

  constructor(code: keyof typeof exitCodes, sentence: string) {
    super(sentence)
    this.code = exitCodes[code]
  }
}

/** Returns an `Exit` if all later lines would fail for the same reason; null if only this line fails. */
export function exitOf(error: unknown): Exit | null {
  if (error instanceof Exit) return error
  if (!(error instanceof PinrefError)) return null
  switch (error.code) {
    case 'invalid_api_key':
      return new Exit('key', `${error.message} Run "pinref login" with another key, or set PINREF_KEY.`)
    case 'operation_not_allowed':
    case 'address_not_allowed':
    case 'account_suspended':
      return new Exit('key', error.message)
    case 'unreachable':
    case 'timed_out':
      return new Exit('network', `${error.message} To use another server, set --url or PINREF_URL.`)
    case 'free_quota_exhausted':
    case 'monthly_quota_exhausted':
    case 'key_quota_exhausted':
    case 'too_many_requests':
      return new Exit('quota', error.message)
    default:
      return null
  }
}
