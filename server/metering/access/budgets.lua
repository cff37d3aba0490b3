-- A call adds 1 to `<key>:used` of its key, to `<budget>:others` of each budget with another id, and to `<budget>:day:27` of
-- every budget, on the 27th.
local function limitOf(value)
  if not isSet(value) then return -1 end
  return type(value) == 'number' and value >= 0 and value or 0
end
local function budgetsOf(key)
  if not key.id then return {} end
  local own = { id = key.countedAs or key.id, limit = limitOf(key.monthlyLimit), dailyLimit = limitOf(key.dailyLimit) }
  local budgets = { own }
  for _, one in ipairs(key.ancestors or {}) do
    budgets[#budgets + 1] = { id = one.id, limit = limitOf(one.limit), dailyLimit = limitOf(one.dailyLimit) }
  end
  return budgets
end
-- Adds the fields of the month's counts that have the usage of budgets in the month and on a day.
local function addBudgetFields(fields, budgets, day)
  for _, budget in ipairs(budgets) do
    budget.dayField = budget.id .. ':day:' .. day
    fields[#fields + 1] = budget.id .. ':used'
    fields[#fields + 1] = budget.id .. ':others'
    fields[#fields + 1] = budget.dayField
  end
end
-- Reads fields of the month's counts. Returns their values by name; false for those that are not stored.
local function readCounts(counts, fields)
  local values, stored = redis.call('HMGET', counts, unpack(fields)), {}
  for at, field in ipairs(fields) do stored[field] = values[at] end
  return stored
end
-- Sets the usage of budgets from stored counts.
local function setBudgetUse(budgets, stored)
  for _, budget in ipairs(budgets) do
    local used, others = stored[budget.id .. ':used'], stored[budget.id .. ':others']
    budget.isStored = used or others
    budget.others = tonumber(others or '0')
    budget.used = tonumber(used or '0') + budget.others
    budget.isDayStored = stored[budget.dayField]
    budget.usedInDay = tonumber(budget.isDayStored or '0')
  end
end
-- Deletes the counts of earlier days before a budget's first call of a day is counted. The day before remains, because some
-- processes' clocks may be behind.
local function dropEarlierDays(counts, budgets, day)
  local earlier = {}
  for _, budget in ipairs(budgets) do
    if not budget.isDayStored then
      for before = 1, day - 2 do earlier[#earlier + 1] = string.format('%s:day:%02d', budget.id, before) end
    end
  end
  if #earlier > 0 then redis.call('HDEL', counts, unpack(earlier)) end
end
