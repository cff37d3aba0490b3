import { AsyncLocalStorage } from 'node:async_hooks'
import { logError } from '@/server/platform/observability/logger'
import { PinrefError } from '@/server/platform/problems/errors'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { perProcess } from '@/server/platform/runtime/per-process'
import type { Send } from './transport'

interface Watch {
  failure: PinrefError | null
}

/**
 * The watch on the current work. All copies of this module share the watch, because they share the store. A first use
 * of `run` makes every later promise in the process slower (on Node 20, a call takes a fifth more time), so API workers
 * must never use it.
 */
const shared = perProcess<AsyncLocalStorage<Watch | null>>('watch over the store')
shared.value ??= new AsyncLocalStorage()
const watches = shared.value

/**
 * Runs better-auth work and fails if the store failed anywhere during the work. better-auth itself turns such a failure
 * into "not signed in", "no such user", or its own 500, depending on where it happens.
 * @throws PinrefError `store_unavailable`, or the error from the work.
 */
export async function throwStoreFailure<T>(work: () => Promise<T>): Promise<T> {
  const watch: Watch = { failure: null }
  const [outcome] = await Promise.allSettled([watches.run(watch, work)])
  if (watch.failure) {
    const detail = 'Accounts are unavailable right now. Try again in a moment.'
    throw new PinrefError('store_unavailable', detail, { cause: watch.failure })
  }
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

/**
 * Reports every failed command to the surrounding `throwStoreFailure`, no matter what happens to the command's error
 * along the way.
 */
export const recordFailures =
  (send: Send): Send =>
  (command) => {
    const watch = watches.getStore()
    if (!watch) return send(command)
    return send(command).catch((error: PinrefError) => {
      watch.failure = error
      throw error
    })
  }

/** Starts work whose failure does not fail the current work. */
export const unwatched = <T>(work: () => T): T => (watches.getStore() ? watches.run(null, work) : work())

/** Runs work after the response, so the response time reveals nothing about it. Logs failures. */
export function inBackground(what: string, work: () => Promise<unknown>): void {
  afterResponse(unwatched(work).catch((error: unknown) => logError(what, { error })))
}
