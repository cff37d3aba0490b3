import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'

/**
 * The state of the daily pass over all accounts: a hash with the day of the last complete pass (`finished`) and, while a pass is
 * under way, its day (`pass`), the last account that was dealt with (`cursor`), and who holds it (`holder`) until when (`until`).
 */
const state = 'alerts:daily'

/** How long a pass may make no progress before another process takes it over: longer than a mail takes. */
const heldSeconds = 120

const begin = script(`
local today, holder, now, untilThen = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4]
local finished, cursor, heldUntil = unpack(redis.call('HMGET', KEYS[1], 'finished', 'cursor', 'until'))
if not cursor and finished == today then return { 'done' } end
if heldUntil and tonumber(heldUntil) > now then return { 'running' } end
if not cursor then redis.call('HSET', KEYS[1], 'pass', today, 'cursor', '') end
redis.call('HSET', KEYS[1], 'holder', holder, 'until', untilThen)
return { 'begun', cursor or '' }
`)

/** Holds, leaves or finishes the pass, if the caller still holds it. */
const step = script(`
if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then return 0 end
if ARGV[2] == 'hold' then
  redis.call('HSET', KEYS[1], 'cursor', ARGV[3], 'until', ARGV[4])
else
  if ARGV[2] == 'finish' then
    redis.call('HSET', KEYS[1], 'finished', redis.call('HGET', KEYS[1], 'pass'))
    redis.call('HDEL', KEYS[1], 'pass', 'cursor')
  end
  redis.call('HDEL', KEYS[1], 'holder', 'until')
end
return 1
`)

/** A pass as seen by the process that holds it. Each method returns whether the process still held it. */
export interface Pass {
  /** The member of the index of accounts after which to begin; null: the first. */
  cursor: string | null
  hold(cursor: string | null): Promise<boolean>
  /** Lets go of the pass, so that another process or a later call can continue it. */
  leave(): Promise<boolean>
  finish(): Promise<boolean>
}

/**
 * Begins the pass of a day (`2026-11-22`, UTC), or continues one that was interrupted, however old: a pass that is interrupted
 * every time still reaches every account. `done`: today's is complete; `running`: another process holds it.
 * @throws PinrefError `store_unavailable`.
 */
export async function beginPass(today: string, holder: string): Promise<Pass | 'done' | 'running'> {
  const [now, untilThen] = holdTimes()
  const reply = await runScript(begin, [state], [today, holder, now, untilThen])
  const [outcome, cursor = ''] = reply as ['begun' | 'done' | 'running', string?]
  if (outcome !== 'begun') return outcome
  const take = async (...args: Array<string | number>) => (await runScript(step, [state], [holder, ...args])) === 1
  return {
    cursor: cursor || null,
    hold: (at) => take('hold', at ?? '', holdTimes()[1]),
    leave: () => take('leave'),
    finish: () => take('finish'),
  }
}

/** Returns the time now and until when a pass is held from now on, epoch seconds. */
function holdTimes(): [now: number, untilThen: number] {
  const now = Math.floor(Date.now() / 1000)
  return [now, now + heldSeconds]
}
