import { beforeAll, describe, expect, test, vi } from 'vitest'
import { withStore } from '../../access/environment'
import { Browser, goodPassword, keySpace, newEmail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

/** Returns an email of this many characters that is valid in every other way. */
const emailOf = (length: number, localPart = 'a') =>
  `${localPart}@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.example`.padEnd(length, 'e').slice(0, length)

describe('an email', () => {
  test.each([
    ['plus addressing', 'ada+pinref@example.com'],
    ['an apostrophe', "o'brien@example.com"],
    ['a long local part', `${'a'.repeat(64)}@example.com`],
    ['254 characters', emailOf(254, 'a'.repeat(40))],
    ['a domain in punycode', 'ada@xn--bcher-kva.example'],
    ['a number for a name', '4711@example.com'],
  ])('with %s works for sign-up and sign-in', async (_, email) => {
    expect((await new Browser().signUp(email)).json?.user?.email).toBe(email)
    expect((await new Browser().signIn(email)).status).toBe(200)
  })

  test('with plus addressing is a separate account', async () => {
    await new Browser().signUp('grace@example.com')
    expect((await new Browser().signUp('grace+a@example.com')).status).toBe(200)
  })

  test.each([
    ['nothing', ''],
    ['no @', 'ada.example.com'],
    ['two @', 'ada@ada@example.com'],
    ['no domain', 'ada@'],
    ['a host without a dot', 'ada@localhost'],
    ['spaces around', ' ada@example.com '],
    ['a line break', 'ada@example.com\r\nBcc: all@example.com'],
    ['a null character', 'ada\u0000@example.com'],
    ['letters that only look right', 'аda@example.com'],
    ['255 characters', emailOf(255, 'a'.repeat(40))],
    ['a local part that is too long', `${'a'.repeat(65)}@example.com`],
    ['ten thousand characters', `${'a'.repeat(10_000)}@example.com`],
    ['a number', 4711],
    ['null', null],
    ['a list', ['ada@example.com']],
    ['an object', { $ne: null }],
  ])('is rejected if it is invalid: %s', async (_, email) => {
    const before = await keySpace()
    const { status, json } = await new Browser().call('/sign-up/email', {
      body: { name: '', email, password: goodPassword },
    })
    expect(status).toBe(400)
    expect(json?.code).toMatch(/^(VALIDATION_ERROR|INVALID_EMAIL)$/)
    expect(await keySpace()).toEqual(before)
    const signIn = await new Browser().call('/sign-in/email', { body: { email, password: goodPassword } })
    expect([400, 401]).toContain(signIn.status)
  })
})

describe('a password', () => {
  test.each([
    ['8 characters', 'k7 vq-2z'],
    ['128 characters', 'x'.repeat(128)],
    ['spaces at its ends', '  horse  '],
    ['other scripts', 'лошадь-馬-🐎🐎'],
    ['a null character', 'horse\u0000horse'],
    ['quotes and braces', `'"{}\\;--horse`],
  ])('with %s works for sign-up and sign-in, exactly as it was typed', async (_, password) => {
    const email = newEmail()
    expect((await new Browser().signUp(email, password)).status).toBe(200)
    expect((await new Browser().signIn(email, password)).status).toBe(200)
    expect((await new Browser().signIn(email, password.slice(0, -1))).status).toBe(401)
    expect((await new Browser().signIn(email, `${password} `)).status).toBe(401)
  })

  test('matches if an accented letter is typed in its other Unicode form', async () => {
    const email = newEmail()
    await new Browser().signUp(email, 'caf\u00e9-horse')
    expect((await new Browser().signIn(email, 'cafe\u0301-horse')).status).toBe(200)
  })

  test.each([
    ['7 characters', '1234567', 'PASSWORD_TOO_SHORT'],
    ['129 characters', 'x'.repeat(129), 'PASSWORD_TOO_LONG'],
    ['nothing', '', 'VALIDATION_ERROR'],
    ['a number', 12_345_678, 'VALIDATION_ERROR'],
  ])('is rejected if it is %s', async (_, password, code) => {
    const body = { name: '', email: newEmail(), password }
    const { status, json } = await new Browser().call('/sign-up/email', { body })
    expect([status, json?.code]).toEqual([400, code])
  })
})

describe('a bad request', () => {
  test.each([
    ['not JSON', '{', 400],
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['an empty object', '{}', 400],
    ['nothing', '', 400],
  ])('with a body that is %s gets 400', async (_, body, status) => {
    expect((await new Browser().call('/sign-up/email', { body, method: 'POST' })).status).toBe(status)
  })

  test('with a body of more than 16 KiB is rejected as too large', async () => {
    const body = { name: 'x'.repeat(17_000), email: newEmail(), password: goodPassword }
    await expect(new Browser().call('/sign-up/email', { body })).rejects.toMatchObject({ code: 'payload_too_large' })
  })

  test('to an unknown or closed path, or with the wrong method, is rejected with “route_not_found”', async () => {
    for (const path of [
      '/nothing',
      '',
      '/',
      '//sign-up/email',
      '/sign-up/email',
      '/ok',
      '/error',
      '/get-access-token',
    ]) {
      await expect(new Browser().call(path)).rejects.toMatchObject({ code: 'route_not_found' })
    }
    const put = new Browser().call('/sign-up/email', { method: 'PUT', body: {} })
    await expect(put).rejects.toMatchObject({ code: 'route_not_found' })
  })

  test('a sign-in with a provider that is not set up gets 404', async () => {
    const { status, json } = await new Browser().call('/sign-in/social', { body: { provider: 'github' } })
    expect([status, json?.code]).toEqual([404, 'PROVIDER_NOT_FOUND'])
  })
})
