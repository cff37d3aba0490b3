import { env } from '@/server/env'
import { firstPlan, type Plan, plans } from './plans'

/** At most `max` calls or attempts in each window. */
export interface Limit {
  readonly max: number
  readonly windowSeconds: number
}

/**
 * Returns how many lookups of an account may fail in a UTC day after an upstream was asked for them: a failed lookup costs no
 * quota, but Google bills it. A tenth of the month's quota.
 */
export const dailyFailures = ({ monthlyQuota }: Pick<Plan, 'monthlyQuota'>): number =>
  monthlyQuota === null ? 20_000 : Math.max(50, Math.floor(monthlyQuota / 10))

/**
 * All other limits on how often somebody may call or try, except the monthly quotas, which belong to the plans (`plans.ts`).
 *
 * `@upstash/ratelimit` counts the burst of visitors and failed keys (`limiter.ts`, which also counts attempts for better-auth);
 * `admit-visitor.ts` counts a visitor's day in the library's form. The admission script (`admission-scripts.ts`) counts the burst
 * of an account, because it decides key, burst and month in one step, and the library's script cannot be part of another one. Every call of a known key adds to the burst, even
 * one that is refused or fails, unless its address or its operation is not allowed. No call is ever taken out of the burst: a
 * refund concerns the quota alone.
 */
export const limits = {
  /** Calls of a visitor in a UTC day. */
  free: {
    get max() {
      return env().FREE_DAILY_QUOTA
    },
    windowSeconds: 86_400,
  },
  /** Calls of a visitor (by network), of an account's live keys and dashboard, or of its test keys; each batch item is one. */
  burst: {
    get max() {
      return env().BURST_LIMIT
    },
    windowSeconds: 10,
  },
  /** Documents, states of the server and paths that don't exist, read from one network at one process; counted in memory. */
  reads: {
    get max() {
      return Math.max(300, env().BURST_LIMIT)
    },
    windowSeconds: 10,
  },
  /** What somebody who is signed in reads and changes on the pages of their account, besides lookups and batches. */
  dashboard: { max: 300, windowSeconds: 10 },
  /** Lookups of a visitor that failed after an upstream was asked for them, in a UTC day. */
  visitorFailures: { max: 10, windowSeconds: 86_400 },
  /** Unknown API keys from one network; further ones are answered 429 instead of 401. */
  failedKeys: { max: 60, windowSeconds: 60 },
  /** API keys that an account makes, including by rotation. */
  keysMade: { max: 100, windowSeconds: 86_400 },
  /** Attempts from one address; the other paths of sign-in have better-auth's own limits. */
  signIn: { max: 10, windowSeconds: 60 },
  signUp: { max: 10, windowSeconds: 60 },
  passwordReset: { max: 3, windowSeconds: 60 },
  verificationMail: { max: 3, windowSeconds: 60 },
  /** Mails of any kind to one recipient, whoever asks for them; further ones are silently not sent. */
  mailsToRecipient: { max: 5, windowSeconds: 3_600 },
  /** Alerts of a sign-in from a new device, to one account; further ones are not sent. */
  signInAlerts: { max: 10, windowSeconds: 3_600 },
  /** Passwords tried at one account from one network, or in one browser that has signed in to it before. */
  passwordsAtAccount: { max: 10, windowSeconds: 900 },
  /** The same over all networks; browsers that have signed in to it before are not counted. */
  passwordsFromAnywhere: { max: 100, windowSeconds: 3_600 },
  secondFactor: { max: 10, windowSeconds: 60 },
  /** Downloads of everything that is kept of an account, by that account. */
  accountCopy: { max: 10, windowSeconds: 3_600 },
  /** Test events and deliveries that an account sends again by hand. */
  callbacksByHand: { max: 10, windowSeconds: 600 },
  /** Apps that register from one address. The hosts of agents register for all their users. */
  appsRegistered: { max: 60, windowSeconds: 3_600 },
  /** Apps that pages of other sites register, from all addresses: a hostile page has those of all its visitors. */
  appsOfPages: { max: 100, windowSeconds: 3_600 },
  /** Times that somebody at one address begins to connect an app, or allows or denies it. */
  appsAuthorized: { max: 30, windowSeconds: 60 },
  /** Tokens that apps get or give back from one address. The hosts of agents do it for all their users. */
  appTokens: { max: 300, windowSeconds: 60 },
  /** The sign-in page asks for one whenever it is opened, so that the browser can offer passkeys. */
  passkeyChallenge: { max: 60, windowSeconds: 60 },
  /**
   * Wrong codes of the second factor for one account, from any address. Three of a million codes are right at any time: with
   * thirty tries a day, whoever has the password guesses one in about 30 years on average.
   */
  wrongCodes: { max: 10, windowSeconds: 900 },
  wrongCodesInDay: { max: 30, windowSeconds: 86_400 },
} as const satisfies Record<string, Limit>

/**
 * Whether an account and its key may call, and how often: Lua functions for admission and for the lanes of batches, so that both
 * follow the same rules. A stored value that makes no sense allows nothing, because it may have been meant as a limit: an expiry
 * that is no number has passed, and a limit of calls that is none is 0. Built at its first use, because it contains this server's
 * plans.
 */
export const accountRules = () => `
-- Returns its plan; or nothing, and why it may call nothing. The profile is made and removed together with the account.
local function planOfAccount(profile)
  local plan, suspended, created = unpack(redis.call('HMGET', profile, 'plan', 'suspended', 'created'))
  if not created then return nil, 'gone' end
  if suspended and suspended ~= '' then return nil, 'suspended' end
  return plan or ''
end
local function isSet(value) return value ~= nil and value ~= cjson.null end
local function hasExpired(key, now)
  return isSet(key.expires) and (type(key.expires) ~= 'number' or key.expires <= now)
end
local function limitOf(value)
  if not isSet(value) then return -1 end
  return type(value) == 'number' and value >= 0 and value or 0
end
-- Returns a plan's calls in a month (-1: no limit), and its lookups that may fail in a day. A table of the plans would be built
-- again on every call.
local function limitsOf(plan)
${plans().map(planStatement).join('\n')}
  return ${allowed(firstPlan())}
end
-- The month of an account and one of its keys: the limits of both, and what is used of them.
local function monthOf(plan, key, used, usedByKey, failing)
  local limit, maxFailures = limitsOf(plan)
  local keyLimit = limitOf(key.monthlyLimit)
  return {
    limit = limit, used = used, keyLimit = keyLimit, usedByKey = usedByKey, maxFailures = maxFailures, failing = failing,
  }
end
-- Returns why one more call is over a limit, or false.
local function overLimit(month, mayFail)
  return mayFail and month.failing >= month.maxFailures and 'failures'
    or month.keyLimit >= 0 and month.usedByKey >= month.keyLimit and 'key_quota'
    or month.limit >= 0 and month.used >= month.limit and 'quota'
end
`

const planStatement = (plan: Plan) => `  if plan == '${plan.id}' then return ${allowed(plan)} end`
const allowed = (plan: Plan) => `${plan.monthlyQuota ?? -1}, ${dailyFailures(plan)}`
