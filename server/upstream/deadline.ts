import { PinrefError } from '@/server/errors'
import { UpstreamFailure } from './failure'

/**
 * Runs work with a signal that ends with the given one, or after a time. Its reason is already the right error for the
 * caller: an `UpstreamFailure` of kind `timeout`, or `left` if the caller disconnected.
 */
export async function withinDeadline<T>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const follow = () => {
    const { reason } = signal
    controller.abort(reason instanceof PinrefError ? reason : new UpstreamFailure('left', reason))
  }
  if (signal.aborted) follow()
  signal.addEventListener('abort', follow, { once: true })
  const timer = setTimeout(() => controller.abort(new UpstreamFailure('timeout')), timeoutMs)
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', follow)
  }
}
