import { redisKeys } from '@/server/access/redis-keys'
import type { AlertKind } from '@/server/audit/events'
import { script } from '@/server/store/script'
import { runScript } from '@/server/store/store'
import type { AlertMail } from './alert-mails'
import { offField } from './alert-settings'
import { mailMode } from './mode'

/** Something that an account is mailed about once. */
export interface Alert {
  accountId: string
  kind: AlertKind
  /** What identifies the alert: see below. */
  marks: readonly string[]
  /** Until when the alert is remembered as sent, epoch seconds. */
  until: number
  /** Writes the mail, given the marks that were not mailed before; null if there is nothing to say. */
  write(taken: readonly string[]): Promise<AlertMail | null> | AlertMail | null
}

/**
 * Mails an alert, unless it was mailed before, another process is mailing it, or it is switched off. It does not count towards
 * the limit of mails to one recipient: somebody who requests other mails must not be able to hold it back.
 * @throws PinrefError `store_unavailable`; the mail server's error. The alert can then be sent again.
 */
export async function sendAlert({ accountId, kind, marks, until, write }: Alert): Promise<void> {
  const mode = mailMode()
  if (mode === 'off') return
  const found = await takeMarks(accountId, kind, marks, mode === 'kept')
  if (!found || found.taken.length === 0) return
  const { email, taken } = found
  try {
    const mail = await write(taken)
    if (mail) {
      // Imported here, not above: a process that sends no mail does not load the library.
      const { sendMail } = await import('./mail')
      await sendMail({ to: email, ...mail })
    }
  } catch (error) {
    await giveUpMarks(accountId, taken)
    throw error
  }
  await keepMarks(accountId, taken, until)
}

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
async function takeMarks(
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
async function keepMarks(accountId: string, marks: readonly string[], until: number): Promise<void> {
  await runScript(keep, [redisKeys(accountId).alerts], [until, ...marks])
}

/** Gives up marks whose mail could not be sent: the next caller may take them. */
const giveUpMarks = (accountId: string, marks: readonly string[]): Promise<void> => keepMarks(accountId, marks, 0)
