import { setTimeout as sleep } from 'node:timers/promises'
import type { Admission, Quota, Refund } from './admission'

/** How long the store remembers which calls were counted: longer than a call lasts and its refund is tried. */
export const countedSeconds = 300

/** How often the store is tried again, and for how long in all. */
const pauseMs = 500
const patienceMs = 180_000

/** By then a call has been counted or never will be: no request to the store is under way for so long. */
const decidedMs = 15_000

/** Further ones are dropped: while a store is away, what it may have counted was sent in the first moment. */
const mostWaiting = 10_000
const batch = 100

/** A refund that waits until the store can be asked. */
interface Waiting {
  refund(): Promise<Refund>
  /** False where it is not known whether the call was counted: the store failed while counting it. */
  counted: boolean
  since: number
  nextAt: number
}

const waiting = new Set<Waiting>()
let working = false

/**
 * Refunds a call that was admitted and then failed. Where the store does not answer, the caller is not kept waiting: the
 * quota is told as if it had, and the refund is tried again in the background.
 */
export async function refund(admission: Admission): Promise<Quota> {
  try {
    return (await admission.refund()).quota
  } catch {
    refundLater(admission.refund, true)
    const { quota } = admission
    return { ...quota, remaining: quota.remaining === null ? null : quota.remaining + 1 }
  }
}

/**
 * Refunds a call that failed while it was counted: the store may have counted it before it broke off, or may do so yet. The
 * refund is tried in the background until that is decided.
 */
export function refundUncertain(attempt: () => Promise<Refund>): void {
  refundLater(attempt, false)
}

/** Tries every waiting refund once more; called before the process ends. */
export async function finishRefunds(): Promise<void> {
  const left = [...waiting]
  waiting.clear()
  await Promise.allSettled(left.map((one) => one.refund()))
}

function refundLater(attempt: () => Promise<Refund>, counted: boolean): void {
  if (waiting.size >= mostWaiting) return
  const since = Date.now()
  waiting.add({ refund: attempt, counted, since, nextAt: since })
  if (!working) void work()
}

async function work(): Promise<void> {
  working = true
  while (waiting.size > 0) {
    await sleep(pauseMs, undefined, { ref: false })
    await settleDue(Date.now())
  }
  working = false
}

async function settleDue(now: number): Promise<void> {
  for (const one of waiting) if (now - one.since > patienceMs) waiting.delete(one)
  const due = [...waiting].filter(({ nextAt }) => nextAt <= now)
  for (let first = 0; first < due.length; first += batch) {
    const settled = await Promise.allSettled(due.slice(first, first + batch).map(settle))
    // The store is still away.
    if (settled.every(({ status }) => status === 'rejected')) return
  }
}

async function settle(one: Waiting): Promise<void> {
  const { refunded } = await one.refund()
  if (refunded || one.counted || Date.now() - one.since > decidedMs) waiting.delete(one)
  else one.nextAt = one.since + decidedMs
}
