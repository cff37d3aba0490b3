import type { PinrefError } from '@/server/platform/problems/errors'
import { mayHaveRun } from '@/server/platform/store/unavailable'
import type { Admissions, CountedCall, FailedCall, MonthUse, Quota, Refund } from './admission'
import { admitCalls, refundCalls } from './admission-scripts'
import { keyPeppers } from './api-key'
import { type CalendarDay, calendarDay } from './calendar'
import type { BudgetUse } from './key-budgets'
import { limits } from './limits'
import type { Role } from './members'
import { redisKeys } from './redis-keys'
import { refundUncertain } from './refund'
import {
  accountSuspended,
  addressNotAllowed,
  exhausted,
  noMember,
  operationNotAllowed,
  roleNotAllowed,
  tooManyFailures,
  tooManyRequests,
} from './refusals'

/** The caller data that the admission script needs. */
export interface AccountCaller {
  accountId: string
  /** The signed-in person, and the roles that may make the calls; omitted for a key. */
  member?: { personId: string; roles: readonly Role[] }
  /** The hashes under which the key may be stored, current one first; empty for a signed-in user. */
  keyHashes: readonly string[]
  /** Whether the key is a test key. A test key's calls have their own burst limit and don't count against the plan. */
  isTest: boolean
  /** The caller's address as bits, for keys limited to certain addresses; empty for a signed-in user. */
  addressBits: string
}

const { windowSeconds: burstSeconds } = limits.burst
const daySeconds = 86_400

/**
 * Counts calls against the key's own limits and its account's plan and burst, in one round trip, as if they were made
 * one after another. Returns null if the key is unknown, revoked, or expired, or if the account is deleted.
 * @throws PinrefError `account_suspended`; `address_not_allowed`; `account_switched` for a person who is not a member;
 *   `role_not_allowed`; `store_unavailable`.
 */
export async function admitAccount(caller: AccountCaller, calls: readonly CountedCall[]): Promise<Admissions | null> {
  const { accountId, member, keyHashes, isTest, addressBits } = caller
  const personId = member?.personId
  const nowMs = Date.now()
  const nowSeconds = Math.floor(nowMs / 1000)
  const today = calendarDay(nowMs)
  const { month, day } = today
  const at = redisKeys(accountId)
  const window = Math.floor(nowSeconds / burstSeconds)
  const { members, profile, apiKeys, revokedKeys } = at
  const counts = at.counts(month)
  const callIds = at.counted(window)

  const refundOf = async (failed: readonly FailedCall[], limit: number, source?: string): Promise<Refund> => {
    const listed = failed.flatMap(({ index, askedUpstream, code = 'internal_error' }) => {
      const call = calls[index]
      return call ? [{ operation: call.operation, askedUpstream, callId: call.callId, code }] : []
    })
    const keys = { members, apiKeys, revokedKeys, counts, callIds }
    const args = { day, isTest, hashes: keyHashes, personId, calls: listed, source }
    const { refunded, used, budgets } = await refundCalls(keys, args)
    return { refunded: refunded > 0, quota: quotaOf(isTest, { limit, used, budgets }, today) }
  }

  const counting = admitCalls(
    { members, profile, apiKeys, counts, callIds },
    {
      day,
      isTest,
      hashes: keyHashes,
      personId,
      now: nowSeconds,
      pepper: keyHashes.length > 1 ? keyPeppers().code : '',
      addressBits,
      roles: ` ${member?.roles.join(' ') ?? ''} `,
      window,
      calls,
    },
  )
  const admitted = await counting.catch((error: unknown) => {
    const all = calls.map((_, index) => ({ index, askedUpstream: false, code: 'store_unavailable' as const }))
    if (mayHaveRun(error)) refundUncertain(() => refundOf(all, -1))
    throw error
  })
  if (admitted.outcome === 'refused') {
    if (admitted.reason === 'unknown' || admitted.reason === 'gone') return null
    throw refusalOfAll(admitted.reason)
  }
  const { limit, used, budgets, keyId, operations, isAwaited, keyBurstLimit, states, source } = admitted
  const use = { limit, used, budgets }
  const quotaWith = (left: number) => quotaOf(isTest, use, today, left)
  let left = states.filter((state) => state === 'admitted').length
  return {
    months: isTest ? [] : monthUses(use, today.monthEndSeconds),
    caller: accountId,
    keyId,
    isAwaited,
    operations,
    outcomes: states.map((state) => {
      if (state === 'admitted') left -= 1
      const quota = quotaWith(left)
      return { refused: state === 'admitted' ? null : refusalOf(state, quota, keyBurstLimit), quota }
    }),
    quota: quotaWith(0),
    refund: (failed) => refundOf(failed, limit, source ?? 'none'),
  }
}

