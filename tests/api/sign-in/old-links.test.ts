import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { withStore } from '../../access/environment'
import { Browser, goodPassword, keptMails, keySpace, linkIn, newEmail, newestMail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
})

const another = 'another good horse'
const dead = '/sign-in?error=INVALID_TOKEN'

/** Signs someone up and confirms the email. */
async function person() {
  const [browser, email] = [new Browser(), newEmail()]
  await browser.signUp(email)
  await browser.call(linkIn(await newestMail(email)))
  return { browser, email }
}

const resetToken = async (email: string) => {
  const before = keptMails(email).length
  await new Browser().call('/request-password-reset', { body: { email } })
  return new URL(linkIn(await newestMail(email, before + 1))).searchParams.get('token')
}
const reset = (token: string | null, newPassword: string) =>
  new Browser().call('/reset-password', { body: { token, newPassword } })
const changePassword = (browser: Browser, more = {}) =>
  browser.call('/change-password', { body: { currentPassword: goodPassword, newPassword: another, ...more } })
const storedLinks = async () => (await keySpace()).filter((key) => /^verification:|:verifications$/.test(key))

describe('a password reset link', () => {
  test('stops working once another reset link for the same account is used', async () => {
    const { email } = await person()
    const [first, second] = [await resetToken(email), await resetToken(email)]
    expect((await reset(second, another)).status).toBe(200)
    expect((await reset(first, 'the choice of a thief')).json?.code).toBe('INVALID_TOKEN')
    expect((await new Browser().signIn(email, another)).status).toBe(200)
    expect(await storedLinks()).toEqual([])
  })

  test('stops working once the owner changes the password', async () => {
    const { browser, email } = await person()
    const token = await resetToken(email)
    expect((await changePassword(browser)).status).toBe(200)
    expect((await reset(token, 'the choice of a thief')).json?.code).toBe('INVALID_TOKEN')
    expect(await storedLinks()).toEqual([])
  })

  test('stops working once the email changes', async () => {
    const [browser, email] = [new Browser(), newEmail()]
    await browser.signUp(email)
    await newestMail(email)
    const token = await resetToken(email)
    await browser.call('/change-email', { body: { newEmail: newEmail() } })
    expect((await reset(token, 'the choice of a thief')).json?.code).toBe('INVALID_TOKEN')
    expect(await storedLinks()).toEqual([])
  })
})

describe('an email change link', () => {
  /** Requests an email change, like a thief with a stolen session. The email goes to the owner. */
  async function requestChange() {
    const { browser, email } = await person()
    await browser.call('/change-email', { body: { newEmail: newEmail() } })
    return { browser, email, link: linkIn(await newestMail(email, 2)) }
  }

  test('stops working once the password changes', async () => {
    const { browser, email, link } = await requestChange()
    await changePassword(browser)
    expect((await browser.call(link)).headers.get('location')).toBe(dead)
    expect(await browser.signedInAs()).toBe(email)
  })

  test('stops working once the password is reset', async () => {
    const { email, link } = await requestChange()
    await reset(await resetToken(email), another)
    const browser = new Browser()
    await browser.signIn(email, another)
    expect((await browser.call(link)).headers.get('location')).toBe(dead)
  })

  test('works if it was requested after a password change', async () => {
    const { browser, email } = await requestChange()
    await changePassword(browser)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 })
    const after = newEmail()
    await browser.call('/change-email', { body: { newEmail: after } })
    await browser.call(linkIn(await newestMail(email, 3)))
    await browser.call(linkIn(await newestMail(after)))
    expect(await browser.signedInAs()).toBe(after)
  })

  test('signs no one in and works only in a browser that is signed in', async () => {
    const { browser, email } = await person()
    const after = newEmail()
    await browser.call('/change-email', { body: { newEmail: after, callbackURL: '/account' } })
    const stranger = new Browser()
    const first = linkIn(await newestMail(email, 2))
    const { headers } = await stranger.call(first)
    const target = new URL(headers.get('location') ?? '', 'http://localhost')
    expect([target.pathname, target.searchParams.get('next')]).toEqual(['/sign-in', `/api/auth${first}`])
    await browser.call(first)
    const second = linkIn(await newestMail(after))
    await stranger.call(second)
    expect([await stranger.signedInAs(), await browser.signedInAs()]).toEqual([null, email])
    await stranger.signIn(email)
    await stranger.call(second)
    expect(await stranger.signedInAs()).toBe(after)
  })
})

test('a link that confirms an email stops working once the password changes', async () => {
  const [browser, email] = [new Browser(), newEmail()]
  await browser.signUp(email)
  await changePassword(browser)
  expect((await browser.call(linkIn(await newestMail(email)))).headers.get('location')).toBe(dead)
})

test('a deleted account’s links do not work for a new account with the same email', async () => {
  const [browser, email] = [new Browser(), newEmail()]
  await browser.signUp(email)
  const [old, token] = [linkIn(await newestMail(email)), await resetToken(email)]
  await browser.call('/delete-user', { body: { password: goodPassword } })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_000 })
  await browser.signUp(email)
  expect((await browser.call(old)).headers.get('location')).toBe(dead)
  expect((await reset(token, 'the choice of a thief')).json?.code).toBe('INVALID_TOKEN')
})

test.each([{}, { revokeOtherSessions: false }])(
  'a password change with the options %j ends all other sessions',
  async (more) => {
    const { browser, email } = await person()
    const elsewhere = new Browser()
    await elsewhere.signIn(email)
    expect((await changePassword(browser, more)).status).toBe(200)
    expect([await elsewhere.signedInAs(), await browser.signedInAs()]).toEqual([null, email])
  },
)
