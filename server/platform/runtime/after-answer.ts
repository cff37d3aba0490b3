import { perProcess } from './per-process'
import { withTimeout } from './with-timeout'

/**
 * Asks the host to keep this process running until some work is done. Set if the host would otherwise freeze or end the
 * process after a call's response. The node server keeps running anyway.
 */
export const waitUntil = perProcess<(work: Promise<unknown>) => void>('wait until')

/** How long a host waits for one piece of work. */
const longestMs = 30_000

/** How long an exiting process waits for all of the work. */
const finishMs = 5_000

const unfinished = new Set<Promise<unknown>>()

/**
 * Accepts work to be done after a call's response and ensures that the work is done even on a host that freezes or ends
 * the process. The work must handle its own failures, which are ignored here.
 */
export function afterResponse(work: Promise<unknown>): void {
  const finished = () => unfinished.delete(work)
  unfinished.add(work)
  work.then(finished, finished)
  try {
    waitUntil.value?.(bounded(work, longestMs))
  } catch {
    // The host can wait only for work that belongs to a call. Other work runs anyway.
  }
}

/** Waits a few seconds for work left by calls. Called before the process exits. */
export async function finishWork(): Promise<void> {
  await bounded(allDone(), finishMs)
}

async function allDone(): Promise<void> {
  // Work may create more work; for example, a sign-up sends an email.
  while (unfinished.size > 0) await Promise.allSettled(unfinished)
}

const bounded = (work: Promise<unknown>, timeoutMs: number) =>
  withTimeout(work, timeoutMs, () => new Error('the work took too long')).catch(() => {})
