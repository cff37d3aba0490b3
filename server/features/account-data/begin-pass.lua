local finished, cursor, lastUntil = unpack(redis.call('HMGET', pass, 'finished', 'cursor', 'until'))
if not cursor and finished == today then return reply('done') end
if lastUntil and tonumber(lastUntil) > now then return reply('running') end
if not cursor then redis.call('HSET', pass, 'pass', today, 'cursor', '') end
redis.call('HSET', pass, 'holder', holder, 'until', heldUntil)
return reply('begun', { cursor = cursor ~= '' and cursor })
