import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { handleApi } from '@/server/entrances/http/handle-api'
import { sendAlert } from '@/server/features/mail/send-alert'
import { createWatchlist, pauseWatchlist, updateWatchlist } from '@/server/features/watchlists/change-watchlist'
import { mailDigest } from '@/server/features/watchlists/digest'
import { deleteWatchlist, findWatchlist } from '@/server/features/watchlists/find-watchlist'
import type { StoredEvent } from '@/server/features/watchlists/listing'
import { createListings } from '@/server/features/watchlists/listings'
import { runWatchlist } from '@/server/features/watchlists/run-watchlist'
import { addToQueue } from '@/server/features/watchlists/schedule'
import { watchKeys } from '@/server/features/watchlists/watch-store'
import type { Digest, Watchlist } from '@/server/features/watchlists/watchlist'
import { writeProfile } from '@/server/metering/access/profile'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { stopQueue } from '@/server/platform/queue/queue'
import { store } from '@/server/platform/store/store'
import { askStore } from '@/server/platform/store/untyped'
import { startWorkerProcesses } from '../batches/worker-processes'
import { madeUpIds } from '../simulator/listings'
import { alertAccount } from '../support/alert-account'
import { freePort } from '../support/free-port'
import { type MailServer, startMailServer } from '../support/mail-server'
import { startRedisServer } from '../support/redis'
import { withStore } from './environment'

const redis = await startRedisServer()
const port = await freePort()
let mailServer: MailServer = await startMailServer(port)
const appUrl = 'https://pinref.example'
withStore({ REDIS_URL: redis.url, SMTP_URL: mailServer.url, APP_URL: appUrl, LOG_LEVEL: 'silent' })
afterEach(() => {
  vi.useRealTimers()
})
afterAll(async () => {
  await stopQueue()
  await mailServer.stop()
  await redis.stop()
})

const hourMs = 3_600_000
const dayMs = 24 * hourMs

const settings = { period: 'weekly', digest: 'daily', isTest: false, source: null } as const

/** Creates an account with a watchlist. */
async function watched({ name = 'Berlin', digest = 'daily' as Digest, verified = true } = {}) {
  const { accountId, email } = await alertAccount({ verified })
  const { id } = await createWatchlist(accountId, { ...settings, name, digest })
  return { accountId, email, id }
}

type Watched = Awaited<ReturnType<typeof watched>>

const read = ({ accountId, id }: Watched): Promise<Watchlist> => findWatchlist(accountId, id)

/** Stores events, as checks do. */
async function happen({ accountId, id }: Watched, ...events: StoredEvent[]): Promise<void> {
  const { record, events: stream } = watchKeys(accountId, id)
  for (const event of events) {
    const last = await askStore<string>('XADD', stream, '*', 'event', JSON.stringify(event))
    await askStore('HSET', record, 'lastEvent', last)
  }
}

const { cid, placeId } = madeUpIds(7_001n)
const other = madeUpIds(7_002n)
const pairOf = (ids: { cid: bigint; placeId: string }): [string, string] => [String(ids.cid), ids.placeId]

const moved = (reference = 'alexanderplatz', name = ''): StoredEvent => [
  ...([
    'listing.moved',
    Date.now(),
    String(cid),
    reference,
    pairOf(other),
    pairOf({ cid, placeId }),
    null,
    name,
  ] as const),
]
const gone = (reference = 'zoo', name = ''): StoredEvent => [
  ...(['listing.gone', Date.now(), String(cid), reference, pairOf({ cid, placeId }), null, null, name] as const),
]
const back = (): StoredEvent => [
  'listing.back',
  Date.now(),
  String(cid),
  'tempelhof',
  pairOf({ cid, placeId }),
  null,
  null,
]

/** Works on the watchlist, as the queue does. */
const work = ({ accountId, id }: Watched) =>
  runWatchlist({ accountId, id }, new AbortController().signal, { failures: 0, crashes: 0 })

/** Sets the clock. Emails from earlier tests have other recipients. */
function setClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(ms)
}

