import { createHmac } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callWithKey } from '../support/call-with-key'
import { Person } from '../support/person'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { startupErrors } from '../support/startup-errors'
import { totp } from '../support/totp'
import { load, type StoredRelease } from './stores/stored'

const folder = 'tests/deploy/stores'
const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
const releases = files.map((name): StoredRelease => JSON.parse(readFileSync(join(folder, name), 'utf8')))
const day = 86_400_000

/** The accounts of a stored release, whose ids are also those of their persons. */
const idsOf = ({ keys }: Pick<StoredRelease, 'keys'>) =>
  keys.flatMap(({ key }) => /^\{(\w{16})\}:user$/.exec(key)?.[1] ?? [])

const fieldsOf = ({ keys }: Pick<StoredRelease, 'keys'>, name: string) => {
  const values = [keys.find(({ key }) => key === name)?.value ?? []].flat()
  return values.flatMap((field, at) => (at % 2 === 0 ? [[field, values[at + 1] ?? ''] as const] : []))
}

const quotas: Record<string, number> = { starter: 1_000, growth: 10_000 }

describe.each(releases)('a store written by release $release', ({ month, env, people, link, keys }) => {
  let redis: RedisServer
  let app: App
  let admin: Redis
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-release-'))
  const ids = idsOf({ keys })

  beforeAll(async () => {
    redis = await startRedisServer()
    admin = new Redis(redis.url)
    await load(admin, keys)
    for (const id of ids) {
      // The stored sessions ended 30 days after the store was written.
      for (const [token, session] of fieldsOf({ keys }, `{${id}}:sessions`)) {
        const renewed = JSON.stringify({ ...JSON.parse(session), expiresAt: new Date(Date.now() + 30 * day) })
        await admin.hset(`{${id}}:sessions`, token, renewed)
      }
    }
    // The stored release wrote this when an alert was turned off.
    await admin.hset(`{${ids[0]}}:profile`, 'off:quota', 1)
    // There is no server at this address, so only the stored link target can be used.
    const nowhere = 'http://127.0.0.1:9'
    const settings = {
      ...env,
      DATA_DIR: dataDir,
      REDIS_URL: redis.url,
      TRUSTED_PROXIES: '1',
      LINK_GATEWAY_URL: nowhere,
    }
    app = await startApp('node', settings)
  })
  afterAll(async () => {
    await app.stop()
    admin.disconnect()
    await redis.stop()
    removeFolder(dataDir)
  })

  test('is upgraded before it is served', async () => {
    expect(Number(await admin.get('pinref:schema'))).toBeGreaterThanOrEqual(2)
    // Calls to Google count against the caps.
    const day = keys.find(({ key }) => /^\{upstream:[\d-]+\}:[\d-]{10}$/.test(key))?.key.slice(-10) ?? ''
    const month = `{upstream:${day.slice(0, 7)}}`
    expect(await admin.hget(`${month}:${day}`, 'billable')).toBe('1')
    expect(await admin.get(`${month}:billable`)).toBe('1')
    expect(app.errors()).toEqual(startupErrors)
  })

  test('has every account in the operator’s list, with its person as the owner', async () => {
    expect(ids).toHaveLength(people.length)
    const listed = await admin.zrangebylex('accounts', '-', '+')
    expect(listed.map((member) => member.split(' ')[0])).toEqual(people.map(({ email }) => email).sort())
    for (const member of listed) {
      const [, accountId = '', personId = ''] = member.split(' ')
      expect(accountId).toBe(personId)
      expect(ids).toContain(personId)
      expect(await admin.exists(`{${personId}}:user`)).toBe(1)
      const memberships = await admin.hgetall(`{${personId}}:memberships`)
      expect(memberships).toEqual({ [accountId]: expect.stringMatching(/^\d+$/) })
      expect(await admin.hgetall(`{${accountId}}:members`)).toEqual({ [personId]: `owner ${memberships[accountId]}` })
    }
  })

  test('keeps browsers signed in, with each person’s alerts and the account’s log', async () => {
    for (const [at, id] of ids.entries()) {
      const { email = '' } = Object.fromEntries(fieldsOf({ keys }, `{${id}}:user`))
      const browser = new Person(app.url, JSON.parse(email))
      const [[token = ''] = []] = fieldsOf({ keys }, `{${id}}:sessions`)
      const signature = createHmac('sha256', env.AUTH_SECRET).update(token).digest('base64')
      browser.cookies.set('pinref.session_token', encodeURIComponent(`${token}.${signature}`))
      expect(await browser.signedInAs()).toBe(browser.email)
      expect((await browser.query('account.alerts')).settings).toMatchObject({ quota: at !== 0, 'key-limit': true })
      const { events } = await browser.query('account.activity', { count: 100 })
      const stored = keys.find(({ key }) => key === `{${id}}:audit`)?.value ?? []
      expect(events).toHaveLength(stored.length / 3)
      expect(events.at(-1)).toMatchObject({
        kind: 'signed-up',
        by: 'person',
        person: { id, name: 'Ada', role: 'owner' },
      })
    }
  })

  test('lets everyone sign in, with their plan, usage, and API keys', async () => {
    for (const { email, password, plan, used, keys: own, totpSecret, recoveryCodes } of people) {
      const person = new Person(app.url, email, password)
      const signedIn = await person.signIn()
      expect(signedIn.status).toBe(200)
      if (totpSecret !== null) {
        expect(signedIn.json).toMatchObject({ twoFactorRedirect: true })
        expect((await person.call('/auth/two-factor/verify-totp', { code: totp(totpSecret) })).status).toBe(200)
        const other = new Person(app.url, email, password)
        await other.signIn()
        const code = recoveryCodes[0]
        expect((await other.call('/auth/two-factor/verify-backup-code', { code })).status).toBe(200)
      }
      expect(await person.signedInAs()).toBe(email)
      expect(await person.query('plans.current')).toMatchObject({ plan })
      expect(await person.query('usage.month', { month })).toMatchObject({ used, plan })
      const listed: Array<{ id: string; name: string }> = await person.query('keys.list')
      const facts = (key: { id: string; name: string }) => ({ id: key.id, name: key.name })
      expect(listed.map(facts)).toEqual(expect.arrayContaining(own.map(facts)))
      expect(listed).toHaveLength(own.length)
    }
  })

  test('keeps API keys valid or revoked as before, with their remaining quota', async () => {
    const isNow = month === new Date().toISOString().slice(0, 7)
    for (const { plan, used, keys: own, revoked } of people) {
      for (const [index, { key }] of own.entries()) {
        const answer = await callWithKey(app.url, key)
        expect(answer.status).toBe(200)
        expect(Number(answer.remaining)).toBe((quotas[plan] ?? 0) - (isNow ? used : 0) - index - 1)
      }
      expect((await callWithKey(app.url, revoked)).status).toBe(401)
    }
  })

  test('still has the short link’s target', async () => {
    const key = people[0]?.keys[0]?.key ?? ''
    const answer = await callWithKey(app.url, key, 'resolve', { url: link.url })
    expect(answer).toMatchObject({ status: 200, json: { cid: link.cid } })
  })
})
