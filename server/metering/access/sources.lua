-- The month's counted calls by source: who called, and for which client. A source is a field, `by:<caller>:<client>`, whose
-- value has the calls of each day: `20=412 21=7`. The caller is a key's id, `person_<id>`, `-` (neither), `watch` (watchlists),
-- or `revoked` (all keys that were revoked in the month); the client is empty without a label. `sources` is their number. No
-- more than `maxSources` are counted.
local function sourceOf(caller, client)
  return 'by:' .. caller .. ':' .. (type(client) == 'string' and client or '')
end
-- Returns a source's calls with some added on a day.
local function addToDay(text, day, calls)
  text = text or ''
  local from, to, before = string.find(text, day .. '=(%d+)')
  if from then return string.sub(text, 1, from - 1) .. day .. '=' .. math.max(0, before + calls) .. string.sub(text, to + 1) end
  return text .. (text ~= '' and ' ' or '') .. day .. '=' .. calls
end
-- Whether the calls of a source can be counted, given its value and the number of sources, as stored.
local function hasRoom(stored, sources) return stored or tonumber(sources or '0') < maxSources end
-- The same source after its key was revoked.
local function afterRevocation(source) return (string.gsub(source, '^by:[^:]*', 'by:revoked', 1)) end
-- Counts calls of a source with commands of its own.
local function countSource(counts, source, day, calls)
  local stored, sources = unpack(redis.call('HMGET', counts, source, 'sources'))
  if not hasRoom(stored, sources) then return end
  redis.call('HSET', counts, source, addToDay(stored, day, calls))
  if not stored then redis.call('HINCRBY', counts, 'sources', 1) end
end
