import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { callWithKey } from '../support/call-with-key'
import { Person } from '../support/person'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { secretIn, totp } from '../support/totp'

const run = promisify(execFile)
const redis = await startRedisServer()
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-changing-'))
const common = { REDIS_URL: redis.url, DATA_DIR: dataDir, TRUSTED_PROXIES: '1' }
const before = { KEY_PEPPER: 'the pepper of before', AUTH_SECRET: 'the secret of before which is long enough' }
const after = { KEY_PEPPER: 'the pepper of after', AUTH_SECRET: 'the secret of after which is long enough' }
const accepting = ({ KEY_PEPPER, AUTH_SECRET }: typeof before) => ({
  OTHER_KEY_PEPPERS: KEY_PEPPER,
  OTHER_AUTH_SECRETS: AUTH_SECRET,
})

const keys: Record<'used' | 'asleep' | 'revoked' | 'madeAfter', string> = {
  used: '',
  asleep: '',
  revoked: '',
  madeAfter: '',
}
let ada: Person
let grace: Person
let recoveryCodes: string[]
let totpSecret: string
/** A process for each round of restarts. The first process also accepts the new secrets, and the second uses them. */
let [first, second]: [App?, App?] = []
const urls = () => [first?.url ?? '', second?.url ?? '']
const [toFirst, toSecond] = [() => urls()[0] ?? '', () => urls()[1] ?? '']

const secretsCommand = async () => {
  const env = { ...process.env, ...common, ...after, ...accepting(before) }
  return (await run(process.execPath, ['dist/pinref-server.js', 'secrets'], { env })).stdout
}

/** Returns the path of the link in someone's newest confirmation email. The server stores its emails. */
function linkInMail(to: string): string {
  const lines = readFileSync(join(dataDir, 'mail.jsonl'), 'utf8').trim().split('\n')
  const mails = lines.map((line): { to: string; subject: string; text: string } => JSON.parse(line))
  const newest = mails.findLast((mail) => mail.to === to && mail.subject === 'Confirm your email')
  const [link = ''] = /https?:\/\/\S+/.exec(newest?.text ?? '') ?? []
  const { pathname, search } = new URL(link)
  return pathname.replace(/^\/api/, '') + search
}

beforeAll(async () => {
  const original = await startApp('worker', { ...common, ...before })
  ada = new Person(original.url, 'ada@example.com')
  grace = new Person(original.url, 'grace@example.com')
  await Promise.all([ada.signUp(), grace.signUp()])
  for (const name of ['used', 'asleep', 'revoked'] as const) {
    const { key, id } = await ada.procedure('keys.create', { name })
    keys[name] = key
    if (name === 'revoked') await ada.procedure('keys.revoke', { id })
  }
  const { json } = await grace.call('/auth/two-factor/enable', { password: grace.password })
  totpSecret = secretIn(json.totpURI)
  recoveryCodes = json.backupCodes
  expect((await grace.call('/auth/two-factor/verify-totp', { code: totp(totpSecret) })).status).toBe(200)
  await vi.waitFor(() => expect(linkInMail(ada.email)).toContain('token='), { timeout: 30_000 })
  await original.stop()
  ;[first, second] = await Promise.all([
    startApp('worker', { ...common, ...before, ...accepting(after) }),
    startApp('worker', { ...common, ...after, ...accepting(before) }),
  ])
}, 120_000)
afterAll(async () => {
  await Promise.all([first?.stop(), second?.stop()])
  await redis.stop()
  removeFolder(dataDir)
})

