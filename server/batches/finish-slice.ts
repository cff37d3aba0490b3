import { setTimeout as sleep } from 'node:timers/promises'
import { countCalls } from '@/server/access/call-counts'
import { redisKeys } from '@/server/access/redis-keys'
import type { PinrefError } from '@/server/errors'
import { runScript } from '@/server/store/store'
import { finishScript } from './lane-scripts'
import { batchKeys, lastingKeys } from './layout'
import { detailsSeconds, keepSeconds } from './limits'
import { pack } from './pack'
import type { Slice, SliceEnd } from './slice'
import type { Holder } from './take-lane'

/** How often storing results is tried while the store is unavailable, and with what pauses. */
const maxTries = 20
const tryEveryMs = 250

/**
 * Stores results, and keeps trying while the store is briefly unavailable: each lookup may have cost something.
 * @returns the state of the batch, and what is used of the month. `lost`: another process has the lane, or the account is gone.
 *   `unknown`: the same, or an earlier try has stored the results.
 * @throws PinrefError `store_unavailable` if the store stays unavailable.
 */
export async function finishSlice(holder: Holder, slice: Slice, end: SliceEnd, date: string) {
  for (let tries = 1; ; tries++) {
    try {
      const finished = await finish(holder, slice, end, date)
      return finished.state === 'lost' && tries > 1 ? { ...finished, state: 'unknown' } : finished
    } catch (error) {
      if ((error as Partial<PinrefError>).code !== 'store_unavailable' || tries === maxTries) throw error
      await sleep(tryEveryMs)
    }
  }
}

async function finish({ step, batch, maxSize, token }: Holder, slice: Slice, end: SliceEnd, date: string) {
  const { accountId, lane } = step
  const { record, results, details } = batchKeys(accountId, batch.id)
  const { user, counts } = redisKeys(accountId)
  const { number, from } = slice
  const { found, failed, unreadable } = end.lines
  const counted = end.calls.reduce((sum, { outcome, calls }) => sum + (outcome === 'ok' ? calls : 0), 0)
  const isLast = end.to === slice.chunk.lines ? 1 : 0
  const args = [
    lane,
    token,
    from,
    end.to,
    isLast,
    await pack(end.results),
    end.details.some(Boolean) ? await pack(end.details) : '',
    detailsSeconds(),
    found,
    failed,
    unreadable,
    counted,
    end.failing,
    maxSize,
  ]
  const byKind = end.calls.flatMap(({ operation, outcome, calls }) => [`${operation}:${outcome}`, calls])
  const lasting = lastingKeys(accountId, batch.id)
  const keys = [record, user, results, counts(date.slice(0, 7)), details(number, from), ...lasting]
  const reply = await runScript(finishScript, keys, [...args, Date.now(), keepSeconds, ...byKind])
  const [state, used = 0, usedByKey = 0] = reply as [string, number?, number?]
  if (state !== 'lost' && !batch.isTest) {
    for (const { operation, outcome, calls } of end.calls) countCalls(operation, outcome, Date.now(), calls)
  }
  return { state, used, usedByKey }
}
