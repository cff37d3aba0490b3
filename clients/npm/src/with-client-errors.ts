import { type ApiErrorCode, PinrefError as ServerError } from '@/server/errors'
import { PinrefError } from './errors.js'

/** Calls a function of the server, and rethrows its `PinrefError` as this package's own. */
export function withClientErrors<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    // The functions called here fail only with codes of the API.
    if (error instanceof ServerError) throw new PinrefError(error.code as ApiErrorCode, error.message, { cause: error })
    throw error
  }
}
