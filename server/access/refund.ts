import { setTimeout as sleep } from 'node:timers/promises'
import type { Admission, Quota, Refund } from './admission'

/** How long the store knows which calls were counted: longer than a call lasts and anybody asks for it back. */
export const countedSeconds = 300

/** How often the store is tried again, and for how long in all. */
const pauseMs = 500
const patienceMs = 180_000

/** By then a call has been counted or never will be: no request to the store is under way for so long. */
const decidedMs = 15_000

/** Later ones are let go: while a store is away, what it may have counted was sent in the first moment. */
const mostWaiting = 10_000
const batch = 100

/** A call to give back once the store can be asked. */
interface Waiting {
  refund(): Promise<Refund>
  /** Whether it was counted for sure; otherwise nobody knows, since the store failed while it was asked to. */
  counted: boolean
  since: number
  nextAt: number
}

const waiting = new Set<Waiting>()
let working = false

/**
 * Gives a failed call back. Where the store does not answer, the caller is not kept waiting: the quota is told as if it had,
 * and the attempt goes on behind the answer until the store is back.
 */
export async function giveBack(admission: Admission): Promise<Quota> {
  try {
    return (await admission.refund()).quota
  } catch {
    giveBackLater(admission.refund, true)
    const { quota } = admission
    return { ...quota, remaining: quota.remaining === null ? null : quota.remaining + 1 }
  }
}

/**
 * Hands on what counting a call answers. Where it fails, the call fails too, and nobody knows whether the store counted it
 * before it broke off or will do so yet: it is asked for it back until that is decided.
 */
export async function orGivenBack<T>(counting: Promise<T>, refund: () => Promise<Refund>): Promise<T> {
  try {
    return await counting
  } catch (error) {
    giveBackLater(refund, false)
    throw error
  }
}

/** Asks once more for everything that still waits to be given back: for whoever ends the process. */
export async function finishGiveBacks(): Promise<void> {
  const left = [...waiting]
  waiting.clear()
  await Promise.allSettled(left.map(({ refund }) => refund()))
}

function giveBackLater(refund: () => Promise<Refund>, counted: boolean): void {
  if (waiting.size >= mostWaiting) return
  const since = Date.now()
  waiting.add({ refund, counted, since, nextAt: since })
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
  const { given } = await one.refund()
  if (given || one.counted || Date.now() - one.since > decidedMs) waiting.delete(one)
  else one.nextAt = one.since + decidedMs
}