/** Sets the clock to when the digest is due, and works on the watchlist. */
async function workWhenDue(list: Watched): Promise<void> {
  setClock((await read(list)).digestDue)
  await work(list)
}

/** Returns the emails that a watchlist's owner got, oldest first. */
const mailsTo = ({ email }: Watched) =>
  mailServer.received.filter(({ to }) => to.includes(email)).map(({ text }) => text.replaceAll('\r\n', '\n'))

/** Returns an email header, which may continue on indented lines. */
const headerOf = (mail: string, name: string) => {
  const lines = (mail.split('\n\n')[0] ?? '').replace(/\n[ \t]+/g, ' ').split('\n')
  return lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
}

const bodyOf = (mail: string) => mail.slice(mail.indexOf('\n\n') + 2).trim()

test('a digest has the counts in its subject, moved and gone listings first by name, old and new identifiers, and links', async () => {
  const list = await watched()
  await happen(list, back(), moved('4711', 'Café Anna'), gone(), moved(''), gone('', 'Zoo Palast'))
  expect(mailsTo(list)).toEqual([])
  await workWhenDue(list)
  const [mail = '', ...more] = mailsTo(list)
  expect(more).toEqual([])
  expect(headerOf(mail, 'Subject')).toBe('Berlin: 2 moved, 2 gone, 1 back')
  const token = new URL(/https:.*\/unsubscribe.*/.exec(bodyOf(mail))?.[0] ?? '').searchParams.get('token')
  const change = `CID: ${cid} → ${other.cid}\nPlace id: ${placeId} → ${other.placeId}\nhttps://maps.google.com/?cid=${other.cid}`
  const same = `CID: ${cid}\nPlace id: ${placeId}`
  expect(bodyOf(mail)).toBe(
    [
      'Changes in your watchlist “Berlin”: 2 moved, 2 gone, 1 back.',
      `• Café Anna (4711): moved\n${change}`,
      `• zoo: gone\n${same}`,
      `• Moved to new identifiers\n${change}`,
      `• Zoo Palast: gone\n${same}`,
      `• tempelhof: back\n${same}\nhttps://maps.google.com/?cid=${cid}`,
      `See all changes: ${appUrl}/watchlists/${list.id}?account=${list.accountId}`,
      `Stop emails about this watchlist: ${appUrl}/unsubscribe?token=${token}`,
    ].join('\n\n'),
  )
  expect(headerOf(mail, 'List-Unsubscribe')).toBe(`<${appUrl}/api/unsubscribe?token=${token}>`)
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(headerOf(mail, 'Content-Type')).toMatch(/^text\/plain;/)
})

test('a digest lists 20 changes and counts the rest', async () => {
  const list = await watched()
  for (let number = 1; number <= 34; number++) await happen(list, moved(`branch-${number}`))
  await workWhenDue(list)
  const [mail = ''] = mailsTo(list)
  expect(headerOf(mail, 'Subject')).toBe('Berlin: 34 moved')
  const listed = [...bodyOf(mail).matchAll(/^• branch-(\d+): moved$/gm)].map(([, number]) => Number(number))
  expect(listed).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  expect(bodyOf(mail)).toContain('\n\nAnd 14 more.\n\n')
})

test('a name, reference, or text with line breaks or HTML cannot add lines or headers to a digest', async () => {
  const name = 'Berlin: <b>1</b> =?utf-8?q?Bcc?= mitte'
  const list = await watched({ name })
  const hostile = 'Stop emails\r\nBcc: eve@example.com\n\nStop emails: https://evil.example/\u2028<script>'
  const text: StoredEvent = ['listing.unreadable', Date.now(), 'x1', hostile, null, null, [hostile, 'It has no link.']]
  await happen(list, gone(hostile), gone('zoo', hostile), text)
  await workWhenDue(list)
  const [mail = ''] = mailsTo(list)
  expect(headerOf(mail, 'Bcc')).toBeUndefined()
  expect(headerOf(mail, 'To')).toBe(list.email)
  const shown = 'Stop emails Bcc: eve@example.com Stop emails: https://evil.example/ <script>'
  expect(bodyOf(mail)).toContain(`\n• ${shown}: gone\n`)
  expect(bodyOf(mail)).toContain(`\n• ${shown} (zoo): gone\n`)
  expect(bodyOf(mail)).toContain(`\n• ${shown}: unreadable\n“${shown}”\nIt has no link.\n`)
  expect(bodyOf(mail)).toContain(`Changes in your watchlist “${name}”: 2 gone, 1 unreadable.`)
  expect(bodyOf(mail).match(/^Stop emails/gm)).toHaveLength(1)
})