describe('while secrets change, in an old and a new process', () => {
  test('neither process reports a problem with a secret at startup', () => {
    expect([first?.errors(), second?.errors()].join('')).not.toMatch(/KEY_PEPPER|AUTH_SECRET/)
  })

  test('an existing API key works in both processes, and its calls are counted exactly', async () => {
    const remaining: Array<string | null> = []
    for (const url of [toSecond(), toFirst(), toSecond(), toSecond()]) {
      const answer = await callWithKey(url, keys.used)
      expect(answer.status).toBe(200)
      remaining.push(answer.remaining)
    }
    expect(remaining).toEqual(['999', '998', '997', '996'])
  })

  test('both processes accept an API key that either process made, and reject a revoked key', async () => {
    ada.url = toSecond()
    const made = await ada.procedure('keys.create', { name: 'madeAfter' })
    keys.madeAfter = made.key
    const brief = await ada.procedure('keys.create', { name: 'brief' })
    for (const url of urls()) expect((await callWithKey(url, brief.key)).status).toBe(200)
    ada.url = toFirst()
    await ada.procedure('keys.revoke', { id: brief.id })
    for (const url of urls()) {
      expect((await callWithKey(url, made.key)).status).toBe(200)
      expect((await callWithKey(url, brief.key)).status).toBe(401)
      expect((await callWithKey(url, keys.revoked)).status).toBe(401)
    }
    expect((await callWithKey(toSecond(), made.key)).status).toBe(200)
  })

  test('sessions from before the change and from the other process work, but forged sessions do not', async () => {
    for (const url of urls()) {
      ada.url = url
      expect(await ada.signedInAs()).toBe(ada.email)
      const fresh = new Person(url, ada.email)
      await fresh.signIn()
      fresh.url = urls().find((other) => other !== url) ?? ''
      expect(await fresh.signedInAs()).toBe(ada.email)
    }
    const forged = new Person(toSecond(), ada.email)
    const [name = '', value = ''] = [...ada.cookies].find(([cookie]) => cookie.endsWith('session_token')) ?? []
    forged.cookies.set(name, value.replace(/\.[^.]+$/, `.${'A'.repeat(43)}%3D`))
    expect(await forged.signedInAs()).toBeNull()
  })

  test('a link emailed before the change confirms an email', async () => {
    ada.url = toSecond()
    await ada.call(linkInMail(ada.email))
    expect((await ada.call('/auth/get-session')).json.user.emailVerified).toBe(true)
  })

  test('the second factor works in the new process, and recovery codes work in both', async () => {
    const signIn = async (url: string) => {
      const person = new Person(url, grace.email)
      expect((await person.signIn()).json).toMatchObject({ twoFactorRedirect: true })
      return person
    }
    const app = await signIn(toSecond())
    // The next code, because the current code was used during the setup.
    expect((await app.call('/auth/two-factor/verify-totp', { code: totp(totpSecret, 1) })).status).toBe(200)
    for (const [index, url] of [toFirst(), toSecond(), toFirst()].entries()) {
      const person = await signIn(url)
      const { status } = await person.call('/auth/two-factor/verify-backup-code', { code: recoveryCodes[index] })
      expect(status).toBe(200)
      expect(await person.signedInAs()).toBe(grace.email)
    }
  })
})

describe('after the secrets changed', () => {
  test('the secrets command shows the number of API keys that still need the previous pepper', async () => {
    expect((await callWithKey(toSecond(), keys.used)).status).toBe(200)
    await first?.stop()
    expect(await secretsCommand()).toContain('KEY_PEPPER: 1 of 3 API keys still use another pepper.')
    expect((await callWithKey(toSecond(), keys.asleep)).status).toBe(200)
    expect(await secretsCommand()).toContain('KEY_PEPPER: used by all 3 API keys.')
  })

  test('a process without the previous secrets accepts every API key, recent session, and recovery code', async () => {
    const since = new Person(toSecond(), ada.email)
    await since.signIn()
    await second?.stop()
    const alone = await startApp('worker', { ...common, ...after })
    for (const name of ['used', 'asleep', 'madeAfter'] as const) {
      expect((await callWithKey(alone.url, keys[name])).status).toBe(200)
    }
    expect((await callWithKey(alone.url, keys.revoked)).status).toBe(401)
    since.url = alone.url
    expect(await since.signedInAs()).toBe(ada.email)
    const person = new Person(alone.url, grace.email)
    await person.signIn()
    const code = recoveryCodes[3]
    expect((await person.call('/auth/two-factor/verify-backup-code', { code })).status).toBe(200)
    expect(alone.errors()).not.toMatch(/KEY_PEPPER|AUTH_SECRET/)
    await alone.stop()
  })
})
