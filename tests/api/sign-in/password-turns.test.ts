import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { endPerson } from '@/server/features/account-data/deletion'
import { handleAuth } from '@/server/features/sign-in/handle-auth'
import { store } from '@/server/platform/store/store'
import { withStore } from '../../access/environment'
import { Browser, goodPassword, newEmail } from './browser'
import { fillQueue } from './password-queue'

withStore({ LOG_LEVEL: 'warn' })
const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
afterEach(() => void written.mockClear())

const full = { status: 429, json: { code: 'TOO_MANY_SIGN_INS' } }

async function person() {
  const [browser, email] = [new Browser(), newEmail()]
  const accountId = (await browser.signUp(email)).json?.user?.id ?? ''
  return { browser, email, accountId }
}

/** Counts the passwords that some work hashes. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const scrypt = vi.spyOn(crypto, 'scrypt')
  syncBuiltinESMExports()
  try {
    await work()
    return scrypt.mock.calls.length
  } finally {
    scrypt.mockRestore()
    syncBuiltinESMExports()
  }
}

describe('while too many passwords wait', () => {
  test('strangers get 429 with Retry-After, whether or not the email has an account', async () => {
    const { email } = await person()
    const free = fillQueue()
    const answers = [await new Browser().signIn(email), await new Browser().signIn(newEmail())]
    await free()
    const [existing, unknown] = answers.map(({ status, text, headers }) => [status, text, headers.get('retry-after')])
    expect(existing).toEqual([
      429,
      JSON.stringify({
        code: 'TOO_MANY_SIGN_INS',
        message: 'Too many sign-in attempts right now. Try again in 5 seconds.',
      }),
      '5',
    ])
    expect(unknown).toEqual(existing)
    expect((await new Browser().signIn(email)).status).toBe(200)
  })

  test('a rejected attempt does not count against the account', async () => {
    const { email } = await person()
    const free = fillQueue()
    expect(await new Browser().signIn(email)).toMatchObject(full)
    await free()
    const { redis } = await store()
    expect(await redis.keys(`attempts:password:${email}*`)).toEqual([])
    await new Browser().signIn(email)
    expect(await redis.keys(`attempts:password:${email}*`)).toHaveLength(2)
  })

  test('a browser can sign in to accounts that it has signed in to before, but to no others', async () => {
    const { browser, email } = await person()
    const other = await person()
    await browser.call('/sign-out', { body: {} })
    browser.client = new Browser().client
    const free = fillQueue()
    expect(await browser.signIn(other.email)).toMatchObject(full)
    expect((await browser.signIn(email)).status).toBe(200)
    await free()
  })

  test('someone who is signed in can change the password', async () => {
    const { browser } = await person()
    const body = { currentPassword: goodPassword, newPassword: 'battery staple' }
    let free = fillQueue(true)
    expect(await browser.call('/change-password', { body })).toMatchObject(full)
    await free()
    free = fillQueue()
    expect((await browser.call('/change-password', { body })).status).toBe(200)
    await free()
  })

  test('one warning without a stack is logged a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 120_000)
    const free = fillQueue()
    for (let attempt = 0; attempt < 3; attempt++) await new Browser().signIn(newEmail())
    await free()
    vi.useRealTimers()
    const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)))
    expect(lines).toEqual([
      {
        level: 'warn',
        at: expect.any(String),
        message: 'sign-in attempts are being rejected, because too many passwords are waiting to be checked',
      },
    ])
  })
})

describe('a password is hashed', () => {
  test('only if its caller is still connected', async () => {
    const leaving = new AbortController()
    const free = fillQueue(false, 1)
    const sent = new Request('http://localhost:3000/api/auth/sign-in/email', {
      method: 'POST',
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/json' },
      body: JSON.stringify({ email: newEmail(), password: 'wrong password' }),
      signal: leaving.signal,
    })
    const { redis } = await store()
    const get = vi.spyOn(redis, 'get')
    const hashes = await hashesDuring(async () => {
      const call = handleAuth(sent, new Browser().client, endPerson)
      // The account is looked up just before the wait.
      await vi.waitFor(() => expect(get).toHaveBeenCalledWith(expect.stringMatching(/^email:/)))
      leaving.abort(new Error('left'))
      await expect(call).rejects.toThrow('left')
      await free()
    })
    get.mockRestore()
    expect(hashes).toBe(0)
    expect((await new Browser().signIn(newEmail())).status).toBe(401)
  })

  test('once for an unknown email, as for a wrong password', async () => {
    const { email } = await person()
    expect(await hashesDuring(() => new Browser().signIn(email, 'wrong password'))).toBe(1)
    expect(await hashesDuring(() => new Browser().signIn(newEmail(), 'wrong password'))).toBe(1)
  })

  test('when it is changed, only if the current password is correct', async () => {
    const { browser } = await person()
    const change = (currentPassword: string) => async () =>
      expect(
        (await browser.call('/change-password', { body: { currentPassword, newPassword: 'battery staple' } })).status,
      ).toBe(currentPassword === goodPassword ? 200 : 400)
    expect(await hashesDuring(change('wrong password'))).toBe(1)
    expect(await hashesDuring(change(goodPassword))).toBe(2)
  })
})
