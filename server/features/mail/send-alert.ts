import type { AlertKind } from '@/server/features/audit/log'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { runScript, script } from '@/server/platform/store/untyped'
import type { AlertMail } from './alert-mails'
import { offField } from './alert-settings'
import { mailMode } from './mode'

/** An alert that an account gets only once. */
export interface Alert {
  accountId: string
  /** The setting that turns it off; null if it has its own setting. */
  kind: AlertKind | null
  /** The marks that identify the alert; see below. */
  marks: readonly string[]
  /** When the alert may be sent again, in epoch seconds. */
  until: number
  /** Returns the email for the marks that have not been sent yet, or null if nothing should be sent. */
  write(reserved: readonly string[]): Promise<AlertMail | null> | AlertMail | null
}

/**
 * Sends an alert, unless it was sent before, another process is sending it, or it is turned off. Alerts do not count
 * toward the limit on emails to one recipient, so requesting other emails can't block them.
 * @returns false if another process is sending it and may still fail.
 * @throws PinrefError `store_unavailable`; the mail server's error. After an error, the alert can be sent again.
 */
export async function sendAlert({ accountId, kind, marks, until, write }: Alert): Promise<boolean> {
  const mode = mailMode()
  if (mode === 'off') return true
  const reservation = await reserveMarks(accountId, kind, marks, mode === 'kept')
  if (!reservation) return true
  const { email, reserved, isElsewhere } = reservation
  if (reserved.length === 0) return !isElsewhere
  try {
    const mail = await write(reserved)
    if (mail) {
      // Imported here so a process that sends no email doesn't load the library.
      const { sendMail } = await import('./mail')
      await sendMail({ to: email, ...mail })
    }
  } catch (error) {
    await releaseMarks(accountId, reserved)
    throw error
  }
  await storeMarks(accountId, reserved, until)
  return !isElsewhere
}

/*
 * A mark means that an alert was sent or is being sent. A mark is a field in one of the account's hashes; its value is
 * a time before which no other process sends the alert. A process reserves the mark for a few minutes before it sends
 * the email, and stores the mark once the email is sent, so only one process sends the email. If sending fails, the
 * process releases the mark. If the process crashes, the mark expires.
 */

/** Longer than it takes to send an email. */
const reservedSeconds = 600

/** Longer than a month: the maximum time that a mark is stored. */
const storedSeconds = 40 * 86_400

/**
 * Reserves the free marks and deletes expired ones. Returns { email as JSON, the marks reserved, whether another
 * process has reserved one (1) }; nothing if the alert is turned off, the email is not confirmed, or the account is
 * gone.
 */
const reserve = script(`
local user, profile, alerts = unpack(KEYS)
local off, unconfirmedToo, now, untilThen, keep = ARGV[1], ARGV[2] == '1', tonumber(ARGV[3]), ARGV[4], ARGV[5]
local email, verified = unpack(redis.call('HMGET', user, 'email', 'emailVerified'))
if not email or not (verified == 'true' or unconfirmedToo) then return false end
if redis.call('HEXISTS', profile, off) == 1 then return false end
local held = redis.call('HGETALL', alerts)
for at = 1, #held, 2 do
  if tonumber(held[at + 1]) <= now then redis.call('HDEL', alerts, held[at]) end
end
local taken, elsewhere = {}, 0
for at = 6, #ARGV do
  if redis.call('HSETNX', alerts, ARGV[at], untilThen) == 1 then taken[#taken + 1] = ARGV[at]
  elseif tonumber(redis.call('HGET', alerts, ARGV[at])) <= tonumber(untilThen) then elsewhere = 1 end
end
if #taken > 0 then redis.call('EXPIRE', alerts, keep) end
return { email, taken, elsewhere }
`)

/** Stores reserved marks, unless the account is gone. */
const storeReserved = script(`
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for at = 2, #ARGV do redis.call('HSET', KEYS[1], ARGV[at], ARGV[1]) end
return 1
`)

/**
 * Reserves an alert's free marks.
 * @param unconfirmedToo whether the alert may be sent to an unconfirmed email.
 * @returns the recipient and the reserved marks, or null if no alert should be sent.
 */
async function reserveMarks(
  accountId: string,
  kind: AlertKind | null,
  marks: readonly string[],
  unconfirmedToo: boolean,
): Promise<{ email: string; reserved: string[]; isElsewhere: boolean } | null> {
  const { user, profile, alerts } = redisKeys(accountId)
  const now = Math.floor(Date.now() / 1000)
  const args = [
    kind === null ? '' : offField(kind),
    unconfirmedToo ? 1 : 0,
    now,
    now + reservedSeconds,
    storedSeconds,
    ...marks,
  ]
  const reply = (await runScript(reserve, [user, profile, alerts], args)) as [string, string[], number] | null
  return reply && { email: JSON.parse(reply[0]), reserved: reply[1], isElsewhere: reply[2] === 1 }
}

/** @param until epoch seconds. */
async function storeMarks(accountId: string, marks: readonly string[], until: number): Promise<void> {
  await runScript(storeReserved, [redisKeys(accountId).alerts], [until, ...marks])
}

/** Releases marks whose email could not be sent, so the next caller can reserve them. */
const releaseMarks = (accountId: string, marks: readonly string[]): Promise<void> => storeMarks(accountId, marks, 0)
