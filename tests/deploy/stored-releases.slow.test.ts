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
const quotas: Record<string, number> = { starter: 1_000, growth: 10_000 }

describe.each(releases)('a store written by release $release', ({ month, env, people, link, keys }) => {
  let redis: RedisServer
  let app: App
  let admin: Redis
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-release-'))

  beforeAll(async () => {
    redis = await startRedisServer()
    admin = new Redis(redis.url)
    await load(admin, keys)
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
    expect(Number(await admin.get('pinref:schema'))).toBeGreaterThanOrEqual(1)
    // Calls to Google count against the caps.
    const day = keys.find(({ key }) => /^\{upstream:[\d-]+\}:[\d-]{10}$/.test(key))?.key.slice(-10) ?? ''
    const month = `{upstream:${day.slice(0, 7)}}`
    expect(await admin.hget(`${month}:${day}`, 'billable')).toBe('1')
    expect(await admin.get(`${month}:billable`)).toBe('1')
    expect(app.errors()).toEqual(startupErrors)
  })

  test('has every account in the operator’s list', async () => {
    const listed = await admin.zrangebylex('accounts', '-', '+')
    expect(listed.map((member) => member.split(' ')[0])).toEqual(people.map(({ email }) => email).sort())
    for (const member of listed) expect(await admin.exists(`{${member.split(' ')[1]}}:user`)).toBe(1)
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
