import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createAuth } from '@/server/features/sign-in/auth'
import { signedInPerson } from '@/server/features/sign-in/session'
import { readProfile } from '@/server/metering/access/profile'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { accountOf } from '../../support/new-account'
import { Browser, goodPassword, keySpace, newEmail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

const headersOf = (browser: Browser) => new Headers({ cookie: browser.cookieHeader() })

/** The number of people who sign up at once. Hashing a password takes almost 0.1 s of CPU time. */
const many = process.env.LONG_FORMS ? 50 : 20

describe('signing up', () => {
  test('without a mail server signs in immediately, with a 16-character account id and the starter plan', async () => {
    const browser = new Browser()
    const email = newEmail()
    const { status, json } = await browser.signUp(email)
    expect(status).toBe(200)
    const personId = json?.user?.id ?? ''
    const accountId = await accountOf(personId)
    expect(accountId).toMatch(/^[0-9A-Za-z]{16}$/)
    expect(accountId).not.toBe(personId)
    expect(await signedInPerson(headersOf(browser))).toEqual({
      personId,
      member: { accountId, role: 'owner', lacksSecondFactor: false },
      name: 'Ada',
      email,
      emailVerified: false,
    })
    const { name, plan, created } = await readProfile(accountId)
    expect([name, plan]).toEqual(['Ada', 'starter'])
    expect(Math.abs(Date.parse(created) - Date.now())).toBeLessThan(60_000)
  })

  test('is rejected if the email is taken in any letter case', async () => {
    const email = newEmail()
    await new Browser().signUp(email)
    const { status, json } = await new Browser().signUp(email.toUpperCase())
    expect([status, json?.code]).toEqual([422, 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL'])
  })

  test('creates one account if repeated many times at once with one email, and leaves no trace of the other attempts', async () => {
    const before = await keySpace()
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: many }, () => new Browser().signUp(email)))
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(1)
    expect(answers.filter(({ json }) => json?.code === 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL')).toHaveLength(many - 1)
    const personId = made[0]?.json?.user?.id ?? ''
    const accountId = await accountOf(personId)
    const added = (await keySpace()).filter((key) => !before.includes(key))
    expect(added).toEqual(
      [
        `email:${email}`,
        ...['last-seen', 'log', 'memberships', 'methods', 'sessions', 'user'].map((name) => `{${personId}}:${name}`),
        ...['members', 'profile', 'seen'].map((name) => `{${accountId}}:${name}`),
      ].sort(),
    )
    expect((await new Browser().signIn(email)).status).toBe(200)
  })

  test('ignores an id, a plan, or a verified flag in the request', async () => {
    const browser = new Browser()
    const body = {
      name: 'Eve',
      email: newEmail(),
      password: goodPassword,
      emailVerified: true,
      id: 'a'.repeat(16),
      plan: 'scale',
    }
    const { user } = (await browser.call('/sign-up/email', { body })).json ?? {}
    expect(user?.emailVerified).toBe(false)
    expect(user?.id).not.toBe(body.id)
    expect((await readProfile(user?.id ?? '')).plan).toBe('starter')
  })
})

describe('signing in', () => {
  test('ignores the email’s case, but not the password’s', async () => {
    const email = newEmail()
    await new Browser().signUp(email)
    expect((await new Browser().signIn(email.toUpperCase())).status).toBe(200)
    expect((await new Browser().signIn(email, goodPassword.toUpperCase())).status).toBe(401)
  })

  test('an unknown email and a wrong password get the same response', async () => {
    const email = newEmail()
    await new Browser().signUp(email)
    const wrong = await new Browser().signIn(email, 'wrong password')
    const unknown = await new Browser().signIn(newEmail())
    expect([wrong.status, wrong.text]).toEqual([unknown.status, unknown.text])
    expect([wrong.status, wrong.json?.code]).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD'])
  })

  test('creates a session that survives a server restart', async () => {
    const browser = new Browser()
    const email = newEmail()
    await browser.signUp(email)
    const restarted = createAuth(env())
    const session = await restarted.api.getSession({ headers: headersOf(browser) })
    expect(session?.user.email).toBe(email)
    expect(session?.session.createdAt).toBeInstanceOf(Date)
    const signedIn = await restarted.api.signInEmail({ body: { email, password: goodPassword } })
    expect(signedIn.user.email).toBe(email)
  })

  test('a session is checked in one round trip to the store, or in none if there is no valid cookie', async () => {
    const browser = new Browser()
    await browser.signUp(newEmail())
    await finishWork()
    const { roundTrips } = await store()
    const count = async (headers: Headers) => {
      const before = roundTrips.count
      await signedInPerson(headers)
      return roundTrips.count - before
    }
    expect(await count(new Headers())).toBe(0)
    expect(await count(new Headers({ cookie: 'theme=dark; pinref_session=1' }))).toBe(0)
    expect(await count(new Headers({ cookie: 'pinref.session_token=forged.signature' }))).toBe(0)
    expect(await count(headersOf(browser))).toBe(1)
  })

  test('a session token with a wrong signature is rejected', async () => {
    const browser = new Browser()
    await browser.signUp(newEmail())
    const token = browser.cookies.get('pinref.session_token') ?? ''
    const cookie = `pinref.session_token=${token.replace(/\.[^.]*$/, '.AAAA')}`
    expect(await signedInPerson(new Headers({ cookie }))).toBeNull()
  })
})

describe('cookies', () => {
  test('are HttpOnly and SameSite=Lax, and the session cookie lasts 30 days', async () => {
    const { headers } = await new Browser().signUp(newEmail())
    const [session = ''] = headers.getSetCookie().filter((line) => line.startsWith('pinref.session_token='))
    expect(session).toMatch(/; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    for (const line of headers.getSetCookie()) expect(line).toMatch(/HttpOnly; SameSite=Lax/)
  })

  test('are sent only over HTTPS if the app runs on HTTPS', async () => {
    const secure = createAuth({ ...env(), APP_URL: 'https://pinref.example', SMTP_URL: undefined })
    const body = JSON.stringify({ name: '', email: newEmail(), password: goodPassword })
    const request = new Request('https://pinref.example/api/auth/sign-up/email', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', origin: 'https://pinref.example' },
    })
    const response = await secure.handler(request)
    expect(response.status).toBe(200)
    const lines = response.headers.getSetCookie()
    expect(lines.some((line) => line.startsWith('__Secure-pinref.session_token='))).toBe(true)
    for (const line of lines) expect(line).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
  })
})

describe('an app on localhost', () => {
  test.each(['http://127.0.0.1:3000', 'http://192.168.1.5:3000'])(
    'also accepts requests at %s, but not from a page on another site',
    async (origin) => {
      const browser = new Browser()
      const headers = { origin, host: new URL(origin).host }
      const body = { name: '', email: newEmail(), password: goodPassword, callbackURL: `${origin}/keys` }
      expect((await browser.call('/sign-up/email', { body, headers })).status).toBe(200)
      expect((await browser.call('/sign-out', { body: {}, headers })).status).toBe(200)
      const elsewhere = { ...headers, origin: 'http://elsewhere.example' }
      expect((await browser.call('/sign-in/email', { body, headers: elsewhere })).status).toBe(403)
    },
  )
})

describe('pages on other sites', () => {
  test('cannot act as someone who is signed in', async () => {
    const browser = new Browser()
    await browser.signUp(newEmail())
    const headers = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    for (const path of ['/sign-out', '/revoke-sessions', '/delete-user']) {
      const { status, json } = await browser.call(path, { body: { password: goodPassword }, headers })
      expect([path, status, json?.code]).toEqual([path, 403, 'INVALID_ORIGIN'])
    }
    expect(await browser.signedInAs()).not.toBeNull()
  })

  test('cannot sign a visitor in to an attacker’s account', async () => {
    const email = newEmail()
    await new Browser().signUp(email)
    const headers = {
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
    }
    const body = { email, password: goodPassword }
    expect((await new Browser().call('/sign-in/email', { body, headers })).status).toBe(403)
  })

  test('cannot be the page that opens after sign-in', async () => {
    const email = newEmail()
    await new Browser().signUp(email)
    const body = { email, password: goodPassword, callbackURL: 'https://elsewhere.example' }
    const { status, json } = await new Browser().call('/sign-in/email', { body })
    expect([status, json?.code]).toEqual([403, 'INVALID_CALLBACK_URL'])
  })
})
