import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { switchAlert } from '@/server/features/mail/alert-settings'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { withStore } from '../../access/environment'
import { startMailServer } from '../../support/mail-server'
import { secretIn, totp } from '../../support/totp'
import { Browser, confirmByMail, goodPassword, newEmail } from './browser'
import { advanceClock, enable, sendCode } from './two-step'

const mailServer = await startMailServer()
withStore({ SMTP_URL: mailServer.url, APP_URL: 'https://pinref.example' })
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => mailServer.stop())

const subject = 'Subject: New sign-in to your account'
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** Returns the new-device emails that someone has received. */
async function alertsTo(email: string) {
  await finishWork()
  return mailServer.received.filter(({ to, text }) => to.includes(email) && text.includes(subject))
}

/** Signs someone up in a new browser and confirms the email there. */
async function person() {
  const [browser, email] = [new Browser(), newEmail()]
  await browser.signUp(email)
  await confirmByMail(browser, await mailServer.newestFor(email))
  const personId = (await browser.call('/get-session')).json?.user?.id ?? ''
  return { browser, email, personId }
}

const signIn = (browser: Browser, email: string, password = goodPassword) =>
  browser.call('/sign-in/email', { body: { email, password }, headers: { 'user-agent': firefox } })

test('a sign-in from a new device sends an email with the browser, the IP address, and instructions', async () => {
  const { email } = await person()
  const other = new Browser()
  expect((await signIn(other, email)).status).toBe(200)
  const [mail, ...more] = await alertsTo(email)
  expect(more).toEqual([])
  expect(mail?.text).toContain(`Firefox on Windows, from ${other.client.address}`)
  expect(mail?.text).toContain('change your password: https://pinref.example/sign-in?next=%2Faccount%23devices')
  expect(mail?.text).toContain('https://pinref.example/sign-in?next=%2Faccount%23alerts')
})

test('a sign-up, a known browser, a password change, or a wrong password sends no new-device email', async () => {
  const { browser, email } = await person()
  await browser.call('/sign-out', { body: {} })
  expect((await signIn(browser, email)).status).toBe(200)
  const { headers } = await browser.call('/change-password', {
    body: { currentPassword: goodPassword, newPassword: 'another good horse' },
  })
  expect(headers.getSetCookie().length).toBeGreaterThan(0)
  expect((await signIn(new Browser(), email, 'a wrong one')).status).toBe(401)
  expect(await alertsTo(email)).toEqual([])
})

test('an account does not get new-device emails if they are turned off', async () => {
  const { email, personId } = await person()
  await switchAlert(personId, 'sign-in', false)
  await signIn(new Browser(), email)
  expect(await alertsTo(email)).toEqual([])
})

test('with a second factor, the new-device email is sent after the code, or after the password in a trusted browser', async () => {
  const { browser, email } = await person()
  const { json } = await enable(browser)
  const secret = secretIn(json?.totpURI)
  expect((await sendCode(browser, totp(secret))).status).toBe(200)
  const other = new Browser()
  vi.useFakeTimers({ toFake: ['Date'] })
  // A code works once, and sign-ins to a minute-old account send no alert.
  advanceClock(120)
  expect((await signIn(other, email)).json).toMatchObject({ twoFactorRedirect: true })
  expect(await alertsTo(email)).toEqual([])
  expect((await sendCode(other, totp(secret), true)).status).toBe(200)
  expect(await alertsTo(email)).toHaveLength(1)

  await other.call('/sign-out', { body: {} })
  for (const name of other.cookies.keys()) if (name.endsWith('known_browser')) other.cookies.delete(name)
  expect((await signIn(other, email)).json?.twoFactorRedirect).toBeUndefined()
  expect(await alertsTo(email)).toHaveLength(2)
  await other.call('/sign-out', { body: {} })
  await signIn(other, email)
  expect(await alertsTo(email)).toHaveLength(2)
})

test('new-device emails are limited to ten an hour and do not delay other emails', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 1_000)
  const { email } = await person()
  for (let times = 0; times < 12; times++) await signIn(new Browser(), email)
  expect(await alertsTo(email)).toHaveLength(10)
  await new Browser().call('/request-password-reset', { body: { email } })
  await finishWork()
  expect(mailServer.received.at(-1)?.text).toContain('Reset your password')
})
