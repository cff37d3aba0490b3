import { PinrefError } from '@/server/platform/problems/errors'
import { UpstreamFailure } from './failure'
import type { LookupOptions } from './lookup-options'

/** The context of a lookup, passed down to the code that calls an upstream. */
export interface Lookup {
  /** The caller whose share of the upstreams the lookup uses: an account's id, or a visitor's network. */
  readonly caller: string
  /** What the caller chose. A search by name has only a language. */
  readonly options: LookupOptions
  /** Aborts when the result is no longer needed. */
  readonly signal: AbortSignal
  /** Whether only the sample data may be used and no links may be followed. Set for a test key. */
  readonly sampleOnly?: boolean
  /**
   * Whether the lookup yields to callers who are waiting. Set for batches, which together may use as much as one
   * caller.
   */
  readonly inBackground?: boolean
  /** Whether the lookup also yields to batches. Set for watchlists. */
  readonly isLast?: boolean
  /** Records that an upstream is about to be called. */
  noteAsked(): void
}

/**
 * Returns the key for sharing an upstream's turns and calls per minute: the caller, or `background` for background
 * work.
 */
export const sharerOf = ({ caller, inBackground }: Pick<Lookup, 'caller' | 'inBackground'>): string =>
  inBackground ? 'background' : caller

/**
 * Runs work with a copy of the lookup whose signal aborts when the original signal does, or after `timeoutMs`. The
 * abort reason is already the right error for the caller: an `UpstreamFailure` of kind `timeout`, or `left` if the
 * caller disconnected.
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
