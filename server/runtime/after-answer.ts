import { perProcess } from './per-process'
import { withTimeout } from './with-timeout'

/**
 * Asks the host to keep this process running until some work is done. Set if the host would otherwise freeze or end it once a
 * call is answered; the node server keeps running anyway.
 */
export const waitUntil = perProcess<(work: Promise<unknown>) => void>('wait until')

/** How long a host is asked to wait for one piece of work. */
const longestMs = 30_000

/** How long a process that is ending waits for all of the work. */
const finishMs = 5_000

const unfinished = new Set<Promise<unknown>>()

/**
 * Takes work that a call leaves behind, so that it is done even if the host freezes or ends the process once the call is
 * answered. The work handles its own failures: they are ignored here.
 */
export function afterAnswer(work: Promise<unknown>): void {
  const finished = () => unfinished.delete(work)
  unfinished.add(work)
  work.then(finished, finished)
  try {
    waitUntil.value?.(bounded(work, longestMs))
  } catch {
    // The host can only wait for work that belongs to a call. The work runs all the same.
  }
}

/** Waits a few seconds for the work that calls have left behind; called before the process ends. */
export async function finishWork(): Promise<void> {
  await bounded(allDone(), finishMs)
}

async function allDone(): Promise<void> {
  // Work may leave more work behind: a sign-up sends a mail.
  while (unfinished.size > 0) await Promise.allSettled(unfinished)
}

const bounded = (work: Promise<unknown>, timeoutMs: number) =>
  withTimeout(work, timeoutMs, () => new Error('the work takes too long')).catch(() => {})
