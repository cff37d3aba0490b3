import type { PinrefError } from '@/server/errors'
import { mayHaveRun } from '@/server/store/batch'
import type { Script } from '@/server/store/script'
import { runScript, runTimelyScript } from '@/server/store/store'
import type { Admissions, CountedCall, MonthUse, Quota, Refund } from './admission'
import { admissionScript, noKey, refundScript } from './admission-scripts'
import { keyPeppers } from './api-key'
import { type CalendarDay, calendarDay } from './calendar'
import { limits } from './limits'
import { redisKeys } from './redis-keys'
import { refundUncertain } from './refund'
import {
  accountSuspended,
  addressNotAllowed,
  exhausted,
  operationNotAllowed,
  tooManyFailures,
  tooManyRequests,
} from './refusals'

/** The caller data that the admission script needs. */
export interface AccountCaller {
  accountId: string
  /** The hashes under which the key may be stored, current one first; empty for a signed-in user. */
  keyHashes: readonly string[]
  /** Whether the key is a test key. A test key's calls have their own burst limit and don't count against the plan. */
  isTest: boolean
  /** The caller's address as bits, for keys limited to certain addresses; empty for a signed-in user. */
  addressBits: string
}

const { windowSeconds: burstSeconds } = limits.burst
/** Built on the first call, because the script contains this server's plans and burst limit. */
let admission: Script | undefined

/**
 * Counts calls against the key's own limits and its account's plan and burst, in one round trip, as if they were made
 * one after another. Returns null if the key is unknown, revoked, or expired, if the account is deleted, or if the key
 * belongs to a suspended account.
 * @throws PinrefError `account_suspended` for a signed-in user; `address_not_allowed`; `store_unavailable`.
 */
export async function admitAccount(caller: AccountCaller, calls: readonly CountedCall[]): Promise<Admissions | null> {
  const { accountId, keyHashes, isTest, addressBits } = caller
  const nowMs = Date.now()
  const nowSeconds = Math.floor(nowMs / 1000)
  const today = calendarDay(nowMs)
  const { month, day } = today
  const at = redisKeys(accountId)
  const hashes = keyHashes.join(' ')
  const window = Math.floor(nowSeconds / burstSeconds)
  const counts = at.counts(month)
  const counted = at.counted(window)

  const refundOf = async (failed: ReadonlyArray<string | number>, limit: number, keyLimit: number): Promise<Refund> => {
    const args = [hashes, day, isTest ? 1 : 0, ...failed]
    const reply = await runScript(refundScript, [at.user, at.apiKeys, counts, counted], args)
    const [refunded, used, keyUsed] = reply as [number, number, number]
    return { refunded: refunded > 0, quota: quotaOf(isTest, { limit, used, keyLimit, keyUsed }, today) }
  }

  admission ??= admissionScript()
  const pepper = keyHashes.length > 1 ? keyPeppers().code : ''
  const args = [hashes, nowSeconds, day, pepper, isTest ? 1 : 0, addressBits, window]
  for (const call of calls) args.push(...callArguments(call, call.asksUpstream && !isTest))
  const touched = [at.profile, at.apiKeys, counts, counted]
  let reply: string
  try {
    reply = (await runTimelyScript(admission, touched, args)) as string
  } catch (error) {
    const all = calls.flatMap((call) => callArguments(call, false))
    if (mayHaveRun(error)) refundUncertain(() => refundOf(all, -1, -1))
    throw error
  }
  if (reply === 'unknown') return null
  const words = reply.split(' ')
  if (words.length === 1) throw refusalOfAll(reply)
  const [limit = -1, used = 0, keyLimit = -1, keyUsed = 0] = words.slice(0, 4).map(Number)
  const [keyId = noKey, operations = '', waits, ...states] = words.slice(4)
  const use = { limit, used, keyLimit, keyUsed }
  const quotaWith = (left: number) => quotaOf(isTest, { ...use, used: used - left, keyUsed: keyUsed - left }, today)
  let left = states.filter((state) => state === 'admitted').length
  return {
    months: isTest ? [] : monthUses(use, keyId, today.monthEndSeconds),
    caller: accountId,
    keyId: keyId === noKey ? null : keyId,
    isAwaited: waits === 'waits',
    operations: operations === 'any' ? null : operations.split(',').slice(1),
    outcomes: states.map((state) => {
      if (state === 'admitted') left -= 1
      const quota = quotaWith(left)
      return { refused: state === 'admitted' ? null : refusalOf(state, quota), quota }
    }),
    quota: quotaWith(0),
    refund(failed) {
      const listed = failed.flatMap(({ index, askedUpstream }) => {
        const call = calls[index]
        return call ? callArguments(call, askedUpstream) : []
      })
      return refundOf(listed, limit, keyLimit)
    },
  }
}

/** A call as script arguments. `asks`: whether it may call an upstream or, for a refund, whether it did. */
const callArguments = ({ operation, callId }: CountedCall, asks: boolean) => [operation, asks ? 1 : 0, callId]

/** A rejection that applies to all calls. `fast` occurs only if there are no calls. */
function refusalOfAll(state: string): PinrefError {
  if (state === 'fast') return tooManyRequests()
  return state === 'address' ? addressNotAllowed() : accountSuspended()
}

function refusalOf(state: string, quota: Quota): PinrefError {
  if (state === 'operation') return operationNotAllowed()
  // `fast`: over the account's burst limit; `fast:5`: over the key's.
  const [fast, keyBurst] = state.split(':')
  if (fast === 'fast') {
    return tooManyRequests(
      keyBurst === undefined ? limits.burst : { max: Number(keyBurst), windowSeconds: burstSeconds },
    )
  }
  return state === 'failures' ? tooManyFailures() : exhausted(quota)
}

/** The month's usage for the plan and the key. A limit of -1 means no limit. */
interface Use {
  limit: number
  used: number
  keyLimit: number
  keyUsed: number
}

function monthUses({ limit, used, keyLimit, keyUsed }: Use, keyId: string, resetSeconds: number): MonthUse[] {
  const uses: MonthUse[] = []
  if (limit >= 0) uses.push({ of: 'plan', used, limit, resetSeconds })
  if (keyLimit >= 0) uses.push({ of: { keyId }, used: keyUsed, limit: keyLimit, resetSeconds })
  return uses
}

/** Returns the quota that the caller sees: the plan's or the key's, whichever has fewer calls left. */
function quotaOf(isTest: boolean, use: Use, { monthStartSeconds, monthEndSeconds }: CalendarDay): Quota {
  const { limit, used, keyLimit, keyUsed } = use
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
