local function mapList(list, encode)
  local all = {}
  for at, one in ipairs(list) do all[at] = encode(one) end
  return all
end