type Counted = Extract<Awaited<ReturnType<typeof admitCalls>>, { outcome: 'counted' }>
type RefusedState = Exclude<Counted['states'][number], 'admitted'>

/** A rejection that applies to all calls. `burst` occurs only if there are no calls. */
function refusalOfAll(reason: 'burst' | 'address' | 'suspended' | 'member' | 'role'): PinrefError {
  if (reason === 'member') return noMember()
  if (reason === 'role') return roleNotAllowed()
  if (reason === 'burst') return tooManyRequests()
  return reason === 'address' ? addressNotAllowed() : accountSuspended()
}

function refusalOf(state: RefusedState, quota: Quota, keyBurstLimit: number): PinrefError {
  switch (state) {
    case 'operation':
      return operationNotAllowed()
    case 'burst':
      return tooManyRequests(limits.burst)
    case 'key_burst':
      return tooManyRequests({ max: keyBurstLimit, windowSeconds: burstSeconds })
    case 'failures':
      return tooManyFailures()
    default:
      return exhausted(quota)
  }
}

/** The usage of the plan and of the key's budgets. A limit of -1 means no limit. */
interface Use {
  limit: number
  used: number
  budgets: readonly BudgetUse[]
}

function monthUses({ limit, used, budgets }: Use, resetSeconds: number): MonthUse[] {
  const uses: MonthUse[] = []
  if (limit >= 0) uses.push({ of: 'plan', used, limit, resetSeconds })
  for (const { id, limit, used } of budgets) {
    if (limit >= 0) uses.push({ of: { keyId: id }, used, limit, resetSeconds })
  }
  return uses
}

/**
 * Returns the quota that the caller sees: of the plan, the key, and its ancestors, the one with the fewest calls left. If
 * several have as few, one that resets last, and a key's before the plan's.
 * @param later how many of the calls were admitted after the one whose quota this is.
 */
function quotaOf(isTest: boolean, { limit, used, budgets }: Use, today: CalendarDay, later = 0): Quota {
  const { monthStartSeconds, monthEndSeconds, dayEndSeconds } = today
  const monthSeconds = monthEndSeconds - monthStartSeconds
  const quota: Quota = {
    authenticated: true,
    policy: isTest ? 'test' : 'monthly',
    ancestorId: null,
    limit: null,
    remaining: null,
    resetSeconds: null,
    windowSeconds: null,
  }
  const apply = (policy: Quota['policy'], limit: number, used: number, ancestorId: string | null = null) => {
    const remaining = Math.max(0, limit - used + later)
    if (limit < 0 || (quota.remaining !== null && quota.remaining <= remaining)) return
    const isDaily = policy === 'key-daily'
    quota.policy = policy
    quota.ancestorId = ancestorId
    quota.limit = limit
    quota.remaining = remaining
    quota.resetSeconds = isDaily ? dayEndSeconds : monthEndSeconds
    quota.windowSeconds = isDaily ? daySeconds : monthSeconds
  }
  for (const [index, { id, limit, used }] of budgets.entries()) apply('key', limit, used, index === 0 ? null : id)
  if (!isTest) apply('monthly', limit, used)
  for (const [index, { id, dailyLimit, usedInDay }] of budgets.entries()) {
    apply('key-daily', dailyLimit, usedInDay, index === 0 ? null : id)
  }
  return quota
}
