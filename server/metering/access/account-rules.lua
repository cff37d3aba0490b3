-- Whether an account and its key may make calls, and how many. Admission and batch lanes share these functions so that both
-- follow the same rules. An invalid stored value allows nothing, because it may have been meant as a limit: an expiry that is
-- not a number counts as expired, and an invalid call limit counts as 0.

-- Returns the account's plan, or nil and the reason why it may not call. The profile is created and deleted with the account.
local function planOfAccount(profile)
  local plan, suspended, created = unpack(redis.call('HMGET', profile, 'plan', 'suspended', 'created'))
  if not created then return nil, 'gone' end
  if suspended and suspended ~= '' then return nil, 'suspended' end
  return plan or ''
end
local function hasExpired(key, now)
  return isSet(key.expires) and (type(key.expires) ~= 'number' or key.expires <= now)
end
-- The month of an account and the budgets of one of its keys: their limits and usage.
local function monthOf(plan, budgets, used, failing)
  local limit, maxFailures = limitsOf(plan)
  return { limit = limit, used = used, budgets = budgets, maxFailures = maxFailures, failing = failing }
end
-- Returns which limit one more call would exceed, or false; if there are several, one that resets last.
local function overLimit(month, mayFail)
  if mayFail and month.failing >= month.maxFailures then return 'failures' end
  for _, budget in ipairs(month.budgets) do
    if budget.limit >= 0 and budget.used >= budget.limit then return 'key_quota' end
  end
  if month.limit >= 0 and month.used >= month.limit then return 'quota' end
  for _, budget in ipairs(month.budgets) do
    if budget.dailyLimit >= 0 and budget.usedInDay >= budget.dailyLimit then return 'key_daily_quota' end
  end
  return false
end
