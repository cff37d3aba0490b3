import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withStore } from '../../access/environment'
import { startMailServer } from '../../support/mail-server'
import { Browser, newEmail } from './browser'

const mailServer = await startMailServer()
withStore({ SMTP_URL: mailServer.url, APP_URL: 'https://pinref.example' })
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(() => mailServer.stop())

const hour = 3_600_000

/** Stops the clock at the beginning of an hour, so no email falls into the next window. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Math.ceil(Date.now() / hour) * hour + 1_000)
}

const asks: Array<(email: string) => Promise<{ status: number }>> = [
  (email) => new Browser().signUp(email),
  (email) => new Browser().call('/request-password-reset', { body: { email } }),
  (email) => new Browser().call('/send-verification-email', { body: { email } }),
  (email) => new Browser().signIn(email),
]

test('an address gets at most five emails an hour, whatever triggers them, and no response reveals the limit', async () => {
  stopClock()
  const email = newEmail()
  await new Browser().signUp(email)
  await mailServer.newestFor(email)
  for (let turn = 0; turn < 16; turn++) {
    const status = (await asks[turn % asks.length]?.(email))?.status
    expect([200, 401, 403]).toContain(status)
  }
  const received = () => mailServer.received.filter(({ to }) => to.includes(email)).length
  await expect.poll(received).toBe(5)
  // Once a later email to someone else has arrived, no earlier email is still in transit.
  await new Browser().signUp(`last${email}`)
  await mailServer.newestFor(`last${email}`)
  expect(received()).toBe(5)

  vi.setSystemTime(Date.now() + hour)
  await new Browser().call('/request-password-reset', { body: { email } })
  await mailServer.newestFor(email, 6)
  expect(received()).toBe(6)
})

test('plus addresses share their mailbox’s limit of five emails an hour', async () => {
  stopClock()
  const email = newEmail()
  for (let number = 0; number < 8; number++) await new Browser().signUp(email.replace('@', `+${number}@`))
  await new Browser().signUp(`last${email}`)
  await mailServer.newestFor(`last${email}`)
  const mailbox = new RegExp(`^${email.replace('@', '\\+\\d@')}$`)
  const received = () => mailServer.received.filter(({ to }) => to.some((address) => mailbox.test(address))).length
  await expect.poll(received).toBe(5)
})
