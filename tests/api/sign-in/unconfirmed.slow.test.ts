import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { signInKeys } from '@/server/features/sign-in/adapter/redis-keys'
import { confirmationOf } from '@/server/features/sign-in/session'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { startMailServer } from '../../support/mail-server'
import { Browser, goodPassword, keySpace, linkIn, newEmail } from './browser'

const mailServer = await startMailServer()
withStore({ SMTP_URL: mailServer.url, APP_URL: 'https://pinref.example' })
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => mailServer.stop())

const day = 86_400
const ownPassword = 'the owner’s own horse'

/** Opens the link in someone's newest email, and returns the confirmation page's token. */
async function openLink(browser: Browser, email: string, count = 1): Promise<string> {
  const { headers, status } = await browser.call(linkIn(await mailServer.newestFor(email, count)))
  const page = new URL(headers.get('location') ?? '', 'https://pinref.example')
  expect([status, page.pathname]).toEqual([302, '/confirm-email'])
  return page.searchParams.get('token') ?? ''
}

const confirm = (browser: Browser, token: string, password?: string) =>
  browser.call('/confirm-email', { body: { token, ...(password !== undefined && { password }) } })

const shown = (browser: Browser, token: string) =>
  confirmationOf(token, new Headers({ cookie: browser.cookieHeader() }))

const idOf = async (email: string) =>
  (await (await store()).redis.get<{ accountId: string }>(`email:${email}`))?.accountId ?? ''

describe('a person who signs up', () => {
  test('confirms the email with one click in the same browser', async () => {
    const [browser, email] = [new Browser(), newEmail()]
    await browser.signUp(email)
    const token = await openLink(browser, email)
    expect(await shown(browser, token)).toEqual({ email, confirmed: false, here: true })
    expect(await browser.signedInAs()).toBeNull()
    expect((await confirm(browser, token)).status).toBe(200)
    expect(await browser.signedInAs()).toBe(email)
    expect((await new Browser().signIn(email)).status).toBe(200)
  })

  test('needs the password to confirm in another browser, and then signs in as usual', async () => {
    const [browser, email] = [new Browser(), newEmail()]
    await new Browser().signUp(email)
    const token = await openLink(browser, email)
    expect(await shown(browser, token)).toEqual({ email, confirmed: false, here: false })
    for (const password of [undefined, '', 'not this one']) {
      expect((await confirm(browser, token, password)).json?.code).toBe('INVALID_PASSWORD')
    }
    expect((await confirm(browser, token, goodPassword)).status).toBe(200)
    expect(await browser.signedInAs()).toBeNull()
    expect((await browser.signIn(email)).status).toBe(200)
    expect((await confirm(browser, token, goodPassword)).json?.code).toBe('EMAIL_ALREADY_VERIFIED')
    expect(await shown(browser, token)).toMatchObject({ confirmed: true })
  })

  test('gets an account that expires after a day unless the email is confirmed', async () => {
    const [browser, email] = [new Browser(), newEmail()]
    await browser.signUp(email)
    const token = await openLink(browser, email)
    const { redis } = await store()
    const id = await idOf(email)
    const { user, log, methods } = signInKeys
    const keys = [user(id), log(id), methods(id)]
    await finishWork()
    const lasts = () => Promise.all([...keys, `email:${email}`].map((key) => redis.ttl(key)))
    for (const seconds of await lasts()) {
      expect(seconds).toBeGreaterThan(day - 60)
      expect(seconds).toBeLessThanOrEqual(day + 120)
    }
    expect((await keySpace()).filter((key) => key.includes(id)).sort()).toEqual(keys.sort())
    await confirm(browser, token)
    expect(await lasts()).toEqual([-1, -1, -1, -1])
  })
})

