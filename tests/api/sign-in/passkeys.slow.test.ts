import { beforeAll, describe, expect, test, vi } from 'vitest'
import { ownAccount } from '@/server/features/sign-in/own-account'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { Authenticator } from '../../support/authenticator'
import { secretIn, totp } from '../../support/totp'
import { Browser, goodPassword, keySpace, newEmail, removePassword } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

const here = { origin: 'http://localhost:3000', rpId: 'localhost' }

const challengeOf = async (browser: Browser, kind: 'register' | 'authenticate') => {
  const { text } = await browser.call(`/passkey/generate-${kind}-options`)
  return JSON.parse(text) as { challenge: string; excludeCredentials?: unknown[]; authenticatorSelection?: unknown }
}

interface Wanted {
  password?: unknown
  name?: unknown
  verified?: boolean
  origin?: string
  rpId?: string
}

/** Adds a passkey, as the account page does. */
async function add(browser: Browser, device: Authenticator, requested: Wanted = {}) {
  const { password = goodPassword, name = 'Laptop', ...ceremony } = requested
  const { challenge } = await challengeOf(browser, 'register')
  const response = device.create({ challenge, ...here, ...ceremony })
  return browser.call('/passkey/verify-registration', { body: { response, name, password } })
}

/** Signs in with a passkey, as the sign-in page does. */
async function signIn(browser: Browser, device: Authenticator, ceremony: Omit<Wanted, 'password' | 'name'> = {}) {
  const { challenge } = await challengeOf(browser, 'authenticate')
  const response = device.get({ challenge, ...here, ...ceremony })
  return browser.call('/passkey/verify-authentication', { body: { response } })
}

async function person() {
  const email = newEmail()
  const browser = new Browser()
  const personId = (await browser.signUp(email)).json?.user?.id ?? ''
  const own = () => ownAccount(personId, new Headers({ cookie: browser.cookieHeader() }))
  return { email, browser, personId, own }
}

