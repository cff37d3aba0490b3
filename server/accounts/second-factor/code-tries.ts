import { randomUUID } from 'node:crypto'
import { limits } from '@/server/access/limits'
import { script } from '@/server/store/script'
import { runScript, store } from '@/server/store/store'
import { signInKeys } from '../adapter/redis-keys'

/** How long a code of an authenticator app is accepted: RFC 6238 steps of 30 seconds, one early and one late. */
const codeLastsSeconds = 90

const inDay = limits.wrongCodesInDay

/**
 * Counts a try and marks a code of an app as used, unless there were too many tries. All in one step, so sending many codes at
 * once gives no more tries than sending them one by one. Returns how many milliseconds to wait, 0 if the code may be checked, -1
 * if it was tried before.
 */
const countTry = script(`
local tries, used, now, id, lasts = KEYS[1], KEYS[2], tonumber(ARGV[1]), ARGV[2], ARGV[3]
for at = 4, #ARGV, 2 do
  local max, window = tonumber(ARGV[at]), tonumber(ARGV[at + 1])
  redis.call('ZREMRANGEBYSCORE', tries, '-inf', now - ${inDay.windowSeconds * 1000})
  local oldest = redis.call('ZREVRANGE', tries, max - 1, max - 1, 'WITHSCORES')[2]
  if oldest and oldest + window > now then return math.ceil(oldest + window - now) end
end
redis.call('ZADD', tries, now, id)
redis.call('EXPIRE', tries, ${inDay.windowSeconds})
if used and not redis.call('SET', used, '1', 'NX', 'EX', lasts) then return -1 end
return 0
`)

/** Whether a code may be checked. `again`: it was tried before, and a code works only once. */
export type CodeTry = { outcome: 'checked' } | { outcome: 'again' } | { outcome: 'too-many'; retryAfterSeconds: number }

/**
 * Counts a try at the second factor of an account. A try that succeeds is removed with `forgetTry`: only wrong codes count.
 * @param appCode the six digits of an authenticator app; null for a recovery code, which better-auth itself accepts only once.
 */
export async function tryCode(accountId: string, appCode: string | null): Promise<CodeTry> {
  const keys = [signInKeys.codeTries(accountId)]
  if (appCode !== null) keys.push(signInKeys.usedCode(accountId, appCode))
  const windows = [limits.wrongCodes, inDay].flatMap(({ max, windowSeconds }) => [max, windowSeconds * 1000])
  const waitMs = Number(await runScript(countTry, keys, [Date.now(), randomUUID(), codeLastsSeconds, ...windows]))
  if (waitMs > 0) return { outcome: 'too-many', retryAfterSeconds: Math.ceil(waitMs / 1000) }
  return { outcome: waitMs === 0 ? 'checked' : 'again' }
}

/** Removes the newest try. */
export async function forgetTry(accountId: string): Promise<void> {
  const { redis } = await store()
  await redis.zpopmax(signInKeys.codeTries(accountId), 1)
}
