import type { Step } from './step'

/**
 * Adds to one day and to its month the counts of the old hash that have not been carried over yet. So it may run any number of
 * times, even while calls are counted in either layout.
 */
const carry = `
local day, billable, carried = unpack(KEYS)
local date, keep = ARGV[1], ARGV[2]
for at = 3, #ARGV, 2 do
  local field, count = ARGV[at], tonumber(ARGV[at + 1])
  local more = count - tonumber(redis.call('HGET', carried, date .. ':' .. field) or '0')
  if more > 0 then
    redis.call('HINCRBY', day, field, more)
    if field == 'billable' then redis.call('INCRBY', billable, more) end
    redis.call('HSET', carried, date .. ':' .. field, count)
  end
end
for at = 1, #KEYS do redis.call('EXPIRE', KEYS[at], keep) end
return 1
`

const keepSeconds = 400 * 86_400

/**
 * Before this version, each day's calls to Google were counted in a separate hash, `upstream:2026-11-21`. Since then the days of
 * a month share its hash tag, and there is a count for the month. The old hashes stay for processes of the previous release and
 * expire on their own. How much of its share each caller has used today is forgotten.
 */
export const upstreamMonths: Step = {
  version: 3,
  title: 'calls to Google are counted by the month too',
  async run({ send, scan }) {
    for await (const keys of scan('upstream:????-??-??')) {
      for (const key of keys) await carryOver(key)
    }

    async function carryOver(key: string): Promise<void> {
      const date = key.slice('upstream:'.length)
      const month = `{upstream:${date.slice(0, 7)}}`
      const touched = [`${month}:${date}`, `${month}:billable`, `${month}:carried`]
      const counts = (await ask(['HGETALL', key])) as string[]
      await ask(['EVAL', carry, touched.length, ...touched, date, keepSeconds, ...counts])
    }

    async function ask(command: readonly unknown[]): Promise<unknown> {
      const reply = await send(command)
      if ('error' in reply) throw new Error(`calls to Google could not be carried over: ${reply.error}`)
      return reply.result
    }
  },
}
