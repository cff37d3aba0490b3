import { AsyncLocalStorage } from 'node:async_hooks'
import { PinrefError } from '@/server/errors'
import { logError } from '@/server/observability/log-error'
import { afterAnswer } from '@/server/runtime/after-answer'
import { perProcess } from '@/server/runtime/per-process'
import type { Send } from './batch'

interface Watch {
  failure: PinrefError | null
}

/** The watch over the work in progress. All copies of this module share it, because they share the store. */
const shared = perProcess<AsyncLocalStorage<Watch | null>>('watch over the store')
shared.value ??= new AsyncLocalStorage()
const watches = shared.value

/**
 * Runs better-auth work and fails if the store failed anywhere inside it: better-auth itself turns such a failure into "not
 * signed in", "no such user" or a 500 of its own, depending on where it happens.
 * @throws PinrefError `store_unavailable`, or whatever the work throws.
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

/** Makes every failed command reach the surrounding `throwStoreFailure`, whatever becomes of its error on the way. */
export const noteFailures =
  (send: Send): Send =>
  (command) => {
    const watch = watches.getStore()
    if (!watch) return send(command)
    return send(command).catch((error: PinrefError) => {
      watch.failure = error
      throw error
    })
  }

/** Starts work whose failure is not that of the work in progress. */
export const unwatched = <T>(work: () => T): T => watches.run(null, work)

/** Does work after the response, so that the response time reveals nothing about it. A failure is logged. */
export function inBackground(what: string, work: () => Promise<unknown>): void {
  afterAnswer(unwatched(work).catch((error: unknown) => logError(what, { error })))
}
