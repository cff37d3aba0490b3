import { type ErrorCode, PinrefError } from '@/server/platform/problems/errors'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import type { Admission, Admissions, FailedCall, Quota, Refund } from './admission'

/** How long the store remembers counted calls: longer than a call and its refund take. */
export const countedSeconds = 300

/** The pause before the store is called again. */
const pauseMs = 100

/** How long an exiting process waits for a store that does not answer. */
const finishMs = 5_000

/**
 * How long after the store recovers until it's certain whether a call was counted. By then, the store has either run or
 * dropped all earlier commands.
 */
const decidedMs = 15_000

/**
 * How many refunds may be pending; any more are dropped. Only calls in flight when the store stopped answering (at
 * most the store's `maxInFlight`) may have been counted, so this leaves room for several outages in a row.
 */
const maxWaiting = 50_000
const batch = 100

/** A refund waiting for the store to answer. */
interface Waiting {
  refund(): Promise<Refund>
  /** False if the store failed while counting the call, so it may not have been counted. */
  counted: boolean
  /** Whether the store has replied that it does not know the call. */
  asked: boolean
  nextAt: number
}

const waiting = new Set<Waiting>()
let working: Promise<void> | undefined

/**
 * Refunds a call that was admitted and then failed; see `Admission`. If the store fails, the caller does not wait: this
 * returns the quota as if the refund had succeeded, and retries in the background.
 */
export const refund = (admission: Admission, askedUpstream = false, code?: ErrorCode): Promise<Quota> =>
  refundNow(() => admission.refund(askedUpstream, code), admission.quota, 1)

/** Refunds several failed calls in one round trip; see `refund`. */
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
 * Refunds calls after an error while counting them. The store may have counted the calls before the error, or may still
 * do so, so the refund is retried in the background until the outcome is certain.
 */
export function refundUncertain(attempt: () => Promise<Refund>): void {
  refundLater(attempt, false)
}

/** Runs pending refunds now, if the store answers within a few seconds. Called before the process exits. */
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
  afterResponse(working)
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
    // The store, or the node that these refunds need, still does not answer. The next round starts with different
    // refunds.
    if (settled.every(({ status }) => status === 'rejected')) return
  }
}

/** @throws StoreUnavailable. If this throws, the refund remains in the queue. */
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
    // An error on our side: a retry would fail too.
    waiting.delete(one)
  }
}
