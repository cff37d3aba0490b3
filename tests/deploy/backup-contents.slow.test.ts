import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Person } from '../support/person'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { expectNoSecrets } from '../support/secrets'
import { type App, startApp } from '../support/start-app'
import { secretIn, totp } from '../support/totp'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pinref-backup-contents-'))
const dataDir = join(folder, 'data')
const file = join(folder, 'pinref.backup')
const mailFile = join(dataDir, 'mail.jsonl')
const secrets = { KEY_PEPPER: `pepper-${'p'.repeat(40)}`, AUTH_SECRET: `auth-${'a'.repeat(40)}` }
const env = { DATA_DIR: dataDir, TRUSTED_PROXIES: '1', ...secrets }
let app: App
let redis: RedisServer
/** A person who has everything that the store keeps for signing in and for calls. */
let person: Person
const usable: Record<string, string> = {}
/** All that the backup has in the store, by Redis key. */
let stored = ''

const command = (variables: Record<string, string>, ...args: string[]) =>
  run(process.execPath, ['dist/pinref-server.js', ...args], { env: { ...process.env, ...variables } })

/** Reads a Redis key of any type. */
async function contentsOf(client: Redis, key: string): Promise<unknown> {
  switch (await client.type(key)) {
    case 'hash':
      return client.hgetall(key)
    case 'set':
      return client.smembers(key)
    case 'zset':
      return client.zrange(key, '0', '-1', 'WITHSCORES')
    case 'stream':
      return client.xrange(key, '-', '+')
    case 'list':
      return client.lrange(key, 0, -1)
    default:
      return client.get(key)
  }
}

beforeAll(async () => {
  ;[app, redis] = await Promise.all([startApp('node', env), startRedisServer()])
  person = new Person(app.url, 'ada@example.com', 'a password that only Ada knows')
  await person.signUp()
  const { key } = await person.procedure('keys.create', { name: 'Backend' })
  const { secret } = await person.procedure('callbacks.create', { url: 'https://callbacks.example.com/pinref' })
  const { json } = await person.call('/auth/two-factor/enable', { password: person.password })
  const totpSecret = secretIn(json.totpURI)
  expect((await person.call('/auth/two-factor/verify-totp', { code: totp(totpSecret) })).status).toBe(200)
  await person.call('/auth/request-password-reset', { email: person.email })
  // Without a mail server, emails are written to a file.
  const mails = () => (existsSync(mailFile) ? readFileSync(mailFile, 'utf8') : '')
  await vi.waitFor(() => expect(mails()).toMatch(/reset-password/), { timeout: 10_000 })
  const links = mails().match(/https?:[^\s"\\]+/g) ?? []
  Object.assign(usable, {
    'the password': person.password,
    'the secret part of the API key': key.slice(28),
    'the callback secret': secret,
    'the second factor': totpSecret,
    ...Object.fromEntries(json.backupCodes.map((code: string, at: number) => [`recovery code ${at}`, code])),
    ...Object.fromEntries(
      links.flatMap((link, at) => {
        const token = new URL(link).searchParams.get('token') ?? /reset-password\/([^/?]+)/.exec(link)?.[1]
        return token ? [[`the token of link ${at}`, token]] : []
      }),
    ),
    ...Object.fromEntries(
      [...person.cookies].map(([name, value]) => [`the cookie ${name}`, decodeURIComponent(value)]),
    ),
  })
  await command(env, 'backup', file)
  await command({ ...env, DATA_DIR: join(folder, 'other') }, 'restore', file, redis.url, '--yes')
  const client = new Redis(redis.url)
  const keys = await client.keys('*')
  stored = JSON.stringify(await Promise.all(keys.map(async (name) => [name, await contentsOf(client, name)])))
  await client.quit()
})
afterAll(async () => {
  await Promise.all([app?.stop(), redis?.stop()])
  removeFolder(folder)
})

test('a backup has no password, key, code, or token that can be used without the secrets in the environment', () => {
  expect(stored).toContain(person.email)
  expect(Object.keys(usable).length).toBeGreaterThan(12)
  for (const [name, secret] of Object.entries(usable)) {
    // A cookie's value is a token and its signature; the part before the signature is no use without it.
    if (name.startsWith('the cookie')) expect([name, stored.includes(secret)]).toEqual([name, false])
    else expectNoSecrets(stored, { [name]: secret })
  }
  expectNoSecrets(stored, secrets)
})

test('a session token from a backup signs no one in, because its signature needs AUTH_SECRET', async () => {
  const token = /sessions",\{"(\w+)"/.exec(stored)?.[1] ?? ''
  expect(await person.signedInAs()).toBe(person.email)
  const [name = ''] = [...person.cookies.keys()].filter((one) => one.endsWith('session_token'))
  expect(decodeURIComponent(person.cookies.get(name) ?? '')).toContain(token)
  expect(token).toMatch(/^\w{32,}$/)
  const thief = new Person(app.url, person.email)
  for (const value of [token, `${token}.`, `${token}.${'A'.repeat(43)}=`]) {
    thief.cookies.set(name, encodeURIComponent(value))
    expect([value, await thief.signedInAs()]).toEqual([value, null])
  }
})

test('a backup has only the data and the generated secrets, and only its owner can read it', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const { stdout } = await run('tar', ['-tzf', file])
  const names = stdout.split('\n').filter((name) => name !== '' && !name.endsWith('/'))
  expect(names.map((name) => name.replace(/^\.\//, '')).sort()).toEqual(['backup.json', 'redis/appendonly.aof'])
})
