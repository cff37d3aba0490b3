import type { PinrefError } from '@/server/errors'
import { mayHaveRun } from '@/server/store/batch'
import type { Script } from '@/server/store/script'
import { runScript, runTimelyScript } from '@/server/store/store'
import type { Admission, MonthUse, Quota, Refund } from './admission'
import { admissionScript, refundScript } from './admission-scripts'
import { keyPeppers } from './api-key'
import { type CalendarDay, calendarDay } from './calendar'
import { limits } from './limits'
import { redisKeys } from './redis-keys'
import { countedSeconds, refundUncertain } from './refund'
import {
  accountSuspended,
  addressNotAllowed,
  exhausted,
  operationNotAllowed,
  tooManyFailures,
  tooManyRequests,
} from './refusals'

/** Month counters stay for the twelve months that the dashboard looks back, and a little longer. */
const keepSeconds = 400 * 86_400

export interface AccountCall {
  accountId: string
  /** The hashes under which the key may be stored, the present one first; none for a person who is signed in. */
  keyHashes: readonly string[]
  /** `resolve`, `search` or `convert`; `usage` or `key`, which count against the burst alone. */
  operation: string
  /** Whether it is made with a test key: it counts against a burst of its own, and against no plan. */
  isTest: boolean
  /** Whether it may ask an upstream, so that the day's failures may refuse it. */
  asksUpstream: boolean
  /** The caller's address in bits, for keys that work only from some; empty for a person who is signed in. */
  addressBits: string
  /** Names this call, so that it is refunded once at most. */
  callId: string
}

const { windowSeconds: burstSeconds } = limits.burst
let burstMax: number | undefined
/** Written at the first call: it holds this server's plans. */
let admission: Script | undefined

/** What the script answers; of a call that it never counts, the state alone. */
type Reply = [state: string, limit: number, used: number, keyId: string, keyLimit: number, keyUsed: number]

/**
 * Counts one call against the key's own limits, its account's plan and burst, in one round trip; null where the key is unknown,
 * revoked or expired, or the account is deleted, or suspended and called with a key.
 * @throws PinrefError `account_suspended` for a person who is signed in; `address_not_allowed`, `operation_not_allowed`;
 *   `store_unavailable`.
 */
export async function admitAccount(call: AccountCall): Promise<Admission | null> {
  const { accountId, keyHashes, operation, isTest, asksUpstream, addressBits, callId } = call
  const nowMs = Date.now()
  const nowSeconds = Math.floor(nowMs / 1000)
  const today = calendarDay(nowMs)
  const { month, day } = today
  const at = redisKeys(accountId)
  const hashes = keyHashes.join(' ')
  const window = Math.floor(nowSeconds / burstSeconds)
  const counts = at.counts(month)
  const counted = at.counted(window)

  const refundOf = async (limit: number, keyLimit: number, askedUpstream = false): Promise<Refund> => {
    const args = [hashes, day, operation, isTest ? 1 : 0, callId, askedUpstream ? 1 : 0]
    const reply = await runScript(refundScript, [at.user, at.apiKeys, counts, counted], args)
    const [refunded, used, keyUsed] = reply as [number, number, number]
    return { refunded: refunded === 1, quota: quotaOf(isTest, { limit, used, keyLimit, keyUsed }, today) }
  }

  burstMax ??= limits.burst.max
  admission ??= admissionScript()
  const mayFail = asksUpstream && !isTest
  const args = [hashes, nowSeconds, day, operation, isTest ? 1 : 0, callId, addressBits, mayFail ? 1 : 0]
  args.push(burstMax, window, keepSeconds, countedSeconds)
  if (keyHashes.length > 1) args.push(keyPeppers().code)
  const touched = [at.profile, at.apiKeys, counts, counted]
  const reply = await runTimelyScript(admission, touched, args).catch((error: unknown) => {
    if (mayHaveRun(error)) refundUncertain(() => refundOf(-1, -1))
    throw error
  })
  const [state, limit, used, keyId, keyLimit, keyUsed] = reply as Reply
  if (state === 'unknown') return null
  const refusal = uncounted[state]
  if (refusal) throw refusal()
  const standing = { limit, used, keyLimit, keyUsed }
  const quota = quotaOf(isTest, standing, today)
  return {
    refused: state === 'admitted' ? null : refusalOf(state, quota),
    quota,
    months: isTest ? [] : monthUses(standing, keyId, today.monthEndSeconds),
    caller: accountId,
    keyId: keyId || null,
    refund: (askedUpstream) => refundOf(limit, keyLimit, askedUpstream),
  }
}

/** What is refused before anything is read of the counts. */
const uncounted: Record<string, () => PinrefError> = {
  suspended: accountSuspended,
  address: addressNotAllowed,
  operation: operationNotAllowed,
}

function refusalOf(state: string, quota: Quota): PinrefError {
  if (state === 'too fast') return tooManyRequests()
  return state === 'failing' ? tooManyFailures() : exhausted(quota)
}

/** Where the plan and the key stand in the month; -1 is no limit. */
interface Standing {
  limit: number
  used: number
  keyLimit: number
  keyUsed: number
}

function monthUses({ limit, used, keyLimit, keyUsed }: Standing, keyId: string, resetSeconds: number): MonthUse[] {
  const uses: MonthUse[] = []
  if (limit >= 0) uses.push({ of: 'plan', used, limit, resetSeconds })
  if (keyLimit >= 0) uses.push({ of: { keyId }, used: keyUsed, limit: keyLimit, resetSeconds })
  return uses
}

/** The quota that a caller is told: of the plan's and the key's own the one with less left. */
function quotaOf(isTest: boolean, standing: Standing, { monthStartSeconds, monthEndSeconds }: CalendarDay): Quota {
  const { limit, used, keyLimit, keyUsed } = standing
  const left = limit < 0 ? Number.POSITIVE_INFINITY : Math.max(0, limit - used)
  const leftOfKey = keyLimit < 0 ? Number.POSITIVE_INFINITY : Math.max(0, keyLimit - keyUsed)
  const remaining = Math.min(left, leftOfKey)
  const policy = isTest ? 'test' : leftOfKey <= left && keyLimit >= 0 ? 'key' : 'monthly'
  if (isTest || remaining === Number.POSITIVE_INFINITY) {
    return { authenticated: true, policy, limit: null, remaining: null, resetSeconds: null, windowSeconds: null }
  }
  return {
    authenticated: true,
    policy,
    limit: policy === 'key' ? keyLimit : limit,
    remaining,
    resetSeconds: monthEndSeconds,
    windowSeconds: monthEndSeconds - monthStartSeconds,
  }
}
