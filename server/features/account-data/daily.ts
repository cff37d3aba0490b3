import { randomUUID } from 'node:crypto'
import { keysExpire } from '@/server/features/mail/alert-mails'
import { mailMode } from '@/server/features/mail/mode'
import { type Alert, sendAlert } from '@/server/features/mail/send-alert'
import { readIndex } from '@/server/features/sign-in/adapter/account-index'
import { type KeyDetails, readKeys } from '@/server/metering/access/key-list'
import { createThrottledLog, logError } from '@/server/platform/observability/logger'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { defineScript } from '@/server/platform/store/script'
import { flag, integer, oneOf, optional, outcomes, text } from '@/server/platform/store/script-values'
import beginPassLua from './begin-pass.lua'
import stepPassLua from './step-pass.lua'

/** How long after its start a process first checks whether the day's alerts were sent, and how often after that. */
const firstMs = 60_000
const everyMs = 600_000

const logFailure = createThrottledLog()

/** Checks regularly until this process ends, and sends the day's alerts unless another process does. */
export function startDailyTimer(stopping: AbortSignal): void {
  if (mailMode() === 'off') return
  const look = async () => {
    await mailDailyAlerts(() => !stopping.aborted)
  }
  const lookBehind = () =>
    afterResponse(look().catch((error: unknown) => logFailure('the daily alerts could not be sent', error)))
  const first = setTimeout(lookBehind, firstMs).unref()
  const timer = setInterval(lookBehind, everyMs).unref()
  stopping.addEventListener('abort', () => {
    clearTimeout(first)
    clearInterval(timer)
  })
}

const pageSize = 100

/** nodemailer's error codes for a recipient or message that the mail server rejects. */
const refusals = ['EENVELOPE', 'EMESSAGE']

/**
 * `done`: every account was checked today. `running`: another process holds the pass. `unfinished`: a later call
 * finishes the pass.
 */
type DailyOutcome = 'done' | 'running' | 'unfinished'

/**
 * Emails the makers of keys that expire soon, and the accounts' owners, once a day, no matter how many times or in how many processes this is
 * called. Goes through all accounts a page at a time and resumes where an earlier call stopped.
 * @param goesOn returns whether there is time for another page.
 * @throws PinrefError `store_unavailable`; the mail server's error if it does not accept mail.
 */
export async function mailDailyAlerts(goesOn: () => boolean): Promise<DailyOutcome> {
  if (mailMode() === 'off') return 'done'
  const holder = randomUUID()
  for (;;) {
    const pass = await beginPass(new Date().toISOString().slice(0, 10), holder)
    if (typeof pass === 'string') return pass
    const outcome = await goThrough(pass, goesOn)
    // The finished pass may be from an earlier day.
    if (outcome !== 'done') return outcome
  }
}

async function goThrough(pass: Pass, goesOn: () => boolean): Promise<DailyOutcome> {
  let { cursor } = pass
  const stillOurs = () => pass.hold(cursor)
  try {
    while (goesOn()) {
      const page = await readIndex('', cursor, pageSize)
      const now = Math.floor(Date.now() / 1000)
      const alerts = await Promise.all(page.map(({ accountId }) => expiryAlert(accountId, now)))
      if (!(await sendAll(alerts, stillOurs))) return 'running'
      if (page.length < pageSize) return (await pass.finish()) ? 'done' : 'running'
      cursor = page.at(-1)?.member ?? null
      if (!(await stillOurs())) return 'running'
    }
  } catch (error) {
    await pass.leave().catch(() => {})
    throw error
  }
  await pass.leave()
  return 'unfinished'
}

/**
 * @returns false if another process now holds the pass.
 * @throws the mail server's error if it does not accept mail at all; a later call then repeats the page.
 */
async function sendAll(alerts: ReadonlyArray<Alert | null>, stillOurs: () => Promise<boolean>): Promise<boolean> {
  for (const alert of alerts) {
    if (alert === null) continue
    await sendAlert(alert).catch((error: unknown) => {
      if (!refusals.includes(String((error as { code?: unknown }).code))) throw error
      logError('an alert could not be sent', { error })
    })
    if (!(await stillOurs())) return false
  }
  return true
}

/** Emails a key's maker and the account's owners this many days (UTC) before the key expires, last email first. */
const daysBefore = [1, 7]

const daySeconds = 86_400

