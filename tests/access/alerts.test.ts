import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { mailDailyAlerts, startDailyTimer } from '@/server/features/account-data/daily'
import { switchAlert } from '@/server/features/mail/alert-settings'
import { alertOfUse } from '@/server/features/mail/use-alert'
import { leaveAccount } from '@/server/metering/access/account'
import { createKey } from '@/server/metering/access/key-store'
import { writeProfile } from '@/server/metering/access/profile'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { alertAccount } from '../support/alert-account'
import { startMailServer } from '../support/mail-server'
import { newMember } from '../support/new-account'
import { startRedisServer } from '../support/redis'
import { withStore } from './environment'

const redis = await startRedisServer()
const mailServer = await startMailServer()
const plans = [
  { id: 'small', name: 'Small', monthlyQuota: 10, monthlyPriceCents: 0 },
  { id: 'large', name: 'Large', monthlyQuota: 20, monthlyPriceCents: 900 },
]
const appUrl = 'https://pinref.example'
withStore({
  REDIS_URL: redis.url,
  SMTP_URL: mailServer.url,
  APP_URL: appUrl,
  PLANS: JSON.stringify(plans),
  LINK_GATEWAY_URL: 'http://127.0.0.1:9',
})
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await mailServer.stop()
  await redis.stop()
})

