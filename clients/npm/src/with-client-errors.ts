import { type ApiErrorCode, PinrefError as ServerError } from '@/server/errors'
import { PinrefError } from './errors.js'

/** Returns what a function of the server returns, and rethrows its `PinrefError` as this package's own. */
export function withClientErrors<T>(ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    // The functions called here fail only with codes of the API.
    if (error instanceof ServerError) throw new PinrefError(error.code as ApiErrorCode, error.message, { cause: error })
    throw error
  }
}
