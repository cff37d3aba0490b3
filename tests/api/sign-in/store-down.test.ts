import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { signedInPerson } from '@/server/features/sign-in/session'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { asShipped } from '../../support/busy-machine'
import { startRedisServer } from '../../support/redis'
import { Browser, goodPassword, newEmail } from './browser'

const redis = await startRedisServer()
withStore({ REDIS_URL: redis.url, ...asShipped })
afterAll(() => redis.stop())
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

const browser = new Browser()
const email = newEmail()

describe('while the store does not respond', () => {
  beforeAll(async () => {
    await browser.signUp(email)
    // The sign-up's entries in the log are written after its response.
    await finishWork()
    redis.process.kill('SIGSTOP')
  })
  afterAll(() => {
    redis.process.kill('SIGCONT')
  })

  const calls: Array<[string, () => Promise<unknown>]> = [
    ['signing up', () => new Browser().signUp(newEmail())],
    ['signing in', () => new Browser().signIn(email)],
    ['asking who is signed in', () => browser.call('/get-session')],
    ['signing out', () => browser.call('/sign-out', { body: {} })],
    ['listing sessions', () => browser.call('/list-sessions')],
    [
      'changing the password',
      () => browser.call('/change-password', { body: { currentPassword: goodPassword, newPassword: 'new password' } }),
    ],
    ['asking for a new password', () => new Browser().call('/request-password-reset', { body: { email } })],
    ['deleting the account', () => browser.call('/delete-user', { body: { password: goodPassword } })],
    ['a call of the dashboard', () => signedInPerson(new Headers({ cookie: browser.cookieHeader() }))],
  ]
  test.each(calls)('%s fails with “store_unavailable” after waiting for at most one command', async (_, call) => {
    const { roundTrips } = await store()
    const before = roundTrips.count
    await expect(call()).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(roundTrips.count - before).toBeLessThanOrEqual(1)
  })
})

test('once the store responds again, sessions and sign-ins work as before', async () => {
  await vi.waitFor(async () => expect(await browser.signedInAs()).toBe(email), { timeout: 20_000 })
  expect((await new Browser().signIn(email)).status).toBe(200)
})