/** Calls an operation with a key, as a backend does, and waits for the call's background work. */
async function call(key: string, operation = 'convert', body: unknown = { cid: '1' }): Promise<number> {
  const headers = { 'x-api-key': key }
  const request = new Request(`${appUrl}/api/${operation}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { status } = await handleApi(request, { address: '192.0.2.1' })
  await finishWork()
  return status
}

/** Returns the emails sent to someone, oldest first. */
const mailsTo = (email: string) => mailServer.received.filter(({ to }) => to.includes(email)).map(({ text }) => text)

const subjectsTo = (email: string) => mailsTo(email).map((text) => /^Subject: (.*?)\r?$/m.exec(text)?.[1])

const switches = '/sign-in?next=%2Faccount%23alerts'
const at80 = 'You have used 80% of your monthly calls'
const at100 = 'You have used all your monthly calls'

test('a batch that passes 80% or 100% of the plan sends an alert, and its failed calls do not count', async () => {
  const { email, key } = await alertAccount()
  const batch = (...cids: string[]) => call(key, 'batch', { items: cids.map((cid) => ({ operation: 'convert', cid })) })
  // Three of the ten fail and are refunded.
  await batch('1', '2', '3', '4', '5', '6', '7', 'x', 'x', 'x')
  expect(mailsTo(email)).toEqual([])
  await batch('1', '2')
  expect(subjectsTo(email)).toEqual([at80])
  await batch('1', '2', '3', '4')
  expect(subjectsTo(email)).toEqual([at80, at100])
})

test('an account’s owner is emailed at 80% and at 100% of the plan, once a month each', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.UTC(2031, 4, 20, 12))
  const { accountId, email, key } = await alertAccount()
  for (let calls = 1; calls <= 7; calls++) expect(await call(key)).toBe(200)
  expect(mailsTo(email)).toEqual([])
  expect(await call(key)).toBe(200)
  expect(subjectsTo(email)).toEqual([at80])
  expect(await call(key)).toBe(200)
  expect(subjectsTo(email)).toEqual([at80])
  expect(await call(key)).toBe(200)
  expect(subjectsTo(email)).toEqual([at80, at100])
  for (let calls = 0; calls < 5; calls++) expect(await call(key)).toBe(429)
  vi.setSystemTime(Date.UTC(2031, 4, 31, 23, 59))
  expect(await call(key)).toBe(429)
  expect(subjectsTo(email)).toEqual([at80, at100])

  const [first = '', second = ''] = mailsTo(email)
  expect(first).toContain('You have used 8 of your plan’s 10 calls for May 2031.')
  expect(first).toContain('June 1, 2031, 00:00 UTC')
  expect(second).toContain('You have used all 10 of your plan’s calls for May 2031.')
  for (const mail of [first, second]) {
    for (const path of ['/usage', '/pricing']) expect(mail).toContain(`${appUrl}${path}?account=${accountId}`)
    expect(mail).toContain(`${appUrl}${switches}`)
  }

  vi.setSystemTime(Date.UTC(2031, 5, 1, 0, 1))
  for (let calls = 0; calls < 12; calls++) await call(key)
  expect(subjectsTo(email)).toEqual([at80, at100, at80, at100])
})

test('many parallel calls send the 100% alert once, and the 80% alert at most once', async () => {
  const { email, key } = await alertAccount()
  const statuses = await Promise.all(Array.from({ length: 100 }, () => call(key)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  await finishWork()
  const subjects = subjectsTo(email)
  expect(subjects.filter((subject) => subject === at100)).toHaveLength(1)
  expect(subjects.filter((subject) => subject === at80).length).toBeLessThanOrEqual(1)
})

test('an account that moves to a larger plan gets the 80% and 100% alerts again', async () => {
  const { accountId, email, key } = await alertAccount()
  for (let calls = 0; calls < 10; calls++) await call(key)
  await writeProfile(accountId, { plan: 'large' })
  for (let calls = 0; calls < 10; calls++) await call(key)
  expect(subjectsTo(email)).toEqual([at80, at100, at80, at100])
})

test('failed calls do not count toward an alert', async () => {
  const { email, key } = await alertAccount()
  for (let calls = 0; calls < 7; calls++) await call(key)
  for (let calls = 0; calls < 3; calls++) expect(await call(key, 'resolve', { url: 'https://example.com' })).toBe(400)
  expect(mailsTo(email)).toEqual([])
})

test('no alert is emailed if the owner turned it off or has not confirmed the email', async () => {
  const off = await alertAccount()
  await switchAlert(off.personId, 'quota', false)
  const unconfirmed = await alertAccount({ verified: false })
  for (const { key, email } of [off, unconfirmed]) {
    for (let calls = 0; calls < 12; calls++) await call(key)
    expect(mailsTo(email)).toEqual([])
  }
})

test('alerts for a key’s limit show its name and first characters, and are separate from the plan’s alerts', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.UTC(2032, 4, 20, 12))
  const { accountId, personId, email } = await alertAccount()
  const { key } = await createKey(accountId, 'Import', null, { monthlyLimit: 5 })
  for (let calls = 1; calls <= 3; calls++) expect(await call(key)).toBe(200)
  expect(mailsTo(email)).toEqual([])
  expect(await call(key, 'resolve', { url: 'https://example.com' })).toBe(400)
  expect(mailsTo(email)).toEqual([])
  for (let calls = 4; calls <= 5; calls++) expect(await call(key)).toBe(200)
  for (let calls = 0; calls < 5; calls++) expect(await call(key)).toBe(429)
  const mails = mailsTo(email)
  expect(mails).toHaveLength(2)
  expect(mails[0]).toContain('The key has used 4 of its 5 calls for May 2032.')
  expect(mails[1]).toContain('The key has used all 5 of its calls for May 2032.')
  for (const mail of mails) expect(mail).toContain(`“Import” (starts with ${key.slice(0, 28)})`)

  // The key's calls also count toward the plan, whose own alert is sent at 80%.
  const { key: other } = await createKey(accountId, 'Other', null)
  for (let calls = 6; calls <= 8; calls++) expect(await call(other)).toBe(200)
  expect(subjectsTo(email).slice(2)).toEqual([at80])
  await switchAlert(personId, 'key-limit', false)
  vi.setSystemTime(Date.UTC(2032, 5, 1, 0, 1))
  for (let calls = 0; calls < 5; calls++) expect(await call(key)).toBe(200)
  expect(mailsTo(email)).toHaveLength(3)
})

test('a key that reaches both thresholds at the same time sends one email', async () => {
  const { accountId, email, keyId } = await alertAccount()
  const resetSeconds = Date.UTC(2031, 5, 1) / 1000
  await alertOfUse(accountId, { of: { keyId }, limit: 1, used: 1, resetSeconds })
  expect(mailsTo(email)).toHaveLength(1)
})

test('calls with a test key are not limited by the plan and send no alert', async () => {
  const { accountId, email } = await alertAccount()
  const { key } = await createKey(accountId, 'CI', null, { test: true })
  for (let calls = 0; calls < 12; calls++) expect(await call(key)).toBe(200)
  expect(mailsTo(email)).toEqual([])
})

test('an account gets one email for all keys that expire on a day, and an interrupted pass is resumed', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.UTC(2035, 1, 1, 12)
  vi.setSystemTime(start)
  const expires = start / 1000 + 20 * 86_400
  const people: Array<Awaited<ReturnType<typeof alertAccount>>> = []
  // There are more accounts than fit on one page of 100. Only some accounts get an email, because sending takes time.
  for (let number = 0; number < 120; number++) {
    const name = `alerted-${String(number).padStart(3, '0')}.`
    const person = await alertAccount({ expires: number % 10 === 0 ? expires : null, name })
    if (number % 10 === 0) people.push(person)
  }
  const [{ accountId, email }] = people as [(typeof people)[number]]
  const { key } = await createKey(accountId, 'Backup', expires + 3_600)

  vi.setSystemTime(start + 13 * 86_400_000)
  let pages = 0
  expect(await mailDailyAlerts(() => pages++ < 1)).toBe('unfinished')
  expect(people.filter((person) => mailsTo(person.email).length > 0)).toHaveLength(10)
  expect(await mailDailyAlerts(() => true)).toBe('done')
  expect(people.map((person) => mailsTo(person.email).length)).toEqual(people.map(() => 1))

  const [mail = ''] = mailsTo(email)
  expect(mail).toContain('2 of your API keys expire soon')
  expect(mail).toContain(`“Backup” (starts with ${key.slice(0, 28)})`)
  expect(mail).toContain('Expires on February 21, 2035, 12:00 UTC')
  expect(mail).toContain(`${appUrl}/keys`)
  expect(mail).toContain(`${appUrl}${switches}`)
})

test('the daily timer emails an alert once even if several processes run the timer, and no alert after the processes stop', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  const start = Date.UTC(2036, 1, 1, 12)
  vi.setSystemTime(start)
  const { email } = await alertAccount({ expires: start / 1000 + 20 * 86_400 })
  vi.setSystemTime(start + 13 * 86_400_000)
  const stopping = new AbortController()
  for (let processes = 0; processes < 4; processes++) startDailyTimer(stopping.signal)
  vi.advanceTimersByTime(600_000)
  await vi.waitFor(() => expect(mailsTo(email)).toHaveLength(1), 10_000)
  stopping.abort()
  vi.setSystemTime(start + 19 * 86_400_000)
  vi.advanceTimersByTime(600_000)
  await finishWork()
  expect(mailsTo(email)).toHaveLength(1)
})

test('mails about a key go to the owners and to its maker, who gets none about the keys of others', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const start = Date.UTC(2037, 4, 1, 12)
  vi.setSystemTime(start)
  const { accountId, email } = await alertAccount()
  const emails = ['maker', 'other', 'former'].map((name) => `${name}.${randomUUID()}@example.com`)
  const members = await Promise.all(emails.map((address) => newMember(accountId, 'member', { email: address })))
  const expires = start / 1000 + 20 * 86_400
  const [own] = await Promise.all(
    members.map((personId, at) => createKey({ accountId, personId }, emails[at] ?? '', expires, { monthlyLimit: 2 })),
  )
  await leaveAccount(accountId, members[2] ?? '')
  const counts = () => [email, ...emails].map((address) => mailsTo(address).length)

  for (let calls = 0; calls < 2; calls++) await call(own?.key ?? '')
  expect(counts()).toEqual([1, 1, 0, 0])
  vi.setSystemTime(start + 13 * 86_400_000)
  await mailDailyAlerts(() => true)
  expect(counts()).toEqual([2, 2, 1, 0])
  const keysIn = (address: string) =>
    mailsTo(address)
      .at(-1)
      ?.match(/“(?:maker|other|former)\./g)
  expect([email, ...emails.slice(0, 2)].map(keysIn)).toEqual([
    expect.arrayContaining(['“maker.', '“other.', '“former.']),
    ['“maker.'],
    ['“other.'],
  ])
})
