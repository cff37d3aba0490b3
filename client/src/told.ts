import { type ApiErrorCode, PinrefError as ServerError } from '@/server/errors'
import { PinrefError } from './errors.js'

/** What a function of the server answers; what it throws, as this package tells it. */
export function told<T>(ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    // What is read here fails only with codes of the API.
    if (error instanceof ServerError) throw new PinrefError(error.code as ApiErrorCode, error.message, { cause: error })
    throw error
  }
}
