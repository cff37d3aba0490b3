import { PinrefError } from '@/server/errors'
import { UpstreamFailure } from './failure'
import type { Lookup } from './lookup'

/**
 * Runs work on a copy of the lookup whose signal aborts when the given lookup's signal does, or after `timeoutMs`. The reason is
 * already the right error for the caller: an `UpstreamFailure` of kind `timeout`, or `left` if the caller disconnected.
 */
export async function withinDeadline<T>(
  timeoutMs: number,
  lookup: Lookup,
  work: (lookup: Lookup) => Promise<T>,
): Promise<T> {
  const { signal } = lookup
  const controller = new AbortController()
  const follow = () => {
    const { reason } = signal
    controller.abort(reason instanceof PinrefError ? reason : new UpstreamFailure('left', reason))
  }
  if (signal.aborted) follow()
  signal.addEventListener('abort', follow, { once: true })
  const timer = setTimeout(() => controller.abort(new UpstreamFailure('timeout')), timeoutMs)
  try {
    return await work({ ...lookup, signal: controller.signal })
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', follow)
  }
}
