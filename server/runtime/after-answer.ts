import { perProcess } from './per-process'
import { withTimeout } from './with-timeout'

/**
 * Asks the host to keep this process going until some work is done. Set where the host would freeze or end it once a call is
 * answered; the node server keeps going by itself.
 */
export const waitUntil = perProcess<(work: Promise<unknown>) => void>('wait until')

/** How long a host is asked to wait for one piece of work. */
const longestMs = 30_000

/** How long a process that ends waits for all of it. */
const finishMs = 5_000

const unfinished = new Set<Promise<unknown>>()

/**
 * Takes work that a call leaves behind, so that it is done even where the process is frozen or ended once the call is answered.
 * The work deals with its own failures: nobody hears of them here.
 */
export function afterAnswer(work: Promise<unknown>): void {
  const finished = () => unfinished.delete(work)
  unfinished.add(work)
  work.then(finished, finished)
  try {
    waitUntil.value?.(bounded(work, longestMs))
  } catch {
    // The host can only wait for what belongs to a call. The work is under way all the same.
  }
}

/** Waits a few seconds for what calls have left behind; called before the process ends. */
export async function finishWork(): Promise<void> {
  await bounded(allDone(), finishMs)
}

async function allDone(): Promise<void> {
  // What is under way may leave more behind: a sign-up has a mail sent.
  while (unfinished.size > 0) await Promise.allSettled(unfinished)
}

const bounded = (work: Promise<unknown>, timeoutMs: number) =>
  withTimeout(work, timeoutMs, () => new Error('the work takes too long')).catch(() => {})
