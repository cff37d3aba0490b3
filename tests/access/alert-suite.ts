import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { mailDailyAlerts } from '@/server/features/account-data/daily'
import { endAccount } from '@/server/features/account-data/deletion'
import { readAlertSettings, switchAlert } from '@/server/features/mail/alert-settings'
import { type Alert, sendAlert } from '@/server/features/mail/send-alert'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { alertAccount } from '../support/alert-account'

const hour = 3_600_000
const day = 24 * hour

/** Returns the subjects of someone's stored emails, oldest first. */
function subjectsFor(to: string): string[] {
  const file = join(process.env.DATA_DIR ?? '', 'mail.jsonl')
  if (!existsSync(file)) return []
  const mails: Array<{ to: string; subject: string }> = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return mails.filter((mail) => mail.to === to).map(({ subject }) => subject)
}

/** Tests alerts, on any kind of store. Emails are written to a file. */
export function alertSuite(transport: string): void {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  test(`an alert sent many times in parallel causes only one email, over ${transport}`, async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { accountId, email } = await alertAccount()
    const alert = (number: number): Alert => ({
      to: { accountId },
      kind: 'quota',
      marks: [`plan:${number}`],
      until: Date.now() / 1000 + 100,
      write: () => ({ subject: `Alert ${number}`, text: '' }),
    })
    await Promise.all(Array.from({ length: 60 }, (_, index) => sendAlert(alert(index % 3))))
    expect(subjectsFor(email).sort()).toEqual(['Alert 0', 'Alert 1', 'Alert 2'])
    const { redis } = await store()
    expect(await redis.ttl(redisKeys(accountId).alerts)).toBeGreaterThan(39 * 86_400)
  })

  test(`an alert that is turned off is not emailed, over ${transport}`, async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { personId, email } = await alertAccount()
    const alert: Alert = {
      to: { personId },
      kind: 'sign-in',
      marks: ['sign-in:1'],
      until: Date.now() / 1000 + 100,
      write: () => ({ subject: 'New sign-in', text: '' }),
    }
    await switchAlert(personId, 'sign-in', false)
    expect(await readAlertSettings(personId)).toEqual({
      quota: true,
      'key-limit': true,
      'key-expiry': true,
      callbacks: true,
      'sign-in': false,
    })
    await sendAlert(alert)
    expect(subjectsFor(email)).toEqual([])
    await switchAlert(personId, 'sign-in', true)
    await sendAlert(alert)
    expect(subjectsFor(email)).toEqual(['New sign-in'])
  })

  test(`an account deleted while an alert is being emailed leaves no alert data, over ${transport}`, async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const { accountId } = await alertAccount()
    const { redis } = await store()
    const { alerts } = redisKeys(accountId)
    await sendAlert({
      to: { accountId },
      kind: 'quota',
      marks: ['plan:1'],
      until: Date.now() / 1000 + 100,
      write: async () => {
        await endAccount(accountId)
        return null
      },
    })
    expect(await redis.exists(alerts)).toBe(0)
  })

  test(`the owner is emailed once 7 days and once 1 day before a key expires, over ${transport}`, async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    // These days are far in the future, so no other test uses them.
    vi.useFakeTimers({ toFake: ['Date'] })
    const start = Date.UTC(2040, 4, 1, 12)
    vi.setSystemTime(start)
    const { email } = await alertAccount({ expires: start / 1000 + 30 * 86_400 })
    const short = await alertAccount({ expires: start / 1000 + 3 * 86_400 })
    const subjectsByDay: Record<number, string[]> = {}
    for (const days of [0, 2, 22, 23, 24, 29, 30]) {
      vi.setSystemTime(start + days * day - hour)
      const outcomes = await Promise.all(Array.from({ length: 10 }, () => mailDailyAlerts(() => true)))
      expect(outcomes).toContain('done')
      expect(await mailDailyAlerts(() => true)).toBe('done')
      subjectsByDay[days] = subjectsFor(email)
      if (days === 2) expect(subjectsFor(short.email)).toHaveLength(1)
    }
    const counts = Object.entries(subjectsByDay).map(([days, subjects]) => [Number(days), subjects.length])
    expect(counts).toEqual([
      [0, 0],
      [2, 0],
      [22, 0],
      [23, 1],
      [24, 1],
      [29, 2],
      [30, 2],
    ])
    expect(new Set(subjectsByDay[30])).toEqual(new Set(['Your API key “Deploy” expires soon']))
    // A key that lasts three days gets no one-week alert.
    expect(subjectsFor(short.email)).toHaveLength(1)
  })
}
