import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startLossyProxy } from '../support/lossy-proxy'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, type Host, startApp } from '../support/start-app'
import { startupErrors } from '../support/startup-errors'
import { call } from './call'

const hosts = ['node', 'next'] as const
const redis = await startRedisServer()
const admin = new Redis(redis.url)
const peppers = { first: 'the pepper of the first start', other: 'another pepper than the first' }
let dataDir: string
let apps: App[]

const start = async (host: Host, env: Record<string, string>) => {
  const app = await startApp(host, { DATA_DIR: dataDir, REDIS_URL: redis.url, ...env })
  apps.push(app)
  return app
}
const failedStart = (host: Host, env: Record<string, string> = {}) => start(host, env).then(() => 'it started', String)
const secretFile = (name: string) => join(dataDir, 'secrets', name)

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pinref-wrong-'))
  apps = []
  await admin.flushall()
})
afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  removeFolder(dataDir)
})
afterAll(async () => {
  admin.disconnect()
  await redis.stop()
})

describe('if the stored keys use a different pepper', () => {
  test.each(hosts)('the %s host does not start until the pepper is restored', async (host) => {
    await (await start(host, { KEY_PEPPER: peppers.first })).stop()
    const failure = await failedStart(host, { KEY_PEPPER: peppers.other })
    expect(failure).toContain('The API keys in this store were created with a different KEY_PEPPER')
    for (const pepper of Object.values(peppers)) expect(failure).not.toContain(pepper)
    const { url } = await start(host, { KEY_PEPPER: peppers.first })
    expect((await call(url, 'convert', { cid: '1' })).status).toBe(200)
  })

  test('a server whose secrets folder is lost does not start until the folder is restored', async () => {
    await (await start('worker', {})).stop()
    renameSync(join(dataDir, 'secrets'), join(dataDir, 'kept'))
    expect(await failedStart('node')).toContain('restore the file secrets/key-pepper in DATA_DIR')
    rmSync(join(dataDir, 'secrets'), { recursive: true })
    renameSync(join(dataDir, 'kept'), join(dataDir, 'secrets'))
    expect((await start('node', {})).errors()).toEqual(startupErrors)
  })

  test('the code in the error message allows one start', async () => {
    await (await start('worker', { KEY_PEPPER: peppers.first })).stop()
    const [, code = ''] =
      /GIVE_UP_API_KEYS=([\w-]+)/.exec(await failedStart('node', { KEY_PEPPER: peppers.other })) ?? []
    await (await start('node', { KEY_PEPPER: peppers.other, GIVE_UP_API_KEYS: code })).stop()
    await (await start('worker', { KEY_PEPPER: peppers.other })).stop()
    const again = await failedStart('node', { KEY_PEPPER: peppers.first, GIVE_UP_API_KEYS: code })
    expect(again).toContain('a different KEY_PEPPER')
  })

  test('only one of two processes started together on an empty store keeps running', async () => {
    const failures = await Promise.all(
      Object.values(peppers).map((pepper) => failedStart('node', { KEY_PEPPER: pepper })),
    )
    expect(failures.filter((failure) => failure === 'it started')).toHaveLength(1)
    expect(failures.filter((failure) => failure.includes('a different KEY_PEPPER'))).toHaveLength(1)
  })
})

test('two processes started together in an empty data folder agree on their secrets', async () => {
  const both = await Promise.all([start('node', {}), start('node', {})])
  expect(both.map((app) => app.errors())).toEqual([startupErrors, startupErrors])
})

test.each([
  ['node', 'key-pepper', 'KEY_PEPPER'],
  ['next', 'key-pepper', 'KEY_PEPPER'],
  ['node', 'auth-secret', 'AUTH_SECRET'],
] as const)(
  'with an empty secret file, the %s host does not start, and prints instructions: %s',
  async (host, name, variable) => {
    await (await start('worker', {})).stop()
    writeFileSync(secretFile(name), '')
    const failure = await failedStart(host)
    expect(failure).toContain(`${secretFile(name)} is damaged: it is empty.`)
    expect(failure).toContain(`Restore the file from a backup, or set ${variable} to its old value.`)
  },
)

test('the server starts with a changed AUTH_SECRET, and warns about it once', async () => {
  await (await start('worker', {})).stop()
  const env = { AUTH_SECRET: 'another secret of sessions, long enough' }
  const changed = await start('node', env)
  expect(changed.errors()).toContain('AUTH_SECRET has changed since the last start')
  await changed.stop()
  expect((await start('node', env)).errors()).toEqual(startupErrors)
})

test('the server starts even if the store is down, and checks the pepper once the store responds', async () => {
  await (await start('worker', { KEY_PEPPER: peppers.first })).stop()
  const proxy = await startLossyProxy(redis.port)
  proxy.loseAnswers()
  const [right, wrong] = await Promise.all(
    Object.values(peppers).map((pepper) =>
      start('node', { REDIS_URL: `redis://127.0.0.1:${proxy.port}`, KEY_PEPPER: pepper }),
    ),
  )
  for (const { url, errors } of apps.slice(1)) {
    expect(errors()).toContain('Pinref starts anyway')
    expect(await call(url, 'convert', { cid: '1' })).toMatchObject({ status: 500, body: { code: 'store_unavailable' } })
  }
  proxy.heal()
  await expect.poll(() => wrong?.process.exitCode).toBe(1)
  expect(wrong?.errors()).toContain('a different KEY_PEPPER')
  await expect.poll(async () => (await call(right?.url ?? '', 'convert', { cid: '1' })).status).toBe(200)
  proxy.stop()
}, 300_000)
