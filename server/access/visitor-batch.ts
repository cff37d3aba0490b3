import { mayHaveRun } from '@/server/store/batch'
import { timelyScript } from '@/server/store/script'
import { runTimelyScript } from '@/server/store/store'
import type { Admissions, CountedCall, FailedCall, Outcome } from './admission'
import { countInBurst } from './burst'
import { type Client, networkOf } from './client'
import { dayNow, refundable, visitorCounts, visitorQuota, visitorQuotaOf } from './free-quota'
import { limits } from './limits'
import { countedSeconds, refundFailed, refundUncertain } from './refund'
import { exhausted, tooManyFailures, tooManyRequests } from './refusals'

/**
 * Counts the calls of a batch, as if they came one after the other, in the counter that the library uses for single calls: the
 * library can only say whether all of them fit together. Each call has two arguments: whether it may ask an upstream (1 or 0),
 * and its id. Returns { the outcome of each, used }.
 */
const countCalls = timelyScript(`
local day, counted, failures = unpack(KEYS)
local most, maxFailures, daySeconds, keepCounted = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], ARGV[4]
local before = redis.call('MGET', day, failures)
local used, failing = tonumber(before[1] or '0'), tonumber(before[2] or '0')
local states, admitted = {}, {}
for at = 5, #ARGV - 1, 2 do
  local refused = ARGV[at] == '1' and failing >= maxFailures and 'failing'
    or used >= most and 'exhausted'
  if not refused then
    used = used + 1
    admitted[#admitted + 1] = ARGV[at + 1]
  end
  states[#states + 1] = refused or 'admitted'
end
if #admitted > 0 then
  if redis.call('INCRBY', day, #admitted) == #admitted then redis.call('EXPIRE', day, daySeconds) end
  redis.call('SADD', counted, unpack(admitted))
  redis.call('EXPIRE', counted, keepCounted)
end
return { states, used }
`)

/**
 * Counts the calls of a visitor's batch against today's quota and the burst, in one round trip. Those beyond the burst are
 * refunded. A batch without calls counts against the burst alone, and has one outcome: whether it is within the burst.
 * @throws PinrefError `store_unavailable`.
 */
export async function admitVisitorBatch(client: Client, calls: readonly CountedCall[]): Promise<Admissions> {
  const [counting, bursting] = await Promise.allSettled([
    calls.length > 0 ? countBatch(client, calls) : admitNone(client),
    countInBurst(networkOf(client), Math.max(1, calls.length)),
  ])
  if (counting.status === 'rejected') throw counting.reason
  const admissions = counting.value
  const inBurst = bursting.status === 'fulfilled' ? bursting.value : 0
  const beyond = admissions.outcomes.flatMap(({ refused }, index) =>
    index >= inBurst && !refused ? [{ index, askedUpstream: false }] : [],
  )
  const quota = beyond.length > 0 ? await refundFailed(admissions, beyond) : admissions.quota
  if (bursting.status === 'rejected') throw bursting.reason
  const outcomes = admissions.outcomes.map((one, index) =>
    index < inBurst ? one : { refused: tooManyRequests(), quota },
  )
  return { ...admissions, outcomes, quota }
}

async function admitNone(client: Client): Promise<Admissions> {
  const quota = await visitorQuota(client)
  const refund = async () => ({ refunded: false, quota })
  return { months: [], caller: networkOf(client), keyId: null, outcomes: [{ refused: null, quota }], quota, refund }
}

async function countBatch(client: Client, calls: readonly CountedCall[]): Promise<Admissions> {
  const day = dayNow()
  const counts = visitorCounts(client)
  const args = [limits.free.max, limits.visitorFailures.max, limits.free.windowSeconds, countedSeconds]
  const listed = calls.flatMap(({ asksUpstream, callId }) => refundable(callId, asksUpstream))
  const refund = (failed: readonly FailedCall[]) =>
    counts.refund(
      day,
      failed.flatMap(({ index, askedUpstream }) => refundable(calls[index]?.callId ?? '', askedUpstream)),
    )
  const counting = runTimelyScript(countCalls, counts.keysOf(day), [...args, ...listed])
  const reply = await counting.catch((error: unknown) => {
    const all = calls.map((_, index) => ({ index, askedUpstream: false }))
    if (mayHaveRun(error)) refundUncertain(() => refund(all))
    throw error
  })
  const [states, used] = reply as [states: string[], used: number]
  let left = states.filter((state) => state === 'admitted').length
  const outcomes = states.map((state): Outcome => {
    if (state === 'admitted') left -= 1
    const quota = visitorQuotaOf(used - left, day)
    return { refused: state === 'admitted' ? null : state === 'failing' ? tooManyFailures() : exhausted(quota), quota }
  })
  return { months: [], caller: networkOf(client), keyId: null, outcomes, quota: visitorQuotaOf(used, day), refund }
}
