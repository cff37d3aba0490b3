import type { MonthUse } from '@/server/access/admission'
import { env } from '@/server/env'
import type { Mail } from './mail'

export type AlertMail = Omit<Mail, 'to'>

/** A key as its owner knows it. */
interface KeyNamed {
  name: string
  start: string
}

/** Writes the mail for when most or all of the plan's calls are used. */
export const planUsed = (use: MonthUse): AlertMail =>
  use.used < use.limit
    ? alert(
        'You have used 80% of your monthly calls',
        `You have used ${count(use.used)} of your plan's ${count(use.limit)} calls for ${monthOf(use)}. Once you have used them all, further calls are refused until ${resetOf(use)}.`,
        `See where the calls go: ${page('/usage')}\nA larger plan takes effect at once: ${page('/pricing')}`,
      )
    : alert(
        'You have used all your monthly calls',
        `You have used all ${count(use.limit)} of your plan's calls for ${monthOf(use)}. Further calls are refused with status 429 until ${resetOf(use)}.`,
        `A larger plan takes effect at once: ${page('/pricing')}\nSee where the calls went: ${page('/usage')}`,
      )

/** Writes the mail for when most or all of a key's own limit is used. */
export const keyUsed = (key: KeyNamed, use: MonthUse): AlertMail =>
  use.used < use.limit
    ? alert(
        `The key “${key.name}” has used 80% of its limit`,
        `${keyLine(key)}\n\nIt has used ${count(use.used)} of its ${count(use.limit)} calls for ${monthOf(use)}. Once it has used them all, its calls are refused until ${resetOf(use)}. Your other keys are not affected.`,
        `See its use, or raise its limit: ${page('/keys')}`,
      )
    : alert(
        `The key “${key.name}” has reached its limit`,
        `${keyLine(key)}\n\nIt has used all ${count(use.limit)} of its calls for ${monthOf(use)}. Its calls are refused with status 429 until ${resetOf(use)}. Your other keys are not affected.`,
        `Raise its limit: ${page('/keys')}`,
      )

/**
 * Writes the mail for keys that expire soon.
 * @param keys at least one, the first to expire first; `expires` is in epoch seconds.
 */
export function keysExpire(keys: ReadonlyArray<KeyNamed & { expires: number }>): AlertMail {
  const [first] = keys
  const one = keys.length === 1
  return alert(
    one ? `The key “${first?.name}” is about to expire` : `${count(keys.length)} keys are about to expire`,
    keys.map((key) => `${keyLine(key)}\nexpires on ${timeText(key.expires)}`).join('\n\n'),
    `After that, calls with ${one ? 'it' : 'them'} are refused with status 401. Rotate ${one ? 'the key' : 'each key'} and switch to the new one: ${page('/keys')}\n\nIf you no longer need ${one ? 'it' : 'them'}, there is nothing to do.`,
  )
}

/** Writes the mail for when callbacks are switched off. @param tries how often each event was tried at most. */
export const callbacksOff = (url: string, tries: number): AlertMail =>
  alert(
    'Your callbacks are switched off',
    `For a day, no call to this endpoint was answered with a status from 200 to 299, or it answered 410, which means that it is gone for good:\n\n${url}\n\nEach event was tried up to ${tries} times. No more are sent there; events from now on are stored, so that you can send them again.`,
    `See how it answered, fix it and switch the endpoint on again: ${page('/callbacks')}`,
  )

/** Writes the mail for a sign-in from an unknown browser. @param at epoch seconds. */
export const newSignIn = (browser: string, address: string, at: number): AlertMail =>
  alert(
    'New sign-in to your account',
    `Someone signed in to your account with a new browser:\n\n${browser}${address && `, from ${address}`}\n${timeText(at)}`,
    `If that was you, there is nothing to do. If not, sign that browser out and change your password: ${page('/sign-in?next=%2Faccount%23devices')}`,
  )

/** @param body what has happened. @param steps what to do about it. */
const alert = (subject: string, body: string, steps: string): AlertMail => ({
  subject,
  text: `${body}\n\n${steps}\n\nTo stop mails like this one, turn them off: ${page(switches)}`,
})

/** Leads to the alerts section of the account page, through the sign-in page if needed. */
const switches = '/sign-in?next=%2Faccount%23alerts'

const page = (path: string): string => new URL(path, env().APP_URL).href

const keyLine = ({ name, start }: KeyNamed): string => `“${name}”, which begins ${start}`

const count = (calls: number): string => calls.toLocaleString('en-US')

/** The month that ends at the reset, such as `November 2026`. */
const monthOf = ({ resetSeconds }: MonthUse): string =>
  dateText((resetSeconds - 1) * 1000, { month: 'long', year: 'numeric' })

/** `December 1, 2026, 00:00 UTC` */
const resetOf = ({ resetSeconds }: MonthUse): string => timeText(resetSeconds)

function timeText(epochSeconds: number): string {
  const ms = epochSeconds * 1000
  const day = dateText(ms, { day: 'numeric', month: 'long', year: 'numeric' })
  return `${day}, ${new Date(ms).toISOString().slice(11, 16)} UTC`
}

const dateText = (ms: number, form: Intl.DateTimeFormatOptions): string =>
  new Date(ms).toLocaleDateString('en-US', { ...form, timeZone: 'UTC' })
