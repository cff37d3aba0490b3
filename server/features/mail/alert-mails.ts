import { accountPage } from '@/server/metering/access/account-page'
import type { MonthUse } from '@/server/metering/access/admission'
import { env } from '@/server/platform/settings/env'
import type { Mail } from './mail'

export type AlertMail = Omit<Mail, 'to'>

/** The data that identifies a key to its owner. */
interface KeyLabel {
  name: string
  start: string
}

/** A key whose limit also counts the calls of the keys that it created. */
interface Manager {
  operations: readonly string[] | null
}

/** Returns the email for an account's plan that is close to its limit or has reached it. */
export const planUsed = (accountId: string, use: MonthUse): AlertMail =>
  use.used < use.limit
    ? alert(
        'You have used 80% of your monthly calls',
        `You have used ${count(use.used)} of your plan’s ${count(use.limit)} calls for ${monthOf(use)}. Once you reach the limit, calls return status 429 until ${resetOf(use)}.`,
        `See your usage: ${accountPage(accountId, '/usage')}\nUpgrade your plan (takes effect immediately): ${accountPage(accountId, '/pricing')}`,
      )
    : alert(
        'You have used all your monthly calls',
        `You have used all ${count(use.limit)} of your plan’s calls for ${monthOf(use)}. Calls return status 429 until ${resetOf(use)}.`,
        `Upgrade your plan (takes effect immediately): ${accountPage(accountId, '/pricing')}\nSee your usage: ${accountPage(accountId, '/usage')}`,
      )

/** Returns the email for an account's key that is close to its limit or has reached it. */
export const keyUsed = (accountId: string, key: KeyLabel & Manager, use: MonthUse): AlertMail =>
  use.used < use.limit
    ? alert(
        `Your API key “${key.name}” has used 80% of its limit`,
        `${keyLine(key)}\n\nThe key has used ${count(use.used)} of its ${count(use.limit)} calls for ${monthOf(use)}. Once the key reaches the limit, its calls return status 429 until ${resetOf(use)}. ${affected(key)}`,
        `See the key’s usage or raise its limit: ${accountPage(accountId, '/keys')}`,
      )
    : alert(
        `Your API key “${key.name}” has reached its limit`,
        `${keyLine(key)}\n\nThe key has used all ${count(use.limit)} of its calls for ${monthOf(use)}. The key’s calls return status 429 until ${resetOf(use)}. ${affected(key)}`,
        `Raise the key’s limit: ${accountPage(accountId, '/keys')}`,
      )

const affected = ({ operations }: Manager): string =>
  operations?.includes('keys')
    ? 'This includes the calls of keys that it created. Your other keys aren’t affected.'
    : 'Your other keys aren’t affected.'

/**
 * Returns the email for keys that expire soon.
 * @param keys at least one, in order of expiry; `expires` is in epoch seconds.
 */
export function keysExpire(accountId: string, keys: ReadonlyArray<KeyLabel & { expires: number }>): AlertMail {
  const [first] = keys
  const one = keys.length === 1
  return alert(
    one ? `Your API key “${first?.name}” expires soon` : `${count(keys.length)} of your API keys expire soon`,
    keys.map((key) => `${keyLine(key)}\nExpires on ${timeText(key.expires)}`).join('\n\n'),
    `After that, calls with ${one ? 'this key' : 'these keys'} return status 401. Rotate ${one ? 'it' : 'each key'} and switch to the new one: ${accountPage(accountId, '/keys')}\n\nIf you no longer need ${one ? 'it' : 'them'}, you can ignore this email.`,
  )
}

/** Returns the email for callbacks that were turned off. @param tries the maximum number of attempts per event. */
export const callbacksOff = (accountId: string, url: string, tries: number): AlertMail =>
  alert(
    'Your callbacks were turned off',
    `We stopped sending events to this endpoint, because it either didn’t return a 2xx status for a day or returned 410 (Gone):\n\n${url}\n\nEach event was sent up to ${tries} times. New events are stored, so you can resend them later.`,
    `See the responses, fix the endpoint, and turn it back on: ${accountPage(accountId, '/callbacks')}`,
  )

/** Returns the email for a sign-in from a new browser. @param at epoch seconds. */
export const newSignIn = (browser: string, address: string, at: number): AlertMail =>
  alert(
    'New sign-in to your account',
    `Someone signed in to your account from a new browser:\n\n${browser}${address && `, from ${address}`}\n${timeText(at)}`,
    `If you signed in, ignore this email. Otherwise, sign out that browser and change your password: ${page('/sign-in?next=%2Faccount%23devices')}`,
  )

/** @param body what happened. @param steps what the recipient can do about it. */
const alert = (subject: string, body: string, steps: string): AlertMail => ({
  subject,
  text: `${body}\n\n${steps}\n\nTurn off alerts like this one: ${page(alertSettings)}`,
})

/** Links to the alerts section of the account page, through the sign-in page if needed. */
const alertSettings = '/sign-in?next=%2Faccount%23alerts'

const page = (path: string): string => new URL(path, env().APP_URL).href

const keyLine = ({ name, start }: KeyLabel): string => `“${name}” (starts with ${start})`

const count = (calls: number): string => calls.toLocaleString('en-US')

/** Returns the month that ends at the reset, such as `November 2026`. */
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
