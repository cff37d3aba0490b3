import type { AlertKind } from '@/server/features/audit/log'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, list, optional, record, text } from '@/server/platform/store/script-values'
import type { AlertMail } from './alert-mails'
import { offField } from './alert-settings'
import { mailMode } from './mode'
import reserveLua from './reserve-marks.lua'
import storeMarksLua from './store-marks.lua'

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
 * Reserves the free marks and deletes expired ones. Returns nothing if the alert is turned off, the email is not
 * confirmed, or the account is gone.
 */
const reserve = defineScript({
  name: 'reserve-marks',
  keys: ['user', 'profile', 'alerts'],
  args: {
    offField: optional(text),
    unconfirmedToo: flag,
    /** Epoch seconds. */
    now: integer,
    reservedUntil: integer,
    marks: list(text),
  },
  constants: { storedSeconds },
  returns: optional(
    record({
      /** JSON. */
      email: text,
      reserved: list(text),
      /** Whether another process has reserved a mark. */
      isElsewhere: flag,
    }),
  ),
  lua: reserveLua,
})

/** Stores reserved marks, unless the account is gone. */
const storeReserved = defineScript({
  name: 'store-marks',
  keys: ['alerts'],
  args: { untilSeconds: integer, marks: list(text) },
  returns: flag,
  lua: storeMarksLua,
})

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
  const now = Math.floor(Date.now() / 1000)
  const reservation = await reserve(redisKeys(accountId), {
    offField: kind && offField(kind),
    unconfirmedToo,
    now,
    reservedUntil: now + reservedSeconds,
    marks,
  })
  return reservation && { ...reservation, email: JSON.parse(reservation.email) }
}

/** @param until epoch seconds. */
async function storeMarks(accountId: string, marks: readonly string[], until: number): Promise<void> {
  await storeReserved(redisKeys(accountId), { untilSeconds: Math.ceil(until), marks })
}

/** Releases marks whose email could not be sent, so the next caller can reserve them. */
const releaseMarks = (accountId: string, marks: readonly string[]): Promise<void> => storeMarks(accountId, marks, 0)
