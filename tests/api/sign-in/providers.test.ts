import { beforeAll, describe, expect, test, vi } from 'vitest'
import { signedInPerson } from '@/server/features/sign-in/session'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { Browser, keySpace, linkIn, newEmail, newestMail } from './browser'
import { atGithub, githubSettings, newPerson, signInWithGithub, standInForGithub } from './github'

withStore({
  LOG_LEVEL: 'warn',
  ...githubSettings,
  GOOGLE_CLIENT_ID: 'pinref-google',
  GOOGLE_CLIENT_SECRET: 'secret',
})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

standInForGithub()

describe('GitHub', () => {
  test('receives a request for only the profile and the email, with Pinref as the return address', async () => {
    const { json } = await new Browser().call('/sign-in/social', { body: { provider: 'github', callbackURL: '/keys' } })
    const url = new URL(json?.url ?? '')
    expect(url.origin + url.pathname).toBe('https://github.com/login/oauth/authorize')
    expect(url.searchParams.get('client_id')).toBe('pinref-github')
    expect(url.searchParams.get('scope')).toBe('read:user user:email')
    expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/auth/callback/github')
  })

  test('signs a person up and later signs them in, and the access token is not stored', async () => {
    const { id, email } = newPerson()
    const verifications = async () => (await keySpace()).filter((key) => key.startsWith('verification:'))
    const before = await verifications()
    const browser = new Browser()
    const { status, headers } = await signInWithGithub(browser)
    expect([status, headers.get('location')]).toEqual([302, '/keys'])
    const account = await signedInPerson(new Headers({ cookie: browser.cookieHeader() }))
    expect(account).toMatchObject({ email, emailVerified: true })

    const again = new Browser()
    await signInWithGithub(again)
    expect(await signedInPerson(new Headers({ cookie: again.cookieHeader() }))).toEqual(account)

    const { redis } = await store()
    const methods = await redis.hgetall(`{${account?.personId}}:methods`)
    expect(Object.keys(methods ?? {})).toEqual([`github:${id}`])
    expect(JSON.stringify(methods)).not.toContain('gho_secret')
    expect(await verifications()).toEqual(before)
    expect(await redis.ttl(`{${account?.personId}}:user`)).toBe(-1)
  })

  test('causes an upstream error and a warning without a stack if it does not respond', async () => {
    newPerson()
    const browser = new Browser()
    let asked = () => {}
    const isAsked = new Promise<void>((resolve) => {
      asked = resolve
    })
    vi.stubGlobal('fetch', () => {
      asked()
      return new Promise(() => {})
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    vi.mocked(process.stderr.write).mockClear()
    const signIn = expect(signInWithGithub(browser)).rejects.toMatchObject({ code: 'upstream_unavailable' })
    await isAsked
    vi.advanceTimersByTime(15_000)
    await signIn
    vi.useRealTimers()
    const lines = vi.mocked(process.stderr.write).mock.calls.map(([line]) => JSON.parse(String(line)))
    expect(lines).toEqual([
      { level: 'warn', at: expect.any(String), message: 'sign-in did not respond within 15000 ms' },
    ])
  })

  test('makes only one account if a person signs in many times at once', async () => {
    const { email, id } = newPerson()
    const browsers = Array.from({ length: 10 }, () => new Browser())
    await Promise.all(browsers.map(signInWithGithub))
    const { redis } = await store()
    const users = (await keySpace()).filter((key) => key.endsWith(':user'))
    const emails = await Promise.all(users.map((key) => redis.hget(key, 'email')))
    expect(emails.filter((one) => one === email)).toHaveLength(1)
    const last = new Browser()
    await signInWithGithub(last)
    const account = await signedInPerson(new Headers({ cookie: last.cookieHeader() }))
    expect(await redis.hkeys(`{${account?.personId}}:methods`)).toEqual([`github:${id}`])
  })

  test('does not sign a person in to an account with the same email until that email is confirmed', async () => {
    const email = newEmail()
    const owner = new Browser()
    await owner.signUp(email)
    newPerson(email)
    const { headers } = await signInWithGithub(new Browser())
    expect(headers.get('location')).toBe('http://localhost:3000/sign-in?error=account_not_linked')

    await owner.call(linkIn(await newestMail(email)))
    const browser = new Browser()
    await signInWithGithub(browser)
    expect(await browser.signedInAs()).toBe(email)
    expect((await new Browser().signIn(email)).status).toBe(200)
  })

  test('does not sign a person in to an account by an email that is unconfirmed at GitHub', async () => {
    const email = newEmail()
    const owner = new Browser()
    await owner.signUp(email)
    await owner.call(linkIn(await newestMail(email)))
    newPerson(email)
    atGithub.person.verified = false
    const browser = new Browser()
    await signInWithGithub(browser)
    expect(await browser.signedInAs()).toBeNull()
  })

  test('makes no account for an email that is unconfirmed at GitHub, which remains free for its owner', async () => {
    const { email } = newPerson()
    atGithub.person.verified = false
    const browser = new Browser()
    const { headers } = await signInWithGithub(browser)
    expect(headers.get('location')).toContain('/sign-in?error=EMAIL_NOT_VERIFIED')
    expect(await browser.signedInAs()).toBeNull()
    expect((await new Browser().signUp(email)).status).toBe(200)
  })

  test('cannot sign in a browser that did not start the sign-in', async () => {
    newPerson()
    const { json } = await new Browser().call('/sign-in/social', { body: { provider: 'github', callbackURL: '/keys' } })
    const state = new URL(json?.url ?? '').searchParams.get('state')
    const victim = new Browser()
    const { headers } = await victim.call(`/callback/github?code=abc&state=${state}`)
    expect(headers.get('location')).toContain('/sign-in?error=state_mismatch')
    expect(victim.cookies.size).toBe(0)
  })

  test('sends a person who denies access back to the sign-in page with the reason', async () => {
    const browser = new Browser()
    const { json } = await browser.call('/sign-in/social', { body: { provider: 'github', callbackURL: '/keys' } })
    const state = new URL(json?.url ?? '').searchParams.get('state')
    const { headers } = await browser.call(`/callback/github?error=access_denied&state=${state}`)
    expect(headers.get('location')).toBe('http://localhost:3000/sign-in?error=access_denied')
  })

  test('lets a person delete the account without a password and sign up again', async () => {
    newPerson()
    const before = await keySpace()
    const browser = new Browser()
    await signInWithGithub(browser)
    const first = await signedInPerson(new Headers({ cookie: browser.cookieHeader() }))
    expect((await browser.call('/delete-user', { body: {} })).status).toBe(200)
    expect(await keySpace()).toEqual(before)
    await signInWithGithub(browser)
    const second = await signedInPerson(new Headers({ cookie: browser.cookieHeader() }))
    expect(second?.email).toBe(first?.email)
    expect(second?.personId).not.toBe(first?.personId)
  })
})

test('a Google sign-in uses the Google client id', async () => {
  const { json } = await new Browser().call('/sign-in/social', { body: { provider: 'google', callbackURL: '/keys' } })
  const url = new URL(json?.url ?? '')
  expect(url.hostname).toBe('accounts.google.com')
  expect(url.searchParams.get('client_id')).toBe('pinref-google')
  expect(url.searchParams.get('redirect_uri')).toBe('http://localhost:3000/api/auth/callback/google')
})
