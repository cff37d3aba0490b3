import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { placeIds } from '../batches/orders'
import { callWithKey } from '../support/call-with-key'
import { Person } from '../support/person'
import { type RedisCluster, startRedisCluster } from '../support/redis-cluster'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { startupErrors } from '../support/startup-errors'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pinref-restoring-'))
const settings = { TRUSTED_PROXIES: '1' }
let cluster: RedisCluster

beforeAll(async () => {
  cluster = await startRedisCluster()
})
afterAll(async () => {
  await cluster.stop()
  removeFolder(folder)
})

const command = async (env: Record<string, string>, ...args: string[]): Promise<string> =>
  (await run(process.execPath, ['dist/pinref-server.js', ...args], { env: { ...process.env, ...env } })).stdout

/** Runs an operation with an API key, and expects it to succeed. */
async function ask({ url }: App, key: string, method: string, path: string, body?: unknown) {
  const sent = body === undefined ? null : JSON.stringify(body)
  const response = await fetch(`${url}/api/${path}`, { method, headers: { 'x-api-key': key }, body: sent })
  const text = await response.text()
  expect(response.status, `${method} ${path}: ${text}`).toBeLessThan(300)
  return /^\{/.test(text) && !path.endsWith('.jsonl') ? JSON.parse(text) : text
}

const stateOf = async (app: App, key: string, batch: string) => (await ask(app, key, 'GET', `batches/${batch}`)).state

/** Returns how many lines of a batch are still to be looked up. */
const waitingOf = async (app: App, key: string, batch: string): Promise<number> =>
  (await ask(app, key, 'GET', `batches/${batch}`)).line_counts.waiting

const patience = { timeout: 60_000 }

/** The lines of a batch that is paused while it runs. */
const lines = placeIds(20_000)

/** Fills an account with everything that people and their programs can store. */
async function fill(app: App, dataDir: string) {
  const [owner, member] = ['ada', 'grace'].map((name) => new Person(app.url, `${name}@example.com`)) as [Person, Person]
  await owner.signUp()
  await owner.procedure('plans.choose', { plan: 'unlimited' })
  await owner.procedure('members.invite', { email: member.email, role: 'viewer' })
  const invitation = () => /\/invitation\/(\w{38})/.exec(readFileSync(join(dataDir, 'mail.jsonl'), 'utf8'))?.[1]
  await vi.waitFor(() => expect(invitation()).toBeDefined(), patience)
  const callbackURL = `/invitation/${invitation()}`
  await member.call('/auth/sign-up/email', {
    name: 'Grace',
    email: member.email,
    password: member.password,
    callbackURL,
  })
  await member.procedure('members.accept', { token: invitation() })
  const { key } = await owner.procedure('keys.create', { name: 'Backend' })
  const revoked = await owner.procedure('keys.create', { name: 'Old' })
  await owner.procedure('keys.revoke', { id: revoked.id })
  await owner.procedure('callbacks.create', { url: 'https://callbacks.example.com/pinref' })
  for (let call = 0; call < 3; call++) expect((await callWithKey(app.url, key)).status).toBe(200)

  const sheet = ['ChIJj61dQgK6j4AR4GeTYWZsKWw', 'no link']
  const { id: finished } = await ask(app, key, 'POST', 'batches', sheet)
  await vi.waitFor(async () => expect(await stateOf(app, key, finished)).toBe('finished'), patience)
  const { id: paused } = await ask(app, key, 'POST', 'batches?details=none', lines)
  await vi.waitFor(async () => expect(await waitingOf(app, key, paused)).toBeLessThan(lines.length), patience)
  await ask(app, key, 'POST', `batches/${paused}/pause`)
  await vi.waitFor(async () => expect(await stateOf(app, key, paused)).toBe('paused'), patience)
  const { id: watchlist } = await ask(app, key, 'POST', 'watchlists', { name: 'Shops' })
  await ask(app, key, 'POST', `watchlists/${watchlist}/listings`, { listings: sheet })
  const unchecked = async () => (await ask(app, key, 'GET', `watchlists/${watchlist}`)).listing_counts.unchecked
  await vi.waitFor(async () => expect(await unchecked()).toBe(0), patience)
  return { owner, member, key, revoked: revoked.key, finished, paused, watchlist }
}

type Contents = Awaited<ReturnType<typeof fill>>

/** Reads everything that the account has, as its people and programs see it. */
async function read(app: App, { owner, member, key, finished, watchlist }: Contents) {
  const { members } = await owner.query('members.list')
  const { callbacks: endpoints } = await owner.query('callbacks.read')
  return {
    signedIn: [await owner.signedInAs(), await member.signedInAs()],
    members: members.map(({ email, role }: { email: string; role: string }) => [email, role]),
    plan: await owner.query('plans.current'),
    usage: await owner.query('usage.month'),
    keys: await owner.query('keys.list'),
    activity: await owner.query('account.activity', { count: 100 }),
    endpoints: endpoints.map(({ url }: { url: string }) => url),
    batches: (await ask(app, key, 'GET', 'batches')).batches.length,
    results: await ask(app, key, 'GET', `batches/${finished}/results.jsonl`),
    watchlist: await ask(app, key, 'GET', `watchlists/${watchlist}`),
    listings: await ask(app, key, 'GET', `watchlists/${watchlist}/listings`),
    events: await ask(app, key, 'GET', `watchlists/${watchlist}/events`),
  }
}

describe.each([
  ['the embedded Redis', () => ({})],
  ['a Redis Cluster', () => ({ REDIS_URL: cluster.url })],
])('a backup of %s, restored to the embedded Redis of an empty machine', (name, store) => {
  const dataDir = join(folder, name.replace(/\W/g, '-'))
  const file = `${dataDir}.backup`
  const empty = `${dataDir}-restored`
  let contents: Contents
  let before: Awaited<ReturnType<typeof read>>
  let restored: App

  beforeAll(async () => {
    const source = { ...settings, ...store(), DATA_DIR: dataDir }
    const app = await startApp('node', source)
    contents = await fill(app, dataDir)
    before = await read(app, contents)
    await command(source, 'backup', file)
    await app.stop()
    expect(await command({ DATA_DIR: empty }, 'restore', file)).toMatch(/ now has the data from 20/)
    restored = await startApp('node', { ...settings, DATA_DIR: empty })
    for (const person of [contents.owner, contents.member]) person.url = restored.url
  })
  afterAll(() => restored?.stop())

  test('has everything that was stored, and keeps everyone signed in', async () => {
    expect(before.signedIn).toEqual(['ada@example.com', 'grace@example.com'])
    expect(before.members).toHaveLength(2)
    expect(before.results).toContain('7793879817120868320')
    expect(before.listings.listings).toHaveLength(2)
    expect(await read(restored, contents)).toEqual(before)
    expect(restored.errors()).toEqual(startupErrors)
  })

  test('accepts the same passwords and keys, and rejects the same', async () => {
    expect((await new Person(restored.url, 'ada@example.com').signIn()).status).toBe(200)
    expect((await new Person(restored.url, 'ada@example.com', 'a wrong password').signIn()).status).toBe(401)
    expect((await callWithKey(restored.url, contents.key)).status).toBe(200)
    expect((await callWithKey(restored.url, contents.revoked)).status).toBe(401)
  })

  test('resumes a batch that was paused, and counts each of its lines once', async () => {
    const { owner, key, paused } = contents
    const { used } = await owner.query('usage.month')
    const waiting = await waitingOf(restored, key, paused)
    expect(waiting).toBeGreaterThan(0)
    expect(waiting).toBeLessThan(lines.length)
    await ask(restored, key, 'POST', `batches/${paused}/resume`)
    await expect.poll(() => stateOf(restored, key, paused), { timeout: 120_000 }).toBe('finished')
    expect((await owner.query('usage.month')).used).toBe(used + waiting)
  })
})
