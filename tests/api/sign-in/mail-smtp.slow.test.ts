import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { readAccountLog } from '@/server/features/audit/log'
import { contactKeys } from '@/server/metering/access/contacts'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { startMailServer } from '../../support/mail-server'
import { accountOf, ownersPlace } from '../../support/new-account'
import { Browser, confirmByMail, goodPassword, keySpace, linkIn, newEmail } from './browser'
import { fillQueue } from './password-queue'

const mailServer = await startMailServer()
withStore({ SMTP_URL: mailServer.url, APP_URL: 'https://pinref.example' })
const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
beforeEach(() => void written.mockClear())
afterAll(() => mailServer.stop())

describe('with a mail server', () => {
  test('an email must be confirmed before the first sign-in', async () => {
    const browser = new Browser()
    const email = newEmail()
    const { status, json } = await browser.signUp(email)
    expect([status, json]).toEqual([200, { token: null, user: null }])

    const mail = await mailServer.newestFor(email)
    expect(await browser.signedInAs()).toBeNull()
    const early = await browser.signIn(email)
    expect([early.status, early.json?.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])

    expect(mail.from).toBe('no-reply@pinref.example')
    expect(mail.text).toContain('Subject: Confirm your email')
    expect(linkIn(mail)).toMatch(/^\/verify-email\?token=/)
    const opened = await browser.call(linkIn(await mailServer.newestFor(email, 2)))
    const page = new URL(opened.headers.get('location') ?? '', 'https://pinref.example')
    expect(page.pathname).toBe('/confirm-email')
    await browser.call('/confirm-email', { body: { token: page.searchParams.get('token') } })
    expect(await browser.signedInAs()).toBe(email)
    expect((await new Browser().signIn(email)).status).toBe(200)
    expect(written).not.toHaveBeenCalledWith(expect.stringContaining('verify-email'))
  })

  test('a sign-up gets 429 and changes nothing while too many passwords wait, whether or not the email has an account', async () => {
    const existing = newEmail()
    await new Browser().signUp(existing)
    await mailServer.newestFor(existing)
    const before = await keySpace()
    const free = fillQueue()
    for (const email of [existing, newEmail()]) expect((await new Browser().signUp(email)).status).toBe(429)
    await free()
    expect(await keySpace()).toEqual(before)
  })

  test('a sign-up that got its response is completed even if too many passwords wait by then', async () => {
    const { redis } = await store()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { get } = redis
    vi.spyOn(redis, 'get').mockImplementation((async (key: string) => {
      await held
      return get.call(redis, key)
    }) as typeof redis.get)
    const email = newEmail()
    expect((await new Browser().signUp(email)).status).toBe(200)
    vi.mocked(redis.get).mockRestore()
    const free = fillQueue()
    release()
    await mailServer.newestFor(email)
    await free()
  })

  test('a person’s audit log begins with its sign-up, and no longer expires once the email is confirmed', async () => {
    const browser = new Browser()
    const email = newEmail()
    await browser.signUp(email)
    await confirmByMail(browser, await mailServer.newestFor(email))
    await finishWork()
    const personId = (await browser.call('/get-session')).json?.user?.id ?? ''
    const { events } = await readAccountLog(await ownersPlace(await accountOf(personId)), { count: 10 })
    expect(events.map(({ kind }) => kind)).toEqual(['signed-in', 'email-confirmed', 'signed-up'])
    expect(events).toMatchObject([{ method: 'mail' }, {}, { address: expect.stringContaining('.0/24') }])
    expect(await (await store()).redis.ttl(contactKeys.log(personId))).toBe(-1)
  })

  test('a wrong password does not reveal whether the email is confirmed', async () => {
    const email = newEmail()
    await new Browser().signUp(email)
    await mailServer.newestFor(email)
    expect((await new Browser().signIn(email, 'wrong password')).json?.code).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  test('a second sign-up with the same email gets the same response as the first; only the email differs', async () => {
    const email = newEmail()
    const browser = new Browser()
    const first = await browser.signUp(email)
    await confirmByMail(browser, await mailServer.newestFor(email))
    const again = await new Browser().signUp(email)
    expect([again.status, again.text]).toEqual([first.status, first.text])
    const names = ({ headers }: typeof first) =>
      headers.getSetCookie().map((line) => line.replace(/^([^=]+)=[^;]+/, '$1'))
    expect(names(again)).toEqual(names(first))
    const mail = await mailServer.newestFor(email, 2)
    expect(mail.text).toContain('You already have an account')
    expect((await new Browser().signIn(email)).status).toBe(200)
  })

  test('many simultaneous sign-ups with one email get the same response and create one account', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => new Browser().signUp(email)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    await mailServer.newestFor(email)
    const { redis } = await store()
    const withIt = async () => {
      const users = (await keySpace()).filter((key) => key.endsWith(':user'))
      const held = await Promise.all(users.map((key) => redis.hget(key, 'email')))
      return held.filter((one) => one === email).length
    }
    await expect.poll(withIt).toBe(1)
    expect(written).not.toHaveBeenCalled()
  })

  test('an app at a public address rejects a sign-up from another origin, even if the Host header matches that origin', async () => {
    const headers = { origin: 'http://elsewhere.example', host: 'elsewhere.example' }
    const body = { name: '', email: newEmail(), password: goodPassword }
    expect((await new Browser().call('/sign-up/email', { body, headers })).status).toBe(403)
  })

  test('a mail server that hangs does not delay a sign-up or a request for a new password', async () => {
    const [browser, email] = [new Browser(), newEmail()]
    await browser.signUp(email)
    await confirmByMail(browser, await mailServer.newestFor(email))
    mailServer.hang()
    // The mailer's own time limits never pass, except the one for a silent connection.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    expect((await new Browser().signUp(newEmail())).status).toBe(200)
    expect((await new Browser().call('/request-password-reset', { body: { email } })).status).toBe(200)
    // A call that waited for its mail would have had to give up its connection first.
    expect(mailServer.givenUp()).toBe(0)
    expect(written).not.toHaveBeenCalled()
  })

  test('a sign-up succeeds even if its email cannot be sent, and the failure is logged', async () => {
    const before = mailServer.received.length
    await mailServer.stop()
    const { status } = await new Browser().call('/sign-up/email', {
      body: { name: '', email: newEmail(), password: goodPassword },
    })
    expect(status).toBe(200)
    await vi.waitFor(
      () => expect(written).toHaveBeenCalledWith(expect.stringContaining('an email could not be sent')),
      { timeout: 20_000 },
    )
    expect(mailServer.received.length).toBe(before)
  })
})
