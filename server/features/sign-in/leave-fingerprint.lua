local before = redis.call('GET', stored)
local mayReplace = not before or replaceable == 'any' or string.sub(before, 1, codeLength) == replaceable
for _, other in ipairs(others) do mayReplace = mayReplace or before == other end
if mayReplace and before ~= fingerprint then redis.call('SET', stored, fingerprint) end
return before
