import { PinrefError } from '@/server/errors'
import { UpstreamFailure } from './failure'

/** The caller's side of a lookup, passed down to the code that asks an upstream. */
export interface Lookup {
  /** Whose share of the upstreams the lookup uses: the id of an account, or the network of a visitor. */
  readonly caller: string
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
  /** Whether only the sample may be asked and no link followed: set for a test key. */
  readonly sampleOnly?: boolean
  /** Whether it yields to callers who wait for their answers: set for batches, which together may use as much as one caller. */
  readonly inBackground?: boolean
  /** Notes that an upstream is about to be asked. */
  noteAsked(): void
}

/** Returns who shares an upstream's turns and calls a minute: the caller, or `background` for everything in the background. */
export const sharerOf = ({ caller, inBackground }: Pick<Lookup, 'caller' | 'inBackground'>): string =>
  inBackground ? 'background' : caller

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
