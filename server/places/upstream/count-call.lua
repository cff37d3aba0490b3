-- Returns fields of a hash as numbers; 0 for those that are missing.
local function numbers(hash, ...)
  local values = redis.call('HMGET', hash, ...)
  for at, value in ipairs(values) do values[at] = tonumber(value or '0') end
  return unpack(values)
end

if isBillable and monthlyCap and tonumber(redis.call('GET', month) or '0') >= monthlyCap then return 'month' end
local ofSku, billed = 0, 0
if isBillable then ofSku, billed = numbers(day, sku, 'billable') end
if isBillable and dailyCap and billed >= dailyCap then return 'day' end
local mostOfDay = isBillable and dayShare
local startedField, callsField = sharer .. ':started', sharer .. ':calls'
local ofDay, started, inMinute, isFirst = 0, 0, 0, false
if mostOfDay or minuteShare then
  ofDay, started, inMinute = numbers(callers, caller, startedField, callsField)
  isFirst = ofDay == 0 and started == 0
  -- A process whose clock is behind counts in the minute that others have begun.
  if started < minute or started > minute + 1 then started, inMinute = minute, 0 end
  if mostOfDay and ofDay >= mostOfDay then return 'share' end
  if minuteShare and inMinute >= minuteShare then return 'minute' end
end

local calls
if isBillable then
  if redis.call('INCR', month) == 1 then redis.call('EXPIRE', month, keepSeconds) end
  calls = ofSku + 1
  redis.call('HSET', day, sku, calls, 'billable', billed + 1)
else
  calls = redis.call('HINCRBY', day, sku, 1)
end
if calls == 1 then redis.call('EXPIRE', day, keepSeconds) end
if isAccount and redis.call('HINCRBY', account, sku, 1) == 1 then redis.call('EXPIRE', account, keepAccountSeconds) end
if mostOfDay or minuteShare then
  local counts = { startedField, started, callsField, inMinute + 1 }
  if mostOfDay then
    counts[#counts + 1] = caller
    counts[#counts + 1] = ofDay + 1
  end
  redis.call('HSET', callers, unpack(counts))
  if isFirst then redis.call('EXPIRE', callers, keepCallersSeconds) end
end
return 'counted'
