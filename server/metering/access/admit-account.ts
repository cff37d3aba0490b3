import type { PinrefError } from '@/server/platform/problems/errors'
import { mayHaveRun } from '@/server/platform/store/unavailable'
import { runScript, runTimelyScript, type Script } from '@/server/platform/store/untyped'
import type { Admissions, CountedCall, MonthUse, Quota, Refund } from './admission'
import { admissionScript, noKey, refundScript } from './admission-scripts'
import { keyPeppers } from './api-key'
import { type CalendarDay, calendarDay } from './calendar'
import { type BudgetUse, readBudgetUses } from './key-budgets'
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

  const refundOf = async (failed: ReadonlyArray<string | number>, limit: number): Promise<Refund> => {
    const args = [hashes, day, isTest ? 1 : 0, ...failed]
    const reply = await runScript(refundScript, [at.user, at.apiKeys, at.revokedKeys, counts, counted], args)
    const [refunded, used, budgets] = reply as [number, number, string]
    return { refunded: refunded > 0, quota: quotaOf(isTest, { limit, used, budgets: readBudgetUses(budgets) }, today) }
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
    if (mayHaveRun(error)) refundUncertain(() => refundOf(all, -1))
    throw error
  }
  if (reply === 'unknown') return null
  const words = reply.split(' ')
  if (words.length === 1) throw refusalOfAll(reply)
  const [limit = -1, used = 0] = words.slice(0, 2).map(Number)
  const [described = '-', keyId = noKey, operations = '', waits, ...states] = words.slice(2)
  const budgets = readBudgetUses(described)
  const use = { limit, used, budgets }
  const quotaWith = (left: number) => quotaOf(isTest, use, today, left)
  let left = states.filter((state) => state === 'admitted').length
  return {
    months: isTest ? [] : monthUses(use, today.monthEndSeconds),
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
      return refundOf(listed, limit)
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

/** The month's usage for the plan and the key's budgets. A limit of -1 means no limit. */
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
 * Returns the quota that the caller sees: of the plan, the key, and its ancestors, the one with the fewest calls left.
 * @param later how many of the calls were admitted after the one whose quota this is.
 */
function quotaOf(
  isTest: boolean,
  { limit, used, budgets }: Use,
  { monthStartSeconds, monthEndSeconds }: CalendarDay,
  later = 0,
): Quota {
  let policy: Quota['policy'] = isTest ? 'test' : 'monthly'
  let ancestorId: string | null = null
  let applies = limit
  let remaining = isTest || limit < 0 ? Number.POSITIVE_INFINITY : Math.max(0, limit - used + later)
  for (const [index, budget] of budgets.entries()) {
    const left = budget.limit < 0 ? Number.POSITIVE_INFINITY : Math.max(0, budget.limit - budget.used + later)
    const isTighter = policy === 'key' ? left < remaining : left <= remaining
    if (budget.limit < 0 || !isTighter) continue
    policy = 'key'
    ancestorId = index === 0 ? null : budget.id
    applies = budget.limit
    remaining = left
  }
  const isLimited = remaining !== Number.POSITIVE_INFINITY
  return {
    authenticated: true,
    policy,
    ancestorId,
    limit: isLimited ? applies : null,
    remaining: isLimited ? remaining : null,
    resetSeconds: isLimited ? monthEndSeconds : null,
    windowSeconds: isLimited ? monthEndSeconds - monthStartSeconds : null,
  }
}