test('no digest is sent before 7:00 UTC, if nothing changed, if turned off, or to an unconfirmed email', async () => {
  const list = await watched()
  await happen(list, gone())
  const { digestDue } = await read(list)
  expect(new Date(digestDue).toISOString()).toMatch(/T07:00:00\.000Z$/)
  expect(digestDue - Date.now()).toBeLessThanOrEqual(dayMs)
  setClock(digestDue - 1)
  await work(list)
  expect(mailsTo(list)).toEqual([])
  await workWhenDue(list)
  expect(mailsTo(list)).toHaveLength(1)

  await workWhenDue(list)
  expect(mailsTo(list)).toHaveLength(1)
  vi.useRealTimers()

  const unconfirmed = await watched({ verified: false })
  await happen(unconfirmed, gone())
  await workWhenDue(unconfirmed)
  expect(mailsTo(unconfirmed)).toEqual([])
  vi.useRealTimers()

  const off = await watched({ digest: 'off' })
  await happen(off, gone())
  setClock(Date.now() + 8 * dayMs)
  await work(off)
  expect(mailsTo(off)).toEqual([])
})

test('a weekly digest is sent on Monday, with the whole week’s changes', async () => {
  const list = await watched({ digest: 'weekly' })
  await happen(list, gone())
  const { digestDue } = await read(list)
  expect(new Date(digestDue).getUTCDay()).toBe(1)
  setClock(digestDue - dayMs)
  await work(list)
  expect(mailsTo(list)).toEqual([])
  await happen(list, moved())
  await workWhenDue(list)
  expect(mailsTo(list).map((mail) => headerOf(mail, 'Subject'))).toEqual(['Berlin: 1 moved, 1 gone'])
  expect((await read(list)).digestDue).toBe(digestDue + 7 * dayMs)
})

test('a digest that several processes try to send at once is sent once', async () => {
  const list = await watched()
  await happen(list, gone())
  const watchlist = await read(list)
  setClock(watchlist.digestDue)
  await Promise.all(Array.from({ length: 20 }, () => mailDigest(list.accountId, watchlist, Date.now())))
  setClock(watchlist.digestDue + hourMs)
  await work(list)
  expect(mailsTo(list)).toHaveLength(1)
  expect((await read(list)).digestDue).toBe(watchlist.digestDue + dayMs)
})

test('an unsent digest from a dead process is sent later, and a sent digest is not resent', async () => {
  const list = await watched()
  await happen(list, gone())
  const { digestDue, lastEvent } = await read(list)
  setClock(digestDue)
  // A process that dies while sending leaves this reservation.
  const mark = `digest:${list.id}:${lastEvent}`
  void sendAlert({
    to: { accountId: list.accountId },
    kind: null,
    marks: [mark],
    until: 0,
    write: () => new Promise(() => {}),
  })
  const { redis } = await store()
  await vi.waitFor(async () => expect(await redis.hexists(redisKeys(list.accountId).alerts, mark)).toBe(1))
  await work(list)
  expect(mailsTo(list)).toEqual([])
  setClock(digestDue + 11 * 60_000)
  await work(list)
  expect(mailsTo(list)).toHaveLength(1)

  // A process that dies after sending does not update the record.
  await happen(list, moved())
  const record = `{${list.accountId}}:watch:${list.id}`
  const before = await redis.hmget<Record<string, string>>(record, 'mailed', 'mailing', 'digestDue')
  await workWhenDue(list)
  expect(mailsTo(list)).toHaveLength(2)
  await redis.hset(record, { ...before, mailing: (await read(list)).mailed })
  await happen(list, gone('tiergarten'))
  await work(list)
  expect(mailsTo(list)).toHaveLength(2)
  await workWhenDue(list)
  const [, , third = ''] = mailsTo(list)
  expect(headerOf(third, 'Subject')).toBe('Berlin: 1 gone')
  expect(third).toContain('tiergarten')
})