describe('a person who signs up with someone else’s email', () => {
  test('cannot sign in even if the owner opens the link', async () => {
    const [thief, owner, email] = [new Browser(), new Browser(), newEmail()]
    await thief.signUp(email)
    const token = await openLink(owner, email)
    expect(await owner.signedInAs()).toBeNull()
    expect((await confirm(owner, token)).json?.code).toBe('INVALID_PASSWORD')
    expect((await confirm(owner, token, ownPassword)).json?.code).toBe('INVALID_PASSWORD')
    expect((await thief.signIn(email)).json?.code).toBe('EMAIL_NOT_VERIFIED')
    expect(await thief.signedInAs()).toBeNull()
  })

  test('loses the account when the owner signs up', async () => {
    const [thief, owner, email] = [new Browser(), new Browser(), newEmail()]
    await thief.signUp(email)
    const old = await openLink(owner, email)
    const before = await idOf(email)
    await owner.signUp(email, ownPassword)
    const token = await openLink(owner, email, 2)
    const { redis } = await store()
    expect([(await idOf(email)) === before, await redis.exists(signInKeys.user(before))]).toEqual([false, 0])
    // The thief's cookie belongs to an account that no longer exists.
    for (const link of [old, token]) {
      expect((await confirm(thief, link)).status).toBe(400)
      expect((await confirm(thief, link, goodPassword)).status).toBe(400)
    }
    expect((await confirm(owner, token)).status).toBe(200)
    expect((await thief.signIn(email)).json?.code).toBe('INVALID_EMAIL_OR_PASSWORD')
    expect(await owner.signedInAs()).toBe(email)
  })

  test('cannot sign in after the owner has reset the password', async () => {
    const [thief, owner, email] = [new Browser(), new Browser(), newEmail()]
    await thief.signUp(email)
    await mailServer.newestFor(email)
    await owner.call('/request-password-reset', { body: { email } })
    const mail = await mailServer.newestFor(email, 2)
    const token = new URL(linkIn(mail)).searchParams.get('token')
    await owner.call('/reset-password', { body: { token, newPassword: ownPassword } })
    expect((await thief.signIn(email)).json?.code).toBe('INVALID_EMAIL_OR_PASSWORD')
  })

  test('cannot take over an account whose owner has confirmed the email', async () => {
    const [owner, email] = [new Browser(), newEmail()]
    await owner.signUp(email)
    await confirm(owner, await openLink(owner, email))
    await new Browser().signUp(email, 'the password of a thief')
    const mail = await mailServer.newestFor(email, 2)
    expect(mail.text).toContain('You already have an account')
    expect(await owner.signedInAs()).toBe(email)
    expect((await new Browser().signIn(email)).status).toBe(200)
    expect((await new Browser().signIn(email, 'the password of a thief')).status).toBe(401)
  })

  test('cannot move their own account to that email', async () => {
    const [thief, own, victimEmail] = [new Browser(), newEmail(), newEmail()]
    await thief.signUp(own)
    await confirm(thief, await openLink(thief, own))
    // Makes this account look older than the mail setup.
    const { redis } = await store()
    await redis.hset(signInKeys.user(await idOf(own)), { emailVerified: 'false' })
    await thief.call('/change-email', { body: { newEmail: victimEmail } })
    expect(await thief.signedInAs()).toBe(own)
    const owner = new Browser()
    const { headers } = await owner.call(linkIn(await mailServer.newestFor(victimEmail)))
    expect(headers.get('location')).toMatch(/^\/sign-in\?next=/)
    expect(await thief.signedInAs()).toBe(own)
  })
})

test('an account made before mail was set up is not replaced by a sign-up', async () => {
  const [browser, email] = [new Browser(), newEmail()]
  await browser.signUp(email)
  await mailServer.newestFor(email)
  const { redis } = await store()
  const id = await idOf(email)
  const { user, methods } = signInKeys
  await Promise.all([user(id), methods(id), `email:${email}`].map((key) => redis.persist(key)))
  await new Browser().signUp(email, 'another good horse')
  await mailServer.newestFor(email, 2)
  expect(await idOf(email)).toBe(id)
})

test('opening a confirmation link signs no one in, even if it is opened twice', async () => {
  const [browser, email] = [new Browser(), newEmail()]
  await new Browser().signUp(email)
  await openLink(browser, email)
  const token = await openLink(browser, email)
  expect(await browser.signedInAs()).toBeNull()
  await confirm(browser, token, goodPassword)
  await browser.call(linkIn(await mailServer.newestFor(email)))
  expect(await browser.signedInAs()).toBeNull()
})

test('a forged token confirms nothing', async () => {
  const [browser, email] = [new Browser(), newEmail()]
  await browser.signUp(email)
  const [head = '', , signature = ''] = (await openLink(browser, email)).split('.')
  const body = Buffer.from(JSON.stringify({ email, iat: 9e9, exp: 9e9 })).toString('base64url')
  for (const token of ['', 'x', `${head}.${body}.${signature}`]) {
    expect((await confirm(browser, token, goodPassword)).json?.code).toBe('INVALID_TOKEN')
    expect(await shown(browser, token)).toBeNull()
  }
})

test('passwords tried at a confirmation link count toward the sign-in limit', async () => {
  // Starts when a window begins, so no attempt falls into the next one.
  vi.useFakeTimers({ toFake: ['Date'], now: Math.ceil(Date.now() / 900_000) * 900_000 + 1_000 })
  const [browser, email] = [new Browser(), newEmail()]
  await new Browser().signUp(email)
  const token = await openLink(browser, email)
  for (let turn = 0; turn < 10; turn++) {
    expect((await confirm(browser, token, 'not this one')).json?.code).toBe('INVALID_PASSWORD')
  }
  expect((await browser.signIn(email)).status).toBe(429)
  expect((await confirm(browser, token, goodPassword)).status).toBe(429)
  expect((await confirm(new Browser(), token, goodPassword)).status).toBe(200)
})
