import type { Step } from './step'
import { sumInChunks } from './sum-in-chunks'

/**
 * Adds to the counts of one month the counts of the three older Redis keys that have not been carried over yet. So it may run any
 * number of times, even while calls are counted in either layout.
 */
const carry = `
local calls, usage, keyUsage, counts, carried = unpack(KEYS)
local changed = 0
local function add(field, count)
  local more = count - tonumber(redis.call('HGET', carried, field) or '0')
  if more == 0 then return end
  redis.call('HINCRBY', counts, field, more)
  redis.call('HSET', carried, field, count)
  changed = 1
end
add('used', tonumber(redis.call('GET', usage) or '0'))
local days, keys = redis.call('HGETALL', calls), redis.call('HGETALL', keyUsage)
for at = 1, #days, 2 do add(days[at], tonumber(days[at + 1])) end
for at = 1, #keys, 2 do add(keys[at] .. ':used', tonumber(keys[at + 1])) end
local lastsMs = redis.call('PTTL', calls)
if lastsMs > 0 and changed == 1 then
  redis.call('PEXPIRE', counts, lastsMs)
  redis.call('PEXPIRE', carried, lastsMs)
end
return changed
`

/**
 * Before this version, an account's calls of a month were counted in three Redis keys. Since then they are in one hash, `counts`,
 * which a call reads and writes with one command each. The old Redis keys stay for processes of the previous release and expire
 * on their own. The current bursts and the failures of the day are forgotten.
 */
export const counts: Step = {
  version: 5,
  title: 'what an account uses in a month is counted in one place',
  async run({ send, scan }, changed) {
    const told = new Set<string>()
    for await (const keys of scan('{????????????????}:calls:????-??')) changed(await sumInChunks(keys, carryOver))

    async function carryOver(calls: string): Promise<number> {
      const [account = '', , month = ''] = calls.split(':')
      const touched = [
        calls,
        ...['usage', 'key-usage', 'counts', 'carried'].map((name) => `${account}:${name}:${month}`),
      ]
      const reply = await send(['EVAL', carry, touched.length, ...touched])
      if ('error' in reply) throw new Error(`${calls} could not be carried over: ${reply.error}`)
      const isNew = reply.result === 1 && !told.has(account)
      if (isNew) told.add(account)
      return isNew ? 1 : 0
    }
  },
}
