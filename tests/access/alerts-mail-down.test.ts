import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { mailDailyAlerts } from '@/server/features/account-data/daily'
import { alertAccount } from '../support/alert-account'
import { freePort } from '../support/free-port'
import { startMailServer } from '../support/mail-server'
import { withStore } from './environment'

const port = await freePort()
withStore({ SMTP_URL: `smtp://pinref:let%20me%20in@127.0.0.1:${port}`, APP_URL: 'https://pinref.example' })
beforeAll(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterAll(() => {
  vi.useRealTimers()
})

test('an alert that failed because the mail server was down is emailed once the server is up', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.UTC(2035, 1, 1, 12)
  vi.setSystemTime(start)
  const { email } = await alertAccount({ expires: start / 1000 + 20 * 86_400 })
  vi.setSystemTime(start + 13 * 86_400_000)
  await expect(mailDailyAlerts(() => true)).rejects.toThrow(/ECONNREFUSED/)

  const mailServer = await startMailServer(port)
  afterAll(() => mailServer.stop())
  expect(await mailDailyAlerts(() => true)).toBe('done')
  expect(mailServer.received.map(({ to }) => to)).toEqual([[email]])
})
