import { beforeAll, describe, expect, test, vi } from 'vitest'
import { createAuth } from '@/server/features/sign-in/auth'
import { signedInPerson } from '@/server/features/sign-in/session'
import { env } from '@/server/platform/settings/env'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { secretIn, totp } from '../../support/totp'
import { Browser, goodPassword, keySpace, linkIn, newEmail, newestMail, removePassword } from './browser'
import { advanceClock, enable, holdTheClock, sendCode, signInUpToCode, withSecondFactor, wrongCode } from './two-step'

withStore({})
holdTheClock()
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

describe('turning the second factor on', () => {
  test('needs the password and a code from the app; sign-in is unchanged before that', async () => {
    const email = newEmail()
    const browser = new Browser()
    await browser.signUp(email)
    for (const body of [{}, { password: 'not this one' }]) {
      expect((await browser.call('/two-factor/enable', { body })).json?.code).toBe('INVALID_PASSWORD')
    }
    const { json } = await enable(browser)
    expect(json?.totpURI).toContain(`otpauth://totp/Pinref:${encodeURIComponent(email)}?`)
    expect(json?.backupCodes).toHaveLength(10)
    expect(new Set(json?.backupCodes).size).toBe(10)
    for (const code of json?.backupCodes ?? []) expect(code).toMatch(/^[2-9a-z]{5}-[2-9a-z]{5}$/)
    const secret = secretIn(json?.totpURI)
    expect((await sendCode(browser, wrongCode(secret, 1))).json?.code).toBe('INVALID_CODE')
    await new Browser().signIn(email)
    expect((await new Browser().signIn(email)).json?.twoFactorRedirect).toBeUndefined()

    expect((await sendCode(browser, totp(secret))).status).toBe(200)
    expect(await browser.signedInAs()).toBe(email)
    await signInUpToCode(email)
    expect((await enable(browser)).json?.code).toBe('TOTP_ALREADY_ENABLED')
  })

  test('needs a session', async () => {
    expect((await enable(new Browser())).status).toBe(401)
    expect((await sendCode(new Browser(), '123456')).status).toBe(401)
  })

  test('stores the secret and the recovery codes only in unreadable form', async () => {
    const { personId, secret, recoveryCodes } = await withSecondFactor()
    const record = JSON.stringify(await (await store()).redis.hgetall(`{${personId}}:two-factor`))
    expect(record).toContain('backupCodes')
    for (const text of [secret, ...recoveryCodes]) expect(record).not.toContain(text)
  })
})

