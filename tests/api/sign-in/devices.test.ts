import { beforeAll, expect, test, vi } from 'vitest'
import { endSession, ownAccount } from '@/server/features/sign-in/own-account'
import { withStore } from '../../access/environment'
import { Browser, goodPassword, newEmail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

async function twoBrowsers() {
  const email = newEmail()
  const [here, there] = [new Browser(), new Browser()]
  const personId = (await here.signUp(email)).json?.user?.id ?? ''
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0' }
  await there.call('/sign-in/email', { body: { email, password: goodPassword }, headers })
  const devices = async () => (await ownAccount(personId, new Headers({ cookie: here.cookieHeader() }))).sessions
  return { personId, here, there, devices }
}

test('the list of devices shows where the account is signed in, but no session token', async () => {
  const { here, there, devices } = await twoBrowsers()
  const shown = await devices()
  expect(shown).toMatchObject([
    { current: true, address: here.client.address },
    { current: false, address: there.client.address, userAgent: expect.stringContaining('Firefox/145.0') },
  ])
  expect(Object.keys(shown[0] ?? {}).sort()).toEqual(['address', 'current', 'id', 'signedIn', 'userAgent'])
  for (const { cookies } of [here, there]) {
    const [token = ''] = decodeURIComponent(cookies.get('pinref.session_token') ?? '').split('.')
    expect(token).not.toBe('')
    expect(JSON.stringify(shown)).not.toContain(token)
  }
})

test('signing out one browser ends its session immediately and leaves the other signed in', async () => {
  const { personId, here, there, devices } = await twoBrowsers()
  const id = (await devices()).find(({ current }) => !current)?.id ?? ''
  expect(await endSession(personId, id)).toBe(true)
  expect(await there.signedInAs()).toBeNull()
  expect(await here.signedInAs()).not.toBeNull()
  expect(await devices()).toHaveLength(1)
  expect(await endSession(personId, id)).toBe(false)
})

test('a browser cannot be signed out from another account', async () => {
  const [owner, stranger] = [await twoBrowsers(), await twoBrowsers()]
  for (const { id } of await owner.devices()) await endSession(stranger.personId, id)
  expect(await owner.devices()).toHaveLength(2)
  expect(await owner.there.signedInAs()).not.toBeNull()
})

test('the list of devices shows an IPv6 address in full', async () => {
  const browser = new Browser()
  browser.client = { address: '2001:db8::7:1' }
  const personId = (await browser.signUp(newEmail())).json?.user?.id ?? ''
  const { sessions } = await ownAccount(personId, new Headers({ cookie: browser.cookieHeader() }))
  expect(sessions).toMatchObject([{ address: '2001:db8::7:1' }])
})
