import { beforeAll, describe, expect, test, vi } from 'vitest'
import { signInKeys } from '@/server/features/sign-in/adapter/redis-keys'
import { signedInPerson } from '@/server/features/sign-in/session'
import { readProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { accountOf } from '../../support/new-account'
import { Browser, goodPassword, newEmail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

/** Signs one person in with two browsers. */
async function twoBrowsers() {
  const email = newEmail()
  const here = new Browser()
  const there = new Browser()
  const { json } = await here.signUp(email)
  await there.signIn(email)
  return { email, here, there, personId: json?.user?.id ?? '' }
}

async function sessionsOf(browser: Browser): Promise<Array<{ token: string; ipAddress: string; userAgent: string }>> {
  return JSON.parse((await browser.call('/list-sessions')).text)
}

describe('sessions', () => {
  test('are listed with their IP addresses, for their own account only', async () => {
    const { here, there } = await twoBrowsers()
    await twoBrowsers()
    const sessions = await sessionsOf(here)
    expect(sessions.map(({ ipAddress }) => ipAddress).sort()).toEqual(
      [here.client.address, there.client.address].sort(),
    )
  })

  test('end immediately when they are revoked from another browser', async () => {
    const { here, there } = await twoBrowsers()
    const cookie = new Headers({ cookie: there.cookieHeader() })
    const token = (await sessionsOf(here)).find(({ ipAddress }) => ipAddress === there.client.address)?.token
    expect((await here.call('/revoke-session', { body: { token } })).status).toBe(200)
    expect(await signedInPerson(cookie)).toBeNull()
    expect(await here.signedInAs()).not.toBeNull()
  })

  test('cannot be revoked by another person who knows the token', async () => {
    const { here, there } = await twoBrowsers()
    const stranger = new Browser()
    await stranger.signUp(newEmail())
    for (const { token } of await sessionsOf(here)) await stranger.call('/revoke-session', { body: { token } })
    expect(await there.signedInAs()).not.toBeNull()
  })

  test('can be ended in all other browsers at once', async () => {
    const { here, there } = await twoBrowsers()
    await here.call('/revoke-other-sessions', { body: {} })
    expect(await there.signedInAs()).toBeNull()
    expect(await here.signedInAs()).not.toBeNull()
  })

  test('end immediately on sign-out, even for a saved copy of the cookie', async () => {
    const { here } = await twoBrowsers()
    const cookie = new Headers({ cookie: here.cookieHeader() })
    expect(await signedInPerson(cookie)).not.toBeNull()
    await here.call('/sign-out', { body: {} })
    expect(here.cookies.has('pinref.session_token')).toBe(false)
    expect(await signedInPerson(cookie)).toBeNull()
  })

  test('are extended by use and end after 30 days without use', async () => {
    const { here, personId } = await twoBrowsers()
    const cookie = new Headers({ cookie: here.cookieHeader() })
    const { redis } = await store()
    const key = `{${personId}}:sessions`
    expect(await redis.ttl(key)).toBeGreaterThan(29.9 * 86_400)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 20 * 86_400_000)
      const { json, headers } = await here.call('/get-session')
      expect(Date.parse(json?.session?.expiresAt ?? '') - Date.now()).toBeGreaterThan(29.9 * 86_400_000)
      expect(headers.get('set-cookie')).toContain('Max-Age=2592000')
      vi.setSystemTime(Date.now() + 29 * 86_400_000)
      expect(await signedInPerson(cookie)).not.toBeNull()
      vi.setSystemTime(Date.now() + 2 * 86_400_000)
      expect(await signedInPerson(cookie)).toBeNull()
    } finally {
      vi.useRealTimers()
    }
  })

  test('are removed from the store at the first sign-in after they expire', async () => {
    const { here, there, email, personId } = await twoBrowsers()
    expect(await sessionsOf(here)).toHaveLength(2)
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      vi.setSystemTime(Date.now() + 31 * 86_400_000)
      await there.signIn(email)
      expect(await (await store()).redis.hlen(`{${personId}}:sessions`)).toBe(1)
    } finally {
      vi.useRealTimers()
    }
  })

  test('store at most 300 characters of the user agent', async () => {
    const email = newEmail()
    const browser = new Browser()
    await browser.signUp(email)
    const headers = { 'user-agent': 'x'.repeat(5_000) }
    await browser.call('/sign-in/email', { body: { email, password: goodPassword }, headers })
    const agents = (await sessionsOf(browser)).map(({ userAgent }) => userAgent.length)
    expect(Math.max(...agents)).toBe(300)
  })
})

describe('the password', () => {
  test('can be changed only with the current password, and a change ends the other sessions', async () => {
    const { email, here, there } = await twoBrowsers()
    const body = { currentPassword: goodPassword, newPassword: 'another horse' }
    const wrong = await here.call('/change-password', { body: { ...body, currentPassword: 'not this one' } })
    expect([wrong.status, wrong.json?.code]).toEqual([400, 'INVALID_PASSWORD'])
    expect((await here.call('/change-password', { body })).status).toBe(200)
    expect(await there.signedInAs()).toBeNull()
    expect(await here.signedInAs()).toBe(email)
    expect((await new Browser().signIn(email)).status).toBe(401)
    expect((await new Browser().signIn(email, 'another horse')).status).toBe(200)
  })
})

describe('the name', () => {
  test('is one line of at most 100 characters, regardless of the input', async () => {
    const browser = new Browser()
    const email = newEmail()
    const name = ` Ada\r\nBcc: all\u0000\u202e ${'👩‍🚀x'.repeat(100)}`
    await browser.call('/sign-up/email', {
      body: { name, email, password: goodPassword, image: 'javascript:alert(1)' },
    })
    const { user } = (await browser.call('/get-session')).json ?? {}
    expect(user?.name).toMatch(/^Ada Bcc: all 👩/u)
    expect([...(user?.name ?? '')].length).toBeLessThanOrEqual(100)
    expect(user?.image).toBeNull()
    await browser.call('/update-user', { body: { name: ' Ada  L. ', image: 'https://elsewhere.example/x.png' } })
    const changed = (await browser.call('/get-session')).json?.user
    expect([changed?.name, changed?.image]).toEqual(['Ada L.', null])
  })
})

test('a person who signed up with the previous release during an upgrade owns their account at the next sign-in', async () => {
  const [browser, email] = [new Browser(), newEmail()]
  const personId = (await browser.signUp(email)).json?.user?.id ?? ''
  const { redis } = await store()
  const { members } = redisKeys(await accountOf(personId))
  const before = redisKeys(personId)
  await redis.del(members, signInKeys.memberships(personId))
  await redis.hset(before.profile, { plan: 'growth', created: new Date().toISOString() })
  const again = new Browser()
  await again.signIn(email)
  expect(await signedInPerson(new Headers({ cookie: again.cookieHeader() }))).toMatchObject({
    personId,
    member: { accountId: personId, role: 'owner', lacksSecondFactor: false },
  })
  expect(await readProfile(personId)).toMatchObject({ name: 'Ada', plan: 'growth' })
})
