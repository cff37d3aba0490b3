import { redisKeys } from '@/server/access/redis-keys'
import type { AlertKind } from '@/server/observability/audit-event'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import { offField } from './settings'

/*
 * A mark says that an alert was mailed, or is being mailed. It is a field of a hash of the account; its value is the time until
 * which nobody else mails that alert. A process takes the mark for some minutes before it sends the mail, and keeps it
 * afterwards, so only one of any number of processes sends it. If sending fails, the process gives the mark up. If the process
 * ends before that, the mark lapses.
 */

/** Longer than it takes to send a mail. */
const takenSeconds = 600

/** Longer than a month, the longest that a mark is kept. */
const keepSeconds = 40 * 86_400

/**
 * Takes the marks that nobody has, and drops old ones. Returns { email as JSON, the marks taken }; nothing if the alert is
 * switched off, the email is not confirmed, or the account is gone.
 */
const take = script(`
local user, profile, alerts = unpack(KEYS)
local off, unconfirmedToo, now, untilThen, keep = ARGV[1], ARGV[2] == '1', tonumber(ARGV[3]), ARGV[4], ARGV[5]
local email, verified = unpack(redis.call('HMGET', user, 'email', 'emailVerified'))
if not email or not (verified == 'true' or unconfirmedToo) then return false end
if redis.call('HEXISTS', profile, off) == 1 then return false end
local held = redis.call('HGETALL', alerts)
for at = 1, #held, 2 do
  if tonumber(held[at + 1]) <= now then redis.call('HDEL', alerts, held[at]) end
end
local taken = {}
for at = 6, #ARGV do
  if redis.call('HSETNX', alerts, ARGV[at], untilThen) == 1 then taken[#taken + 1] = ARGV[at] end
end
if #taken > 0 then redis.call('EXPIRE', alerts, keep) end
return { email, taken }
`)

/** Keeps marks that are taken, unless the account is gone. */
const keep = script(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for at = 2, #ARGV do redis.call('HSET', KEYS[1], ARGV[at], ARGV[1]) end
return 1
`)

/**
 * Takes those marks of an alert that nobody has taken or kept.
 * @param unconfirmedToo whether mail may go to an email that is not confirmed.
 * @returns where to mail the alert, and the marks that were taken; null if no mail is wanted.
 */
export async function takeMarks(
  accountId: string,
  kind: AlertKind,
  marks: readonly string[],
  unconfirmedToo: boolean,
): Promise<{ email: string; taken: string[] } | null> {
  const { user, profile, alerts } = redisKeys(accountId)
  const now = Math.floor(Date.now() / 1000)
  const args = [offField(kind), unconfirmedToo ? 1 : 0, now, now + takenSeconds, keepSeconds, ...marks]
  const reply = (await runScript(take, [user, profile, alerts], args)) as [email: string, taken: string[]] | null
  return reply && { email: JSON.parse(reply[0]), taken: reply[1] }
}

/** @param until epoch seconds. */
export async function keepMarks(accountId: string, marks: readonly string[], until: number): Promise<void> {
  await runScript(keep, [redisKeys(accountId).alerts], [until, ...marks])
}

/** Gives up marks whose mail could not be sent: the next caller may take them. */
export const giveUpMarks = (accountId: string, marks: readonly string[]): Promise<void> =>
  keepMarks(accountId, marks, 0)
