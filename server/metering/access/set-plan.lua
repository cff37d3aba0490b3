if redis.call('EXISTS', members) == 0 then return reply('gone') end
local before, subscription = unpack(redis.call('HMGET', profile, 'plan', 'subscriptionId'))
if subscription and subscription ~= '' and not overSubscription then return reply('subscribed') end
redis.call('HSET', profile, 'plan', plan)
return reply('changed', { before = before ~= '' and before })
