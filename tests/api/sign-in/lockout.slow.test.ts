import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { countAttempt } from '@/server/metering/access/limiter'
import { limits } from '@/server/metering/access/limits'
import { withStore } from '../../access/environment'
import { Browser, newEmail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
})

const quarter = 900_000
const hour = 3_600_000

/** Stops the clock at the beginning of an hour, so no attempt falls into the next window. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.ceil(Date.now() / hour) * hour + 1_000)
}

/** Tries passwords from one network. */
async function guess(email: string, times: number, browser = new Browser()): Promise<number[]> {
  const statuses: number[] = []
  for (let turn = 0; turn < times; turn++) {
    // The limit for one address is ten attempts a minute anyway.
    if (turn === 10) vi.setSystemTime(Date.now() + 60_000)
    statuses.push((await browser.signIn(email, `wrong password ${turn}`)).status)
  }
  return statuses
}

/** Tries passwords from many networks until they are rejected, and returns how many were checked. */
async function guessFromManyNetworks(email: string): Promise<number> {
  const { max, windowSeconds } = limits.passwordsFromAnywhere
  // All attempts except the last five are only counted, because each real attempt has to hash a password.
  for (let before = 0; before < max - 5; before++) {
    await countAttempt(`password:${email}`, { max, window: windowSeconds })
  }
  const statuses = (await Promise.all(Array.from({ length: 4 }, () => guess(email, 3)))).flat()
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  return max - 5 + statuses.filter((status) => status === 401).length
}

async function person() {
  const [browser, email] = [new Browser(), newEmail()]
  await browser.signUp(email)
  return { browser, email }
}

describe('wrong passwords', () => {
  test('lock out only their own network, for 15 minutes', async () => {
    stopClock()
    const { email } = await person()
    const stranger = new Browser()
    expect(await guess(email, 12, stranger)).toEqual([...Array(10).fill(401), 429, 429])
    expect((await stranger.signIn(email.toUpperCase())).status).toBe(429)
    expect((await new Browser().signIn(email)).status).toBe(200)
    vi.setSystemTime(Date.now() + quarter)
    expect((await stranger.signIn(email)).status).toBe(200)
  })

  test('return an error that says how long to wait', async () => {
    stopClock()
    const { email } = await person()
    const stranger = new Browser()
    await guess(email, 10, stranger)
    vi.setSystemTime(Date.now() + 60_000)
    const { headers } = await stranger.signIn(email)
    expect(Number(headers.get('retry-after'))).toBe(quarter / 1000 - 61)
  })

  test('from many networks lock out unknown browsers for an hour, but not a browser that was signed in before', async () => {
    stopClock()
    const { browser, email } = await person()
    await browser.call('/sign-out', { body: {} })
    expect(await guessFromManyNetworks(email)).toBe(100)
    expect((await new Browser().signIn(email)).status).toBe(429)
    // That browser's network does not matter.
    browser.client = new Browser().client
    expect((await browser.signIn(email)).status).toBe(200)
    expect(await browser.signedInAs()).toBe(email)
    vi.setSystemTime(Date.now() + hour)
    expect((await new Browser().signIn(email)).status).toBe(200)
  })

  test('from a browser that was signed in before lock out that browser, even on another network', async () => {
    stopClock()
    const { browser, email } = await person()
    await guess(email, 10, browser)
    browser.client = new Browser().client
    expect((await browser.signIn(email)).status).toBe(429)
    expect((await new Browser().signIn(email)).status).toBe(200)
  })
})

describe('a browser', () => {
  test('is known only to accounts that it has signed in to', async () => {
    stopClock()
    const { browser } = await person()
    const { email } = await person()
    await guessFromManyNetworks(email)
    expect((await browser.signIn(email)).status).toBe(429)
  })

  test('is not known if its cookie is forged', async () => {
    stopClock()
    const { browser, email } = await person()
    const real = browser.cookies.get('pinref.known_browser') ?? ''
    expect(real).not.toBe('')
    await guessFromManyNetworks(email)
    for (const value of [real.replace(/\.[^.]*$/, ''), `x${real}`, 'x~y']) {
      const forger = new Browser()
      forger.cookies.set('pinref.known_browser', value)
      expect((await forger.signIn(email)).status).toBe(429)
    }
  })

  test('is remembered by a cookie that scripts cannot read and that lasts 400 days', async () => {
    const { headers } = await new Browser().signUp(newEmail())
    const [line = ''] = headers.getSetCookie().filter((cookie) => cookie.startsWith('pinref.known_browser='))
    expect(line).toMatch(/; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  })
})