describe('signing in with a second factor', () => {
  test('returns no session or session cookie for the correct password until the code is correct', async () => {
    const { email, secret, personId } = await withSecondFactor()
    const { redis } = await store()
    const before = await redis.hlen(`{${personId}}:sessions`)
    const browser = new Browser()
    const { headers, json } = await browser.signIn(email)
    expect(json).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp'] })
    const cookies = headers.getSetCookie().filter((line) => line.startsWith('pinref.session_token='))
    for (const line of cookies) expect(line).toMatch(/^pinref\.session_token=; Max-Age=0/)
    expect([...browser.cookies.keys()]).toEqual(['pinref.two_factor'])
    expect(await browser.signedInAs()).toBeNull()
    expect(await redis.hlen(`{${personId}}:sessions`)).toBe(before)

    expect((await sendCode(browser, wrongCode(secret, 1))).json?.code).toBe('INVALID_CODE')
    expect(await browser.signedInAs()).toBeNull()
    expect((await sendCode(browser, totp(secret))).status).toBe(200)
    expect(await browser.signedInAs()).toBe(email)
    expect([...browser.cookies.keys()]).toEqual(['pinref.session_token', 'pinref.known_browser'])
  })

  test('accepts codes from a clock that is at most half a minute off', async () => {
    const { email, secret } = await withSecondFactor()
    for (const steps of [-1, 1]) {
      const browser = await signInUpToCode(email)
      expect((await sendCode(browser, totp(secret, steps))).status).toBe(200)
      advanceClock(300)
    }
    expect((await sendCode(await signInUpToCode(email), totp(secret, 2))).status).toBe(401)
    expect((await sendCode(await signInUpToCode(email), totp(secret, -2))).status).toBe(401)
  })

  test('accepts each code only once, even if it turned the second factor on or is sent by several browsers', async () => {
    const email = newEmail()
    const browser = new Browser()
    await browser.signUp(email)
    const secret = secretIn((await enable(browser)).json?.totpURI)
    const first = totp(secret)
    await sendCode(browser, first)
    expect((await sendCode(await signInUpToCode(email), first)).json?.code).toBe('INVALID_CODE')

    advanceClock(30)
    const browsers = await Promise.all(Array.from({ length: 5 }, () => signInUpToCode(email)))
    const answers = await Promise.all(browsers.map((one) => sendCode(one, totp(secret))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect((await sendCode(await signInUpToCode(email), ` ${totp(secret)}`)).json?.code).toBe('INVALID_CODE')
  })

  test('rejects a stolen challenge cookie that was already used', async () => {
    const { email, secret } = await withSecondFactor()
    const browser = await signInUpToCode(email)
    const stolen = browser.cookies.get('pinref.two_factor') ?? ''
    await sendCode(browser, totp(secret))
    advanceClock(30)
    const thief = new Browser()
    thief.cookies.set('pinref.two_factor', stolen)
    expect((await sendCode(thief, totp(secret))).json?.code).toBe('INVALID_TWO_FACTOR_COOKIE')
    expect(await thief.signedInAs()).toBeNull()
  })

  test('an emailed link signs no one in without the code', async () => {
    const { email, secret } = await withSecondFactor()
    const link = linkIn(await newestMail(email))
    const browser = new Browser()
    const { status, headers } = await browser.call(link)
    expect([status, headers.get('location')]).toEqual([302, '/?notice=email-confirmed'])
    expect(await browser.signedInAs()).toBeNull()
    const signedIn = await signInUpToCode(email)
    await sendCode(signedIn, totp(secret))
    expect((await signedIn.call(link)).status).toBe(302)
    expect(await signedInPerson(new Headers({ cookie: signedIn.cookieHeader() }))).toMatchObject({
      emailVerified: true,
    })
  })
})

describe('turning the second factor off', () => {
  test('needs the password and removes the second factor’s record from the store', async () => {
    const { email, browser, personId } = await withSecondFactor()
    for (const body of [{}, { password: 'not this one' }]) {
      expect((await browser.call('/two-factor/disable', { body })).json?.code).toBe('INVALID_PASSWORD')
    }
    await signInUpToCode(email)
    expect((await browser.call('/two-factor/disable', { body: { password: goodPassword } })).status).toBe(200)
    expect(await browser.signedInAs()).toBe(email)
    expect(await (await store()).redis.exists(`{${personId}}:two-factor`)).toBe(0)
    const elsewhere = new Browser()
    await elsewhere.signIn(email)
    expect(await elsewhere.signedInAs()).toBe(email)
  })

  test('does not happen during a password reset', async () => {
    const { email, secret } = await withSecondFactor()
    await new Browser().call('/request-password-reset', { body: { email } })
    const token = new URL(linkIn(await newestMail(email, 2))).searchParams.get('token')
    const body = { token, newPassword: 'another horse' }
    expect((await new Browser().call('/reset-password', { body })).status).toBe(200)
    const browser = new Browser()
    expect((await browser.signIn(email, 'another horse')).json?.twoFactorRedirect).toBe(true)
    expect((await sendCode(browser, totp(secret))).status).toBe(200)
  })

  test('needs a session from the last seven days if the account has no password', async () => {
    const { browser, personId } = await withSecondFactor()
    await removePassword(personId)
    advanceClock(8 * 86_400)
    const disable = () => browser.call('/two-factor/disable', { body: {} })
    expect((await disable()).json?.code).toBe('SESSION_NOT_FRESH')
    advanceClock(-2 * 86_400)
    expect((await disable()).status).toBe(200)
  })
})

test('an operator can turn the second factor off in the store', async () => {
  const { email } = await withSecondFactor()
  const { redis } = await store()
  const held = await redis.get<{ accountId: string }>(`email:${email}`)
  await redis.hset(`{${held?.accountId}}:user`, { twoFactorEnabled: 'false' })
  await redis.del(`{${held?.accountId}}:two-factor`)
  const browser = new Browser()
  await browser.signIn(email)
  expect(await browser.signedInAs()).toBe(email)
  expect((await enable(browser)).status).toBe(200)
})

test('after AUTH_SECRET changes, an account with a second factor gets no session, not even with its codes', async () => {
  const { email, secret, recoveryCodes } = await withSecondFactor()
  const other = createAuth({ ...env(), AUTH_SECRET: 'another secret, which was not there before' })
  let cookie = ''
  const call = async (path: string, body: unknown) => {
    const headers = { 'content-type': 'application/json', origin: 'http://localhost:3000', cookie }
    const url = `http://localhost:3000/api/auth${path}`
    const response = await other.handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(body) }))
    const lines = response.headers.getSetCookie().filter((line) => !/max-age=0/i.test(line))
    if (lines.length > 0) cookie = lines.map((line) => line.split(';')[0]).join('; ')
    return response.status
  }
  expect(await call('/sign-in/email', { email, password: goodPassword })).toBe(200)
  expect(cookie).not.toContain('session_token')
  for (const [path, code] of [
    ['/two-factor/verify-totp', totp(secret)],
    ['/two-factor/verify-backup-code', recoveryCodes[0]],
  ] as const) {
    await expect(call(path, { code })).rejects.toThrow()
    expect(cookie).not.toContain('session_token')
  }
})

test('ten minutes after an account is deleted, no second-factor data is left', async () => {
  const before = await keySpace()
  const { email, browser, secret } = await withSecondFactor()
  const trusted = await signInUpToCode(email)
  await sendCode(trusted, wrongCode(secret, 1))
  await sendCode(trusted, totp(secret), true)
  await signInUpToCode(email)
  expect((await browser.call('/delete-user', { body: { password: goodPassword } })).status).toBe(200)
  const left = (await keySpace()).filter((key) => !before.includes(key))
  const { redis } = await store()
  // The store keeps a tried code while the code is valid, and an unanswered challenge for ten minutes.
  for (const key of left)
    expect([key, (await redis.ttl(key)) > 0 && (await redis.ttl(key)) <= 600]).toEqual([key, true])
  expect(left.filter((key) => !/:used-code:|^verification:/.test(key))).toEqual([])
})

test('second-factor routes that Pinref does not use are closed', async () => {
  const { browser } = await withSecondFactor()
  for (const path of ['get-totp-uri', 'send-otp', 'verify-otp', 'view-backup-codes']) {
    const call = browser.call(`/two-factor/${path}`, { body: { password: goodPassword, code: '123456' } })
    await expect(call).rejects.toMatchObject({ code: 'route_not_found' })
  }
})
