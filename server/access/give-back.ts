import { setTimeout as sleep } from 'node:timers/promises'
import { lateReply } from '@/server/store/requester'
import type { Admission, Quota } from './admission'

/** How long to wait before each further try, when the store does not answer: a minute in all. */
const pausesMs = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000]

/**
 * Gives a failed call back. Where the store does not answer, the caller is not kept waiting: the quota is told as if it had,
 * and the attempt goes on behind the answer until the store is back.
 */
export async function giveBack(admission: Admission): Promise<Quota> {
  try {
    return await admission.refund()
  } catch {
    void keepTrying(admission)
    const { quota } = admission
    return { ...quota, remaining: quota.remaining === null ? null : quota.remaining + 1 }
  }
}

async function keepTrying(admission: Admission): Promise<void> {
  for (const pauseMs of pausesMs) {
    await sleep(pauseMs, undefined, { ref: false })
    try {
      await admission.refund()
      return
    } catch {}
  }
}

/**
 * Sees to a call whose admission took so long that it was answered as failed: should the store admit it after all, it is
 * given back.
 * @param error what the admission threw.
 * @param read makes an admission of the store's late reply.
 */
export function giveBackLate(error: unknown, read: (reply: unknown) => Admission | null): void {
  lateReply(error)
    ?.then(async (reply) => {
      const admission = reply && 'result' in reply ? read(reply.result) : null
      if (admission?.admitted) await giveBack(admission)
    })
    .catch(() => {})
}