test('a digest that is turned off and on later does not include the changes in between', async () => {
  const list = await watched()
  await happen(list, gone('before'))
  await updateWatchlist(list.accountId, list.id, { digest: 'off' })
  await happen(list, gone('meanwhile'))
  await updateWatchlist(list.accountId, list.id, { digest: 'daily' })
  await happen(list, gone('afterward'))
  await workWhenDue(list)
  const [mail = ''] = mailsTo(list)
  expect(headerOf(mail, 'Subject')).toBe('Berlin: 1 gone')
  expect(mail).toContain('afterward')
})

test('a paused or waiting watchlist still sends its pending digest, then rests until the next digest', async () => {
  const paused = await watched()
  const waiting = await watched()
  for (const list of [paused, waiting]) {
    await happen(list, gone())
    await createListings(list.accountId, await read(list), [placeId])
  }
  await pauseWatchlist(paused.accountId, paused.id)
  await writeProfile(waiting.accountId, { suspended: new Date().toISOString() })
  for (const list of [paused, waiting]) {
    const { digestDue } = await read(list)
    setClock(digestDue)
    expect(await work(list)).toBeNull()
    expect(mailsTo(list)).toHaveLength(1)
    // If queued again, the list has nothing to do.
    expect(await work(list)).toBeNull()
    const next = Number(await askStore('ZSCORE', 'watch:due', `${list.accountId} ${list.id}`))
    expect(next).toBe(list === paused ? digestDue + dayMs : digestDue + hourMs)
  }
})

/** Calls a URL on the server. */
async function call(url: string, method = 'POST', body: string | null = 'List-Unsubscribe=One-Click') {
  const headers = body === null ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
  const response = await handleApi(new Request(url, { method, headers, body }), { address: '192.0.2.1' })
  return { status: response.status, allow: response.headers.get('allow'), body: await response.json() }
}

test('an email program’s unsubscribe button turns off one digest, without a session', async () => {
  const list = await watched()
  const { id } = await createWatchlist(list.accountId, { ...settings, name: 'Hamburg' })
  const kept = { ...list, id }
  for (const one of [list, kept]) await happen(one, gone())
  await workWhenDue(list)
  const [mail = ''] = mailsTo(list)
  const url = /^<(.*)>$/.exec(headerOf(mail, 'List-Unsubscribe') ?? '')?.[1] ?? ''
  expect(await call(url)).toMatchObject({ status: 200, body: { watchlist: 'Berlin' } })
  expect(await call(url, 'POST', null)).toMatchObject({ status: 200, body: { watchlist: 'Berlin' } })
  expect(await read(list)).toMatchObject({ digest: 'off', digestDue: 0 })

  await happen(list, moved())
  setClock(Date.now() + dayMs)
  await work(list)
  await work(kept)
  const subjects = mailsTo(list).map((one) => headerOf(one, 'Subject'))
  expect(subjects).toEqual(['Berlin: 1 gone', 'Hamburg: 1 gone'])

  await deleteWatchlist(list.accountId, list.id)
  expect(await askStore('ZSCORE', 'watch:due', `${list.accountId} ${list.id}`)).toBeNull()
  expect(await call(url)).toMatchObject({ status: 404, body: { code: 'watchlist_not_found' } })
})

