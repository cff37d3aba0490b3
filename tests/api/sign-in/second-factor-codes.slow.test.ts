import { beforeAll, describe, expect, test, vi } from 'vitest'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { totp } from '../../support/totp'
import { type Browser, goodPassword } from './browser'
import {
  advanceClock,
  holdTheClock,
  sendCode,
  sendRecoveryCode,
  signInUpToCode,
  withSecondFactor,
  wrongCode,
} from './two-step'

withStore({})
holdTheClock()
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

describe('wrong codes', () => {
  test('are limited to ten in 15 minutes for an account, and then even the correct code is rejected for a while', async () => {
    const { email, secret } = await withSecondFactor()
    for (let number = 0; number < 10; number += 5) {
      const browser = await signInUpToCode(email)
      for (let at = number; at < number + 5; at++) {
        expect((await sendCode(browser, wrongCode(secret, at))).status).toBe(401)
        advanceClock(1)
      }
    }
    const refused = await sendCode(await signInUpToCode(email), totp(secret))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(890)
    expect((await sendRecoveryCode(await signInUpToCode(email), 'aaaaa-aaaaa')).status).toBe(429)
    advanceClock(890)
    expect((await sendCode(await signInUpToCode(email), totp(secret))).status).toBe(200)
  })

  test('are also limited if sent at the same time', async () => {
    const { email, secret } = await withSecondFactor()
    const browsers = await Promise.all(Array.from({ length: 5 }, () => signInUpToCode(email)))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => sendCode(browsers[at % 5] as Browser, wrongCode(secret, at))),
    )
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(40)
    expect((await sendCode(await signInUpToCode(email), totp(secret))).status).toBe(429)
  })

  test('are limited to thirty a day', async () => {
    const { email, secret } = await withSecondFactor()
    for (let number = 0; number < 30; number += 5) {
      const browser = await signInUpToCode(email)
      for (let at = number; at < number + 5; at++) {
        expect((await sendCode(browser, wrongCode(secret, at))).status).toBe(401)
      }
      advanceClock(900)
    }
    const refused = await sendCode(await signInUpToCode(email), totp(secret))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBe(86_400 - 6 * 900)
    advanceClock(86_400 - 6 * 900)
    expect((await sendCode(await signInUpToCode(email), totp(secret))).status).toBe(200)
  })

  test('are the only codes that count, so twelve correct codes lock no one out', async () => {
    const { email, secret, personId } = await withSecondFactor()
    for (let number = 0; number < 12; number++) {
      expect((await sendCode(await signInUpToCode(email), totp(secret))).status).toBe(200)
      advanceClock(60)
    }
    expect(await (await store()).redis.zcard(`{${personId}}:code-tries`)).toBe(0)
  })

  test('are limited to five per challenge', async () => {
    const { email, secret } = await withSecondFactor()
    const browser = await signInUpToCode(email)
    for (let number = 0; number < 5; number++) await sendCode(browser, wrongCode(secret, number))
    const sixth = await sendCode(browser, totp(secret))
    expect([sixth.status, sixth.json?.code]).toEqual([400, 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE'])
    advanceClock(30)
    expect((await sendCode(await signInUpToCode(email), totp(secret))).status).toBe(200)
  })

  test('get 401 if they are malformed', async () => {
    const { email } = await withSecondFactor()
    const browser = await signInUpToCode(email)
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', 123456, null, ['123456'], { $ne: '' }]) {
      const { status } = await browser.call('/two-factor/verify-totp', { body: { code } })
      expect([code, status]).toEqual([code, 401])
    }
  })
})

describe('recovery codes', () => {
  test('work only once each, even if sent several times at the same time', async () => {
    const { email, recoveryCodes } = await withSecondFactor()
    const [first = '', second = ''] = recoveryCodes
    const browser = await signInUpToCode(email)
    expect((await sendRecoveryCode(browser, first)).status).toBe(200)
    expect(await browser.signedInAs()).toBe(email)
    expect((await sendRecoveryCode(await signInUpToCode(email), first)).json?.code).toBe('INVALID_BACKUP_CODE')
    const browsers = await Promise.all(Array.from({ length: 5 }, () => signInUpToCode(email)))
    const answers = await Promise.all(browsers.map((one) => sendRecoveryCode(one, second)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('can be replaced only with the password, and then the old codes stop working', async () => {
    const { email, browser, recoveryCodes } = await withSecondFactor()
    const renew = (body: unknown) => browser.call('/two-factor/generate-backup-codes', { body })
    expect((await renew({ password: 'not this one' })).json?.code).toBe('INVALID_PASSWORD')
    expect((await renew({})).json?.code).toBe('INVALID_PASSWORD')
    const renewed = (await renew({ password: goodPassword })).json?.backupCodes ?? []
    expect(renewed).toHaveLength(10)
    expect((await sendRecoveryCode(await signInUpToCode(email), recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await sendRecoveryCode(await signInUpToCode(email), renewed[0] ?? '')).status).toBe(200)
  })
})

describe('a trusted browser', () => {
  async function trusting() {
    const person = await withSecondFactor()
    const trusted = await signInUpToCode(person.email)
    await sendCode(trusted, totp(person.secret), true)
    await trusted.call('/sign-out', { body: {} })
    advanceClock(60)
    return { ...person, trusted }
  }

  test('needs no code for 30 days, but still needs the password', async () => {
    const { email, trusted } = await trusting()
    expect((await trusted.signIn(email, 'not this one')).status).toBe(401)
    expect((await trusted.signIn(email)).json?.twoFactorRedirect).toBeUndefined()
    expect(await trusted.signedInAs()).toBe(email)
    await signInUpToCode(email)
    await trusted.call('/sign-out', { body: {} })
    advanceClock(31 * 86_400)
    expect((await trusted.signIn(email)).json?.twoFactorRedirect).toBe(true)
  })

  test('is trusted only by its own account', async () => {
    const { trusted } = await trusting()
    const other = await withSecondFactor()
    expect((await trusted.signIn(other.email)).json?.twoFactorRedirect).toBe(true)
  })

  test.each([
    ['sessions are ended', '/revoke-other-sessions', {}],
    ['the password is changed', '/change-password', { currentPassword: goodPassword, newPassword: goodPassword }],
    ['the second factor is turned off', '/two-factor/disable', { password: goodPassword }],
  ])('is no longer trusted when %s', async (_, path, body) => {
    const { email, browser, trusted, personId } = await trusting()
    const { redis } = await store()
    const records = async () =>
      (await redis.smembers(`{${personId}}:verifications`)).filter((id) => id.startsWith('trust-device-'))
    expect(await records()).toHaveLength(1)
    expect((await browser.call(path, { body })).status).toBe(200)
    expect(await records()).toEqual([])
    if (path === '/two-factor/disable') return
    expect((await trusted.signIn(email)).json?.twoFactorRedirect).toBe(true)
  })
})
