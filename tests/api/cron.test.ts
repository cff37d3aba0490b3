import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { redisKeys } from '@/server/metering/access/redis-keys'
import { store } from '@/server/platform/store/store'
import { withStore } from '../access/environment'
import { alertAccount } from '../support/alert-account'
import { startMailServer } from '../support/mail-server'
import { startRedisServer } from '../support/redis'
import { startApp } from '../support/start-app'
import { pepper } from './with-key'

const redis = await startRedisServer()
const mailServer = await startMailServer()
const settings = {
  ...pepper,
  REDIS_URL: redis.url,
  SMTP_URL: mailServer.url,
  APP_URL: 'https://pinref.example',
  CRON_SECRET: 'a secret of the timer',
}
withStore(settings)
const dataDir = { DATA_DIR: String(process.env.DATA_DIR) }
const [worker, next, off] = await Promise.all([
  startApp('worker', { ...settings, ...dataDir }),
  startApp('next', { ...settings, ...dataDir }),
  startApp('worker', { ...settings, ...dataDir, CRON_SECRET: '' }),
])
afterAll(async () => {
  await Promise.all([worker.stop(), next.stop(), off.stop(), mailServer.stop()])
  await redis.stop()
})

const hosts = [
  { host: 'node server', url: worker.url },
  { host: 'route files', url: next.url },
]

/** The path that Vercel requests. */
const [{ path }] = JSON.parse(readFileSync('vercel.json', 'utf8')).crons

const ask = (url: string, secret: string | null = settings.CRON_SECRET, method = 'GET') =>
  fetch(url + path, { method, headers: secret === null ? {} : { authorization: `Bearer ${secret}` } })

/** Deletes the record of today's sent alerts. */
const forgetToday = async () => (await store()).redis.del('alerts:daily')

describe.each(hosts)('the daily call, on the $host', ({ url }) => {
  test('sends one email about a key that expires soon, even if the call is repeated', async () => {
    await forgetToday()
    const { accountId, email, keyId } = await alertAccount({ expires: Math.floor(Date.now() / 1000) + 6 * 86_400 })
    const { redis } = await store()
    // The key was made a month ago.
    const keys =
      (await redis.hgetall<Record<string, { id: string; created: number }>>(redisKeys(accountId).apiKeys)) ?? {}
    for (const [hash, key] of Object.entries(keys)) {
      expect(key.id).toBe(keyId)
      await redis.hset(redisKeys(accountId).apiKeys, { [hash]: { ...key, created: key.created - 30 * 86_400 } })
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(url)))
    const outcomes = await Promise.all(answers.map(async (answer) => [answer.status, (await answer.json()).alerts]))
    expect(outcomes).toContainEqual([200, 'done'])
    await expect.poll(async () => (await (await ask(url)).json()).alerts).toBe('done')
    await forgetToday()
    expect(await (await ask(url)).json()).toEqual({ alerts: 'done' })
    const mails = mailServer.received.filter(({ to }) => to.includes(email))
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('https://pinref.example/keys')
  })

  test('needs the secret and must be a GET request', async () => {
    for (const secret of [null, '', 'a secret of the time', 'a secret of the timer!']) {
      const answer = await ask(url, secret)
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
      expect((await answer.json()).code).toBe('invalid_api_key')
    }
    const posted = await ask(url, settings.CRON_SECRET, 'POST')
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

test('the daily call gets 404 if CRON_SECRET is not set', async () => {
  expect((await ask(off.url)).status).toBe(404)
})
