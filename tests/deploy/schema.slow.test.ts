import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startLossyProxy } from '../support/lossy-proxy'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'

const redis = await startRedisServer()
const admin = new Redis(redis.url)
const folder = mkdtempSync(join(tmpdir(), 'pinref-schema-'))
let env: Record<string, string>
const tooNew = 'The data in the store has version 99, but this release of Pinref supports versions up to 2'

beforeEach(async () => {
  env = { DATA_DIR: mkdtempSync(join(folder, 'data-')), REDIS_URL: redis.url }
  await admin.flushall()
})
afterAll(async () => {
  admin.disconnect()
  await redis.stop()
  removeFolder(folder)
})

test('an empty store gets this release’s version, and no upgrade is logged', async () => {
  const app = await startApp('node', env)
  expect(await admin.get('pinref:schema')).toBe('2')
  expect([app.output(), app.errors()].join('')).not.toContain('Upgrading')
  await app.stop()
})

test.each(['node', 'next'] as const)('the %s host does not serve a store from a later release', async (host) => {
  await admin.set('pinref:schema', '99')
  await expect(startApp(host, env)).rejects.toThrow(tooNew)
  expect(await admin.keys('*')).toEqual(['pinref:schema'])
})

test('Pinref serves no calls and exits if a store that was down at startup is from a later release', async () => {
  await admin.set('pinref:schema', '99')
  const proxy = await startLossyProxy(redis.port)
  proxy.loseAnswers()
  const app = await startApp('node', { ...env, REDIS_URL: `redis://127.0.0.1:${proxy.port}` })
  const statuses = new Set<number>()
  const calling = (async () => {
    while (app.process.exitCode === null) {
      const status = await fetch(`${app.url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' }).then(
        (answer) => answer.status,
        () => 0,
      )
      statuses.add(status)
    }
  })()
  proxy.heal()
  await expect.poll(() => app.process.exitCode).toBe(1)
  await calling
  expect(app.errors()).toContain(tooNew)
  expect(statuses).not.toContain(200)
  proxy.stop()
})
