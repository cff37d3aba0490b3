import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withStore } from '../../access/environment'
import { Browser, newEmail } from './browser'

withStore({})
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
})

/** Stops the clock at the beginning of a window, so no attempt falls into the next one. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.ceil(Date.now() / 900_000) * 900_000 + 1_000)
}

test('an IP address gets ten sign-in attempts a minute, regardless of its headers', async () => {
  stopClock()
  const email = newEmail()
  await new Browser().signUp(email)
  const browser = new Browser()
  const attempt = (number: number) => {
    const headers = {
      'x-forwarded-for': `203.0.113.${number}`,
      'x-pinref-client': `203.0.113.${number}`,
      'x-real-ip': '203.0.113.9',
    }
    return browser.call('/sign-in/email', { body: { email: `${number}${email}`, password: 'wrong password' }, headers })
  }
  for (let number = 1; number <= 10; number++) expect((await attempt(number)).status).toBe(401)
  const refused = await attempt(11)
  expect(refused.status).toBe(429)
  expect(refused.json?.message).toContain('Too many requests')
  expect(Number(refused.headers.get('retry-after'))).toBe(59)
  expect((await new Browser().signIn(email)).status).toBe(200)
  vi.setSystemTime(Date.now() + 60_000)
  expect((await attempt(12)).status).toBe(401)
})

test('if the host does not know the IP address, headers cannot circumvent the limit', async () => {
  stopClock()
  const browser = new Browser()
  browser.client = { address: 'local' }
  const attempt = (number: number) =>
    browser.call('/sign-in/email', {
      body: { email: newEmail(), password: 'wrong password' },
      headers: { 'x-pinref-client': `203.0.113.${number}`, 'x-forwarded-for': `203.0.113.${number}` },
    })
  for (let number = 1; number <= 10; number++) expect((await attempt(number)).status).toBe(401)
  expect((await attempt(11)).status).toBe(429)
})

test('simultaneous sign-in attempts are counted exactly', async () => {
  stopClock()
  const browser = new Browser()
  const email = newEmail()
  const answers = await Promise.all(Array.from({ length: 25 }, () => browser.signIn(email)))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
})

test('all IPv6 addresses of a /64 share one limit', async () => {
  stopClock()
  const browser = new Browser()
  for (let number = 1; number <= 11; number++) {
    browser.client = { address: `2001:db8:1:2::${number.toString(16)}` }
    expect((await browser.signIn(newEmail())).status).toBe(number <= 10 ? 401 : 429)
  }
  browser.client = { address: '2001:db8:1:3::1' }
  expect((await browser.signIn(newEmail())).status).toBe(401)
})

test('an IP address gets three requests for a new password a minute', async () => {
  stopClock()
  const browser = new Browser()
  const ask = () => browser.call('/request-password-reset', { body: { email: 'victim@example.com' } })
  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(3)
})
