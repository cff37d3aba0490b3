import { afterEach, beforeEach, expect, vi } from 'vitest'
import { secretIn, totp } from '../../support/totp'
import { Browser, goodPassword, newEmail } from './browser'

/** Stops the clock for each test, so no code expires during the test. `advanceClock` advances it. */
export function holdTheClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Math.ceil(Date.now() / 900_000) * 900_000 + 1_000)
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

/** Advances the clock. */
export const advanceClock = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

export const enable = (browser: Browser, password = goodPassword) =>
  browser.call('/two-factor/enable', { body: { password } })
export const sendCode = (browser: Browser, code: string, trustDevice = false) =>
  browser.call('/two-factor/verify-totp', { body: { code, trustDevice } })
export const sendRecoveryCode = (browser: Browser, code: string) =>
  browser.call('/two-factor/verify-backup-code', { body: { code } })

/** Returns a wrong code, a different one for each number. */
export const wrongCode = (secret: string, number: number): string => {
  const right = [-1, 0, 1].map((steps) => totp(secret, steps))
  const codes = Array.from({ length: 4 }, (_, at) => String(number * 4 + at).padStart(6, '0'))
  return codes.find((code) => !right.includes(code)) ?? ''
}

/** Signs someone up, turns two-step verification on, and advances the clock by a minute. */
export async function withSecondFactor() {
  const email = newEmail()
  const browser = new Browser()
  const personId = (await browser.signUp(email)).json?.user?.id ?? ''
  const { json } = await enable(browser)
  const secret = secretIn(json?.totpURI)
  expect((await sendCode(browser, totp(secret))).status).toBe(200)
  advanceClock(60)
  return { email, browser, personId, secret, recoveryCodes: json?.backupCodes ?? [] }
}

/** Signs in with the password in a new browser, up to the prompt for the code. */
export async function signInUpToCode(email: string): Promise<Browser> {
  const browser = new Browser()
  expect((await browser.signIn(email)).json).toMatchObject({ twoFactorRedirect: true })
  return browser
}
