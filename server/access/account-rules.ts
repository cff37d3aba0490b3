import { dailyFailures } from './limits'
import { firstPlan, type Plan, plans } from './plans'

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