test('opening its link, a changed or missing token, or a long body does not turn a digest off', async () => {
  const list = await watched()
  const other = await watched()
  await happen(list, gone())
  await workWhenDue(list)
  const [mail = ''] = mailsTo(list)
  const url = /^<(.*)>$/.exec(headerOf(mail, 'List-Unsubscribe') ?? '')?.[1] ?? ''
  for (const method of ['GET', 'PUT', 'DELETE']) {
    expect(await call(url, method, null)).toMatchObject({ status: 405, allow: 'POST' })
  }
  const swapped = url.replace(list.accountId, other.accountId).replace(list.id, other.id)
  for (const forged of [swapped, url.slice(0, -1), `${url}0`, url.replace(/\?.*/, ''), url.replace(/=.*/, '=..')]) {
    expect(await call(forged)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  }
  expect(await call(url, 'POST', 'x'.repeat(5_000))).toMatchObject({ status: 413 })
  for (const one of [list, other]) expect(await read(one)).toMatchObject({ digest: 'daily' })
})

test('a digest whose process is killed while sending is sent once, by another process', async () => {
  const list = await watched()
  await happen(list, gone())
  const { record } = watchKeys(list.accountId, list.id)
  const { alerts } = redisKeys(list.accountId)
  const { redis } = await store()
  /** Makes a digest due. */
  async function makeDue(): Promise<number> {
    const dueMs = Date.now() - 1
    await redis.hset(record, { digestDue: dueMs })
    return dueMs
  }
  /** Queues the watchlist again and again until a process has set a new time for a digest that was due. */
  const queueUntilHandled = (dueMs: number) =>
    // While a process still works on the watchlist, the queue ignores it.
    vi.waitUntil(
      async () => {
        await addToQueue(list.accountId, list.id)
        return (await read(list)).digestDue !== dueMs
      },
      { timeout: 30_000, interval: 50 },
    )
  mailServer.hang()
  const first = await startWorkerProcesses(1, 'none')
  const dueMs = await makeDue()
  await addToQueue(list.accountId, list.id)
  await vi.waitFor(async () => expect(await redis.hlen(alerts)).toBe(1), { timeout: 20_000, interval: 20 })
  await first.stop()
  await mailServer.stop()
  mailServer = await startMailServer(port)
  const others = await startWorkerProcesses(2, 'none')
  try {
    // It may still be alive, so the others wait.
    await queueUntilHandled(dueMs)
    expect(mailsTo(list)).toEqual([])
    const [[mark]] = Object.entries((await redis.hgetall<Record<string, number>>(alerts)) ?? {}) as [[string, number]]
    // Ten minutes later.
    await redis.hset(alerts, { [mark]: 1 })
    for (let round = 0; round < 2; round++) await queueUntilHandled(await makeDue())
    expect(mailsTo(list)).toHaveLength(1)
  } finally {
    await others.stop()
  }
})

// The following tests make a process pause its digests, so they are last.
test('with the mail server down, work on watchlists succeeds, and a digest is sent once, an hour later', async () => {
  const list = await watched()
  await happen(list, gone())
  const next = await watched({ name: 'Hamburg' })
  await happen(next, gone())
  await mailServer.stop()
  const { digestDue } = await read(list)
  setClock(digestDue)
  expect(await work(list)).toBeNull()
  expect(await work(next)).toBeNull()
  mailServer = await startMailServer(port)
  await happen(list, moved())
  setClock(digestDue + hourMs - 1)
  await work(list)
  expect(mailsTo(list)).toEqual([])
  for (const one of [list, next]) {
    await workWhenDue(one)
    await work(one)
    expect((await read(one)).digestDue).toBe(digestDue + dayMs)
  }
  expect(mailsTo(list).map((mail) => headerOf(mail, 'Subject'))).toEqual(['Berlin: 1 gone'])
  expect(mailsTo(next).map((mail) => headerOf(mail, 'Subject'))).toEqual(['Hamburg: 1 gone'])
  await workWhenDue(list)
  expect(mailsTo(list).map((mail) => headerOf(mail, 'Subject'))).toEqual(['Berlin: 1 gone', 'Berlin: 1 moved'])
})

test('a digest whose recipient is refused is retried with the next digest and delays no others', async () => {
  const list = await watched()
  const next = await watched({ name: 'Hamburg' })
  for (const one of [list, next]) await happen(one, gone())
  mailServer.refuse(list.email)
  const { digestDue } = await read(list)
  setClock(digestDue + 2 * hourMs)
  await work(list)
  await work(next)
  expect((await read(list)).digestDue).toBe(digestDue + dayMs)
  expect([mailsTo(list).length, mailsTo(next).length]).toEqual([0, 1])
})
