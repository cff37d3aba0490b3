local function isSet(value) return value ~= nil and value ~= cjson.null end
-- Whether any element of a list fits. An invalid list has no elements.
local function has(list, fits)
  if type(list) ~= 'table' then return false end
  for _, one in ipairs(list) do if fits(one) then return true end end
  return false
end
