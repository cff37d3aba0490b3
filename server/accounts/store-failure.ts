import { AsyncLocalStorage } from 'node:async_hooks'
import { PinrefError } from '@/server/errors'

/** The store failure of the work in progress. */
const watched = new AsyncLocalStorage<{ failure: PinrefError | null }>()

/**
 * Runs better-auth work and fails if the store failed anywhere inside it: better-auth itself turns such a failure into "not
 * signed in", "no such user" or a 500 of its own, depending on where it happens.
 * @throws PinrefError `store_unavailable`, or whatever the work throws.
 */
export async function throwStoreFailure<T>(work: () => Promise<T>): Promise<T> {
  const seen: { failure: PinrefError | null } = { failure: null }
  const [outcome] = await Promise.allSettled([watched.run(seen, work)])
  if (seen.failure) {
    const detail = 'Accounts are unavailable right now. Try again in a moment.'
    throw new PinrefError('store_unavailable', detail, { cause: seen.failure })
  }
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/** Wraps a function that calls the store, so that its failure reaches the surrounding `throwStoreFailure`. */
export function noteStoreFailure<Args extends unknown[], T>(
  ask: (...args: Args) => Promise<T>,
): (...args: Args) => Promise<T> {
  return async (...args) => {
    try {
      return await ask(...args)
    } catch (error) {
      const seen = watched.getStore()
      if (seen && error instanceof PinrefError && error.code === 'store_unavailable') seen.failure = error
      throw error
    }
  }
}