/** A key that expires soon, and the days in `daysBefore` that it has reached. */
interface Expiring {
  key: KeyDetails & { expires: number }
  days: number[]
}

/**
 * Returns one alert for all of an account's keys that expire within a week or a day; null if there are none. A key with
 * a shorter lifetime is omitted, because its owner has just chosen the expiry.
 * @param now epoch seconds.
 */
async function expiryAlert(accountId: string, now: number): Promise<Alert | null> {
  const expiring = (await readKeys(accountId)).flatMap((key) => expiringOf(key, now) ?? [])
  if (expiring.length === 0) return null
  expiring.sort((a, b) => a.key.expires - b.key.expires)
  return {
    to: { accountId, makerIds: expiring.map(({ key }) => key.maker) },
    kind: 'key-expiry',
    marks: expiring.flatMap(({ key, days }) => days.map((number) => markOf(key, number))),
    until: Math.max(...expiring.map(({ key }) => key.expires)) + daySeconds,
    write(taken, makerId) {
      // Makers get only their own keys. Anyone who got no email a week before gets one a day before.
      const own = expiring.filter(({ key }) => makerId === null || key.maker === makerId)
      const due = own.filter(({ key, days: [last = 0] }) => taken.includes(markOf(key, last)))
      return due.length > 0
        ? keysExpire(
            accountId,
            due.map(({ key }) => key),
          )
        : null
    },
  }
}

function expiringOf(key: KeyDetails, now: number): Expiring | null {
  const { expires, created } = key
  if (expires === null || expires <= now) return null
  const days = daysBefore.filter((number) => daysTo(expires, now) <= number && daysTo(expires, created) >= number)
  return days.length > 0 ? { key: { ...key, expires }, days } : null
}

const daysTo = (later: number, earlier: number): number =>
  Math.floor(later / daySeconds) - Math.floor(earlier / daySeconds)

/** The expiry is part of a mark, so a new expiry triggers new alerts. */
const markOf = ({ id, expires }: Expiring['key'], days: number): string => `${id}:${expires}:${days}`

/**
 * The state of the daily pass over all accounts: a hash with the day of the last complete pass (`finished`) and, during a pass,
 * its day (`pass`), the last account that was processed (`cursor`), its holder (`holder`), and when the hold ends
 * (`until`).
 */
const state = 'alerts:daily'

/** How long a pass may go without progress before another process takes over: longer than sending an email takes. */
const heldSeconds = 120

const begin = defineScript({
  name: 'begin-pass',
  keys: ['pass'],
  args: {
    today: text,
    holder: text,
    /** Epoch seconds. */
    now: integer,
    heldUntil: integer,
  },
  returns: outcomes({ done: {}, running: {}, begun: { cursor: optional(text) } }),
  lua: beginPassLua,
})

/** Holds, leaves, or finishes the pass, if the caller still holds it. */
const stepPass = defineScript({
  name: 'step-pass',
  keys: ['pass'],
  args: { step: oneOf('hold', 'leave', 'finish'), holder: text, cursor: optional(text), heldUntil: integer },
  returns: flag,
  lua: stepPassLua,
})

/** A pass that this process holds. Each method returns whether the process still held it. */
interface Pass {
  /** The account index member to resume after; null starts with the first. */
  cursor: string | null
  hold(cursor: string | null): Promise<boolean>
  /** Releases the pass, so that another process or a later call can resume it. */
  leave(): Promise<boolean>
  finish(): Promise<boolean>
}

/**
 * Starts a day's pass (`2026-11-22`, UTC), or resumes an interrupted pass, no matter how old, so that a pass that is
 * interrupted every day still reaches every account. `done`: today's pass is complete. `running`: another process holds
 * the pass.
 * @throws PinrefError `store_unavailable`.
 */
async function beginPass(today: string, holder: string): Promise<Pass | 'done' | 'running'> {
  const keys = { pass: state }
  const now = secondsNow()
  const begun = await begin(keys, { today, holder, now, heldUntil: now + heldSeconds })
  if (begun.outcome !== 'begun') return begun.outcome
  const take = (step: 'hold' | 'leave' | 'finish', cursor: string | null = null) =>
    stepPass(keys, { step, holder, cursor, heldUntil: secondsNow() + heldSeconds })
  return {
    cursor: begun.cursor,
    hold: (cursor) => take('hold', cursor),
    leave: () => take('leave'),
    finish: () => take('finish'),
  }
}

const secondsNow = () => Math.floor(Date.now() / 1000)
