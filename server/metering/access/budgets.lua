-- A call adds 1 to `<key>:used` of its key, and to `<budget>:others` of each budget with another id.
local function limitOf(value)
  if not isSet(value) then return -1 end
  return type(value) == 'number' and value >= 0 and value or 0
end
local function budgetsOf(key)
  if not key.id then return {} end
  local budgets = { { id = key.countedAs or key.id, limit = limitOf(key.monthlyLimit) } }
  for _, one in ipairs(key.ancestors or {}) do
    budgets[#budgets + 1] = { id = one.id, limit = limitOf(one.limit) }
  end
  return budgets
end
-- Adds the fields of the month's counts that have the usage of budgets.
local function addBudgetFields(fields, budgets)
  for _, budget in ipairs(budgets) do
    fields[#fields + 1] = budget.id .. ':used'
    fields[#fields + 1] = budget.id .. ':others'
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
  end
end
