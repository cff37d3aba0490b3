import { PinrefError } from '@/server/errors'
import { afterAnswer } from '@/server/runtime/after-answer'
import type { Admission, Admissions, FailedCall, Quota, Refund } from './admission'

/** How long the store remembers which calls were counted: longer than a call and its refund take. */
export const countedSeconds = 300

/** The pause before the store is tried again. */
const pauseMs = 100

/** How long a process that ends waits for a store that does not answer. */
const finishMs = 5_000

/**
 * How long after the store answers again it is certain whether a call was counted: by then the store has carried out or dropped
 * everything that was sent to it before.
 */
const decidedMs = 15_000

/**
 * How many refunds may wait; further ones are dropped. Only calls that had been sent when the store stopped answering may have
 * been counted (at most `maxInFlight` of the store), so there is room for several outages in a row.
 */
const maxWaiting = 50_000
const batch = 100

/** A refund that waits until the store can be asked. */
interface Waiting {
  refund(): Promise<Refund>
  /** False if it is not known whether the call was counted, because the store failed while counting it. */
  counted: boolean
  /** Whether the store was asked and did not know the call. */
  asked: boolean
  nextAt: number
}

const waiting = new Set<Waiting>()
let working: Promise<void> | undefined

/**
 * Refunds a call that was admitted and then failed, and counts the failure if an upstream was asked for it. If the store fails,
 * the caller is not kept waiting: this returns the quota as if the refund had been made, and tries again in the background.
 */
export const refund = (admission: Admission, askedUpstream = false): Promise<Quota> =>
  refundNow(() => admission.refund(askedUpstream), admission.quota, 1)

/** The same for the failed ones of several calls, in one round trip. */
export const refundFailed = (admissions: Admissions, failed: readonly FailedCall[]): Promise<Quota> =>
  refundNow(() => admissions.refund(failed), admissions.quota, failed.length)

async function refundNow(attempt: () => Promise<Refund>, quota: Quota, calls: number): Promise<Quota> {
  try {
    return (await attempt()).quota
  } catch {
    refundLater(attempt, true)
    return { ...quota, remaining: quota.remaining === null ? null : quota.remaining + calls }
  }
}

/**
 * Refunds calls if counting them failed: the store may have counted them before the failure, or may still do so. The refund is
 * tried in the background until that is certain.
 */
export function refundUncertain(attempt: () => Promise<Refund>): void {
  refundLater(attempt, false)
}

/** Makes the waiting refunds now, if the store answers within a few seconds. Called before the process ends. */
export async function finishRefunds(): Promise<void> {
  const latest = Date.now() + finishMs
  let left = [...waiting]
  waiting.clear()
  while (left.length > 0) {
    const settled = await Promise.allSettled(left.map((one) => one.refund()))
    left = left.filter((_, index) => settled[index]?.status === 'rejected')
    if (left.length === 0 || Date.now() > latest) return
    await pause()
  }
}

function refundLater(attempt: () => Promise<Refund>, counted: boolean): void {
  if (waiting.size >= maxWaiting) return
  waiting.add({ refund: attempt, counted, asked: false, nextAt: 0 })
  working ??= work()
  afterAnswer(working)
}

const pause = () => new Promise((wake) => setTimeout(wake, pauseMs).unref())

async function work(): Promise<void> {
  while (waiting.size > 0) {
    await pause()
    await settleDue(Date.now())
  }
  working = undefined
}

async function settleDue(now: number): Promise<void> {
  const due = [...waiting].filter(({ nextAt }) => nextAt <= now)
  for (let first = 0; first < due.length; first += batch) {
    const settled = await Promise.allSettled(due.slice(first, first + batch).map(settle))
    // The store still does not answer, or the node that these refunds need: next time others come first.
    if (settled.every(({ status }) => status === 'rejected')) return
  }
}

/** @throws StoreUnavailable. The refund then goes on waiting. */
async function settle(one: Waiting): Promise<void> {
  try {
    const { refunded } = await one.refund()
    if (refunded || one.counted || one.asked) waiting.delete(one)
    else Object.assign(one, { asked: true, nextAt: Date.now() + decidedMs })
  } catch (error) {
    if (error instanceof PinrefError) {
      if (waiting.delete(one)) waiting.add(one)
      throw error
    }
    // A defect: the next try would fail too.
    waiting.delete(one)
  }
}
