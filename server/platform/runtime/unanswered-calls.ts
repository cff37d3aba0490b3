import { PinrefError } from '@/server/platform/problems/errors'

/**
 * Called when this process stops and does not wait longer for a call.
 * @param isFinal false at first: only a call whose work has not begun must be refused. True shortly before connections
 *   are closed.
 */
export type Refuse = (isFinal: boolean) => void

/**
 * The calls that are refused if this process stops before they are answered. A call is in this set while its body
 * arrives, while it waits for its turn, and while another process handles it.
 */
export const unansweredCalls = new Set<Refuse>()

export function refuseUnanswered(isFinal: boolean): void {
  for (const refuse of unansweredCalls) refuse(isFinal)
}

/** Settles like `wait`, unless this process stops first; in that case, rejects with `callCutShort`. */
export function unlessRefused<T>(wait: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const refuse = () => reject(callCutShort())
    unansweredCalls.add(refuse)
    wait.then(resolve, reject).finally(() => unansweredCalls.delete(refuse))
  })
}

/** The error for a call that was not begun before its process stopped. */
export const callCutShort = () =>
  new PinrefError('internal_error', 'Pinref is restarting and has not begun this call. Try again in a moment.', {
    retryAfterSeconds: 1,
  })

/** The error for a call whose outcome is unknown, because the process that handles it has stopped or is stopping. */
export const callLost = () =>
  new PinrefError(
    'internal_error',
    'The process that handles this call is restarting. The call may have taken effect. Try again in a moment.',
    { retryAfterSeconds: 1 },
  )
