import type { AlertKind } from '@/server/features/audit/log'
import { type Contact, contactKeys, readContacts } from '@/server/metering/access/contacts'
import { readMembers } from '@/server/metering/access/members'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { logError } from '@/server/platform/observability/logger'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, list, optional, record, text } from '@/server/platform/store/script-values'
import type { AlertMail } from './alert-mails'
import { offField } from './alert-settings'
import { mailMode } from './mode'
import reserveLua from './reserve-marks.lua'
import storeMarksLua from './store-marks.lua'

/** A person, or an account: its owners, and the members who made what the alert is about. */
type Recipient = { personId: string } | { accountId: string; makerIds?: readonly (string | null)[] }

/** An alert that a person or an account gets only once. */
export interface Alert {
  to: Recipient
  /** The setting that turns it off; null if it has its own setting. */
  kind: AlertKind | null
  /** The marks that identify the alert; see below. */
  marks: readonly string[]
  /** When the alert may be sent again, in epoch seconds. */
  until: number
  /**
   * Returns the email for the marks that have not been sent yet, or null if nothing should be sent.
   * @param makerId the member who gets it only as the maker of something; null for owners and persons, who get the same.
   */
  write(reserved: readonly string[], makerId: string | null): Promise<AlertMail | null> | AlertMail | null
}

/**
 * Sends an alert, unless it was sent before, another process is sending it, or it is turned off. Alerts do not count
 * toward the limit on emails to one recipient, so requesting other emails can't block them.
 * @returns false if another process is sending it and may still fail.
 * @throws PinrefError `store_unavailable`; the mail server's error. After an error, the alert can be sent again.
 */
export async function sendAlert({ to, kind, marks, until, write }: Alert): Promise<boolean> {
  const mode = mailMode()
  if (mode === 'off') return true
  const contacts = await contactsOf(to, kind)
  const reachable = contacts.filter(({ emailVerified }) => emailVerified || mode === 'kept')
  if (reachable.length === 0) return true
  const reservation = await reserveMarks(to, marks)
  if (!reservation) return true
  const { reserved, isElsewhere } = reservation
  if (reserved.length === 0) return !isElsewhere
  try {
    const mails = new Map<string | null, AlertMail | null>()
    for (const { makerId } of reachable) if (!mails.has(makerId)) mails.set(makerId, await write(reserved, makerId))
    await sendAll(
      reachable.flatMap(({ email, makerId }) => {
        const mail = mails.get(makerId)
        return mail ? { to: email, ...mail } : []
      }),
    )
  } catch (error) {
    await releaseMarks(to, reserved)
    throw error
  }
  await storeMarks(to, reserved, until)
  return !isElsewhere
}

/** Sends emails. @throws the mail server's error if none of them could be sent. */
async function sendAll(mails: ReadonlyArray<AlertMail & { to: string }>): Promise<void> {
  if (mails.length === 0) return
  // Imported here so a process that sends no email doesn't load the library.
  const { sendMail } = await import('./mail')
  const failures: unknown[] = []
  for (const mail of mails) await sendMail(mail).catch((error: unknown) => failures.push(error))
  if (failures.length === mails.length) throw failures[0]
  for (const error of failures) logError('an alert could not be sent to one of its recipients', { error })
}

/** Reads who gets an alert and has not turned it off; see `Alert.write` for `makerId`. */
async function contactsOf(to: Recipient, kind: AlertKind | null): Promise<Array<Contact & { makerId: string | null }>> {
  const switchedOff = kind && offField(kind)
  const members = 'personId' in to ? [] : await readMembers(to.accountId)
  const owners = members.flatMap(({ personId, role }) => (role === 'owner' ? personId : []))
  const makers = members.flatMap(({ personId, role }) =>
    role !== 'owner' && 'makerIds' in to && to.makerIds?.includes(personId) ? personId : [],
  )
  const contacts = await readContacts('personId' in to ? [to.personId] : [...owners, ...makers], switchedOff)
  return contacts.map((contact) =>
    Object.assign(contact, { makerId: makers.includes(contact.personId) ? contact.personId : null }),
  )
}

/*
 * A mark means that an alert was sent or is being sent. A mark is a field in one of the recipient's hashes; its value is
 * a time before which no other process sends the alert. A process reserves the mark for a few minutes before it sends
 * the email, and stores the mark once the email is sent, so only one process sends the email. If sending fails, the
 * process releases the mark. If the process crashes, the mark expires.
 */

/** Longer than it takes to send an email. */
const reservedSeconds = 600

/** Longer than a month: the maximum time that a mark is stored. */
const storedSeconds = 40 * 86_400

/** Reserves the free marks and deletes expired ones. Returns nothing if the recipient is gone. */
const reserve = defineScript({
  name: 'reserve-marks',
  keys: ['recipient', 'alerts'],
  args: {
    /** Epoch seconds. */
    now: integer,
    reservedUntil: integer,
    marks: list(text),
  },
  constants: { storedSeconds },
  returns: optional(
    record({
      reserved: list(text),
      /** Whether another process has reserved a mark. */
      isElsewhere: flag,
    }),
  ),
  lua: reserveLua,
})

/** Stores reserved marks, unless the recipient is gone. */
const storeReserved = defineScript({
  name: 'store-marks',
  keys: ['alerts'],
  args: { untilSeconds: integer, marks: list(text) },
  returns: flag,
  lua: storeMarksLua,
})

/** The keys of a recipient: the one that exists as long as the recipient does, and the marks. */
function keysOf(to: Recipient) {
  if ('personId' in to) return { recipient: contactKeys.user(to.personId), alerts: contactKeys.alerts(to.personId) }
  const { members, alerts } = redisKeys(to.accountId)
  return { recipient: members, alerts }
}

/** Reserves an alert's free marks. @returns null if the recipient is gone. */
function reserveMarks(to: Recipient, marks: readonly string[]) {
  const now = Math.floor(Date.now() / 1000)
  return reserve(keysOf(to), { now, reservedUntil: now + reservedSeconds, marks })
}

/** @param until epoch seconds. */
async function storeMarks(to: Recipient, marks: readonly string[], until: number): Promise<void> {
  await storeReserved(keysOf(to), { untilSeconds: Math.ceil(until), marks })
}

/** Releases marks whose email could not be sent, so the next caller can reserve them. */
const releaseMarks = (to: Recipient, marks: readonly string[]): Promise<void> => storeMarks(to, marks, 0)
