for _, entry in ipairs(readKeys(apiKeys)) do
  local former = entry.key
  if former.id == id then
    local key = cjson.decode(keyJson)
    key.name = former.name
    key.replaces = id
    key.madeBy = former.madeBy
    key.countedAs, key.ancestors = former.countedAs or id, former.ancestors
    for _, field in ipairs(limitFields) do key[field] = former[field] end
    local whyNot, values = addKey(hash, cjson.encode(key))
    if whyNot then return reply(whyNot, values) end
    if type(former.expires) ~= 'number' or former.expires > ends then former.expires = ends end
    redis.call('HSET', apiKeys, entry.hash, cjson.encode(former))
    return reply('done', key)
  end
end
return reply('unknown')