describe('a passkey', () => {
  test('can be added only with the password, and then signs in without the password', async () => {
    const { email, browser, own } = await person()
    const device = new Authenticator()
    for (const password of [undefined, '', 'not this one', 4711]) {
      const body = { response: device.create({ challenge: 'x', ...here }), name: 'Laptop', password }
      expect((await browser.call('/passkey/verify-registration', { body })).json?.code).toBe('INVALID_PASSWORD')
    }
    expect((await add(browser, device)).status).toBe(200)
    expect((await own()).passkeys).toMatchObject([{ name: 'Laptop', lastUsed: null }])

    const elsewhere = new Browser()
    expect((await signIn(elsewhere, device)).status).toBe(200)
    expect(await elsewhere.signedInAs()).toBe(email)
    const [passkey] = (await own()).passkeys
    expect(Date.parse(passkey?.lastUsed ?? '')).toBeGreaterThanOrEqual(Date.parse(passkey?.added ?? ''))
  })

  test('needs the owner’s fingerprint, face, or PIN, both when it is added and at sign-in', async () => {
    const { browser } = await person()
    const device = new Authenticator()
    expect(await challengeOf(browser, 'register')).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect((await add(browser, device, { verified: false })).json?.code).toBe('NOT_VERIFIED')
    expect((await add(browser, device)).status).toBe(200)
    const elsewhere = new Browser()
    expect((await signIn(elsewhere, device, { verified: false })).json?.code).toBe('NOT_VERIFIED')
    expect(await elsewhere.signedInAs()).toBeNull()
  })

  test('replaces both the password and the second factor’s code', async () => {
    const { email, browser } = await person()
    const device = new Authenticator()
    await add(browser, device)
    const { json } = await browser.call('/two-factor/enable', { body: { password: goodPassword } })
    await browser.call('/two-factor/verify-totp', { body: { code: totp(secretIn(json?.totpURI)) } })
    const elsewhere = new Browser()
    expect((await elsewhere.signIn(email)).json?.twoFactorRedirect).toBe(true)
    expect((await signIn(elsewhere, device)).status).toBe(200)
    expect(await elsewhere.signedInAs()).toBe(email)
  })

  test('is rejected on another site or if its response is replayed', async () => {
    const { browser } = await person()
    const device = new Authenticator()
    await add(browser, device)
    for (const ceremony of [{ origin: 'https://elsewhere.example' }, { rpId: 'elsewhere.example' }]) {
      const answer = await signIn(new Browser(), device, ceremony)
      expect([answer.status, answer.json?.code]).toEqual([400, 'AUTHENTICATION_FAILED'])
    }
    const other = new Browser()
    const { challenge } = await challengeOf(other, 'authenticate')
    const body = { response: device.get({ challenge, ...here }) }
    expect((await other.call('/passkey/verify-authentication', { body })).status).toBe(200)
    expect((await other.call('/passkey/verify-authentication', { body })).json?.code).toBe('CHALLENGE_NOT_FOUND')
    await challengeOf(other, 'authenticate')
    expect((await other.call('/passkey/verify-authentication', { body })).json?.code).toBe('AUTHENTICATION_FAILED')
  })

  test('is rejected if it is unknown or signed with another device’s key', async () => {
    const { browser } = await person()
    const device = new Authenticator()
    await add(browser, device)
    const answer = await signIn(new Browser(), new Authenticator(device.id))
    expect([answer.status, answer.json?.code]).toEqual([400, 'AUTHENTICATION_FAILED'])
    expect((await signIn(new Browser(), new Authenticator())).json?.code).toBe('PASSKEY_NOT_FOUND')
  })

  test('cannot be taken over, renamed, or removed by anyone else', async () => {
    const [owner, stranger] = [await person(), await person()]
    const device = new Authenticator()
    await add(owner.browser, device)
    expect((await add(stranger.browser, new Authenticator(device.id))).json?.code).toBe('PREVIOUSLY_REGISTERED')
    expect((await stranger.own()).passkeys).toEqual([])
    const [{ id = '' } = {}] = (await owner.own()).passkeys
    for (const [path, body] of [
      ['/passkey/update-passkey', { id, name: 'Mine' }],
      ['/passkey/delete-passkey', { id, password: goodPassword }],
    ] as const) {
      expect((await stranger.browser.call(path, { body })).status).toBe(401)
    }
    expect((await owner.own()).passkeys).toMatchObject([{ id, name: 'Laptop' }])
    const browser = new Browser()
    await signIn(browser, device)
    expect(await browser.signedInAs()).toBe(owner.email)
  })

  test('can be renamed, and can be removed only with the password', async () => {
    const { browser, personId, own } = await person()
    const device = new Authenticator()
    await add(browser, device)
    const [{ id = '' } = {}] = (await own()).passkeys
    const rename = (name: unknown) => browser.call('/passkey/update-passkey', { body: { id, name } })
    for (const name of ['', '  ', 'x'.repeat(61), 'a\nb', 4711, null]) {
      expect([name, (await rename(name)).status]).toEqual([name, 400])
    }
    expect((await rename('Phone')).status).toBe(200)
    expect((await own()).passkeys).toMatchObject([{ id, name: 'Phone' }])
    const remove = (password: string) => browser.call('/passkey/delete-passkey', { body: { id, password } })
    expect((await remove('not this one')).json?.code).toBe('INVALID_PASSWORD')
    expect((await remove(goodPassword)).status).toBe(200)
    expect((await own()).passkeys).toEqual([])
    expect((await signIn(new Browser(), device)).json?.code).toBe('PASSKEY_NOT_FOUND')
    const { redis } = await store()
    expect(await redis.exists(`{${personId}}:passkeys`, `passkey:${device.credentialId}`)).toBe(0)
    expect((await add(browser, device)).status).toBe(200)
  })

  test('is rejected over the limit of 20, even if several are added at the same time', async () => {
    const { browser, personId } = await person()
    const { redis } = await store()
    const held = Array.from({ length: 18 }, (_, at) => [`made-up-${at}`, '{}'])
    await redis.hset(`{${personId}}:passkeys`, Object.fromEntries(held))
    const twin = () => {
      const copy = new Browser()
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value)
      return copy
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => add(twin(), new Authenticator())))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ json }) => json?.code === 'TOO_MANY_PASSKEYS')).toHaveLength(3)
    expect(await redis.hlen(`{${personId}}:passkeys`)).toBe(20)
  })

  test('gets 400 or 401 if it is malformed', async () => {
    const { browser } = await person()
    for (const response of [
      undefined,
      null,
      'x',
      [],
      {},
      { id: 1 },
      { id: { $ne: '' } },
      { id: '{x}:user' },
      { id: 'x' },
    ]) {
      await challengeOf(browser, 'authenticate')
      const signedIn = await browser.call('/passkey/verify-authentication', { body: { response } })
      expect([response, [400, 401].includes(signedIn.status)]).toEqual([response, true])
      await challengeOf(browser, 'register')
      const body = { response, name: 'Laptop', password: goodPassword }
      const { status } = await new Browser().call('/passkey/verify-registration', { body })
      expect([400, 401]).toContain(status)
      browser.client = new Browser().client
      expect((await browser.call('/passkey/verify-registration', { body })).status).toBe(400)
    }
  })

  test('can be added to or removed from an account without a password only in a session from the last seven days', async () => {
    const { browser, personId } = await person()
    await removePassword(personId)
    const device = new Authenticator()
    expect((await add(browser, device)).status).toBe(200)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 8 * 86_400_000)
      const options = await browser.call('/passkey/generate-register-options')
      expect([options.status, options.json?.code]).toEqual([403, 'SESSION_NOT_FRESH'])
      const body = { id: `${personId}:${device.credentialId}` }
      expect((await browser.call('/passkey/delete-passkey', { body })).json?.code).toBe('SESSION_NOT_FRESH')
    } finally {
      vi.useRealTimers()
    }
  })

  test('is deleted with its account', async () => {
    const before = await keySpace()
    const { browser } = await person()
    const device = new Authenticator()
    await add(browser, device)
    expect((await browser.call('/delete-user', { body: { password: goodPassword } })).status).toBe(200)
    expect(await keySpace()).toEqual(before)
    expect((await signIn(new Browser(), device)).json?.code).toBe('PASSKEY_NOT_FOUND')
  })
})
