import { type ApiErrorCode, PinrefError as ServerError } from '@/server/platform/problems/errors'
import { PinrefError } from './errors.js'

/** Calls a server function and rethrows its `PinrefError` as this package's own. */
export function withClientErrors<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    // The functions called here fail only with the API's codes.
    if (error instanceof ServerError) throw new PinrefError(error.code as ApiErrorCode, error.message, { cause: error })
    throw error
  }
}
