if not isOwner(ownerId) then return reply('not_owner') end
local one = invitationOf(id)
if not one or one.state then return reply('unknown') end
finish(id, one, 'canceled', now)
return reply('done', { email = one.email })
