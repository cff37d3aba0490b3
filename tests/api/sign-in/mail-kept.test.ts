import { statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { signedInPerson } from '@/server/features/sign-in/session'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { Browser, goodPassword, keptMails, keySpace, linkIn, newEmail, newestMail } from './browser'

withStore({ LOG_LEVEL: 'info' })
const errors = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
beforeEach(() => {
  errors.mockClear()
  output.mockClear()
})

const tokenIn = (link: string) => new URL(link).searchParams.get('token')

describe('without a mail server', () => {
  test('the confirmation link is stored in a private file, is not logged, and confirms the email', async () => {
    const browser = new Browser()
    const email = newEmail()
    await browser.signUp(email)
    const mail = await newestMail(email)
    expect(mail.subject).toBe('Confirm your email')
    const file = join(env().DATA_DIR, 'mail.jsonl')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const logged = [...errors.mock.calls, ...output.mock.calls].join('')
    expect(logged).toContain(`"message":"An email was added to ${file}, because SMTP_URL is not set."`)
    for (const text of [email, linkIn(mail)]) expect(logged).not.toContain(text)
    const { status, headers } = await new Browser().call(linkIn(mail))
    expect([status, headers.get('location')]).toEqual([302, '/?notice=email-confirmed'])
    expect(await signedInPerson(new Headers({ cookie: browser.cookieHeader() }))).toMatchObject({
      email,
      emailVerified: true,
    })
  })

  test('the confirmation link is also printed in development', async () => {
    vi.stubEnv('NODE_ENV', 'development')
    const email = newEmail()
    await new Browser().signUp(email)
    const mail = await newestMail(email)
    expect(errors).toHaveBeenCalledWith(expect.stringContaining(linkIn(mail)))
    vi.unstubAllEnvs()
  })

  test('a confirmation link with a forged token or a redirect to another site confirms nothing', async () => {
    const email = newEmail()
    const browser = new Browser()
    await browser.signUp(email)
    const link = linkIn(await newestMail(email))
    const forged = link.replace(
      /(token=[^.]+\.)[^.]+/,
      `$1${Buffer.from(JSON.stringify({ email, exp: 9e9 })).toString('base64url')}`,
    )
    const { headers } = await browser.call(forged)
    expect(headers.get('location')).toBe('/?notice=email-confirmed&error=INVALID_TOKEN')
    const elsewhere = await browser.call(
      link.replace(/callbackURL=[^&]*/, 'callbackURL=https%3A%2F%2Felsewhere.example'),
    )
    expect(elsewhere.json?.code).toBe('INVALID_CALLBACK_URL')
    expect((await signedInPerson(new Headers({ cookie: browser.cookieHeader() })))?.emailVerified).toBe(false)
  })

  test('a reset link replaces the password only once, and ends existing sessions', async () => {
    const browser = new Browser()
    const email = newEmail()
    await browser.signUp(email)
    await browser.call('/request-password-reset', { body: { email: email.toUpperCase() } })
    const mail = await newestMail(email, 2)
    expect(mail.subject).toBe('Reset your password')
    expect(linkIn(mail)).toMatch(/^http:\/\/localhost:3000\/reset-password\?token=\w+$/)
    const body = { token: tokenIn(linkIn(mail)), newPassword: 'a new password' }
    const answers = await Promise.all([1, 2, 3].map(() => new Browser().call('/reset-password', { body })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
    expect(await browser.signedInAs()).toBeNull()
    expect((await new Browser().signIn(email)).status).toBe(401)
    expect((await new Browser().signIn(email, 'a new password')).status).toBe(200)
  })

  test('a reset link’s token is not in the store', async () => {
    const email = newEmail()
    await new Browser().signUp(email)
    await new Browser().call('/request-password-reset', { body: { email } })
    const token = tokenIn(linkIn(await newestMail(email, 2))) ?? ''
    const { redis } = await store()
    const keys = await keySpace()
    expect(keys.some((key) => key.startsWith('verification:'))).toBe(true)
    for (const key of keys.filter((name) => name.startsWith('verification:'))) {
      expect(key + JSON.stringify(await redis.get(key))).not.toContain(token)
      expect(await redis.ttl(key)).toBeGreaterThan(3_500)
    }
  })

  test('requesting a new password does not reveal whether an account exists', async () => {
    const email = newEmail()
    await new Browser().signUp(email)
    const existing = await new Browser().call('/request-password-reset', { body: { email } })
    const unknown = await new Browser().call('/request-password-reset', { body: { email: newEmail() } })
    expect([existing.status, existing.text]).toEqual([unknown.status, unknown.text])
  })

  test('an unconfirmed email is changed immediately, and the old one becomes free', async () => {
    const browser = new Browser()
    const [before, after] = [newEmail(), newEmail()]
    await browser.signUp(before)
    expect((await browser.call('/change-email', { body: { newEmail: after.toUpperCase() } })).status).toBe(200)
    expect(await browser.signedInAs()).toBe(after)
    expect((await new Browser().signIn(after)).status).toBe(200)
    expect((await new Browser().signIn(before)).status).toBe(401)
    expect((await new Browser().signUp(before)).status).toBe(200)
    expect((await new Browser().signUp(after)).status).toBe(422)
  })

  test('a confirmed email changes only after the links sent to the old and the new email are opened', async () => {
    const browser = new Browser()
    const [before, after] = [newEmail(), newEmail()]
    await browser.signUp(before)
    await browser.call(linkIn(await newestMail(before)))
    await browser.call('/change-email', { body: { newEmail: after } })
    expect(keptMails(after)).toHaveLength(0)
    await browser.call(linkIn(await newestMail(before, 2)))
    expect(await browser.signedInAs()).toBe(before)
    await browser.call(linkIn(await newestMail(after)))
    expect(await browser.signedInAs()).toBe(after)
    expect((await new Browser().signUp(before)).status).toBe(200)
    expect((await new Browser().signIn(after)).status).toBe(200)
  })

  test('another account’s email cannot be taken over, and the response does not reveal that it is in use', async () => {
    const browser = new Browser()
    const [own, taken] = [newEmail(), newEmail()]
    await new Browser().signUp(taken)
    await browser.signUp(own)
    const refused = await browser.call('/change-email', { body: { newEmail: taken } })
    expect([refused.status, refused.json]).toEqual([200, { status: true }])
    expect(await browser.signedInAs()).toBe(own)
    expect((await new Browser().signIn(taken, goodPassword)).json?.user?.email).toBe(taken)
  })
})
