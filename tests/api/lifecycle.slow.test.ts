import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { killApp } from '../support/app-processes'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { call, newVisitor } from './call'

const convert = { cid: '1' }
let dataDir: string
let apps: App[]

async function start(env: Record<string, string> = {}): Promise<App> {
  const app = await startApp('node', { DATA_DIR: dataDir, ...env })
  apps.push(app)
  return app
}

const redisPid = () => Number(readFileSync(join(dataDir, 'redis', 'redis.pid'), 'utf8'))

/** Calls until the response is no longer `store_unavailable`: the store may need a moment to recover. */
const callOnceStoreIsBack = (url: string) =>
  vi.waitFor(
    async () => {
      const answer = await call(url, 'convert', convert)
      expect(answer.status).not.toBe(500)
      return answer
    },
    { timeout: 20_000 },
  )

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pinref-life-'))
  apps = []
})
afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  removeFolder(dataDir)
})

describe('counted calls remain counted', () => {
  test('after the app is killed with kill -9', async () => {
    const first = await start()
    for (let turn = 0; turn < 3; turn++) await call(first.url, 'convert', convert)
    killApp(first.process.pid ?? 0)
    const second = await start()
    expect((await call(second.url, 'convert', convert)).headers.get('x-ratelimit-remaining')).toBe('1')
  })

  test('after Redis is killed with kill -9, and the app restarts it', async () => {
    const { url } = await start()
    for (let turn = 0; turn < 3; turn++) await call(url, 'convert', convert)
    process.kill(redisPid(), 'SIGKILL')
    expect((await callOnceStoreIsBack(url)).headers.get('x-ratelimit-remaining')).toBe('1')
  })

  test('after a graceful stop, which also stops Redis', async () => {
    const first = await start()
    await call(first.url, 'convert', convert)
    expect(await first.stop()).toBe(0)
    await expect.poll(() => existsSync(join(dataDir, 'redis', 'redis.pid')), { timeout: 20_000 }).toBe(false)
    const second = await start()
    expect((await call(second.url, 'convert', convert)).headers.get('x-ratelimit-remaining')).toBe('3')
  })
})

describe('several app processes on one machine', () => {
  test('share one Redis server, which keeps running when an app process stops', async () => {
    const [first, second] = await Promise.all([start(), start()])
    const pid = redisPid()
    expect((await call(first.url, 'convert', convert)).status).toBe(200)
    expect((await call(second.url, 'convert', convert)).headers.get('x-ratelimit-remaining')).toBe('3')
    await first.stop()
    expect((await call(second.url, 'convert', convert)).headers.get('x-ratelimit-remaining')).toBe('2')
    expect(redisPid()).toBe(pid)
  })
})

describe('SIGTERM', () => {
  test('lets a call in flight finish and accepts no new calls', async () => {
    const app = await start()
    const body = JSON.stringify(convert)
    const headers = { 'content-length': body.length, expect: '100-continue' }
    const inFlight = request(`${app.url}/api/convert`, { method: 'POST', headers })
    const lastStatus = new Promise<number | undefined>((resolve, reject) => {
      inFlight.once('response', (response) => resolve(response.resume().statusCode))
      inFlight.once('error', reject)
    })
    inFlight.flushHeaders()
    // `100 Continue` means that the server has accepted the call.
    await once(inFlight, 'continue')
    inFlight.write(body.slice(0, 5))
    app.process.kill('SIGTERM')
    const takesCalls = () =>
      fetch(`${app.url}/api/health`).then(
        () => true,
        () => false,
      )
    await expect.poll(takesCalls, { timeout: 20_000 }).toBe(false)
    inFlight.end(body.slice(5))
    expect(await lastStatus).toBe(200)
    expect(await app.stop()).toBe(0)
  })
})

describe('the server', () => {
  test('accepts any Host header if HOSTNAME is the machine’s name', async () => {
    const { url } = await start({ HOSTNAME: hostname() })
    for (const host of ['api.example.com', 'api.example.com:443', 'x', 'api']) {
      const status = await new Promise((resolve, reject) => {
        const sent = request(`${url}/api/convert`, { method: 'POST', headers: { host } }, (response) =>
          resolve(response.resume().statusCode),
        )
        sent.once('error', reject)
        sent.end(JSON.stringify(convert))
      })
      expect({ host, status }).toEqual({ host, status: 200 })
    }
  })

  test('ignores X-Forwarded-For without a trusted proxy', async () => {
    const { url } = await start()
    for (let turn = 0; turn < 5; turn++) await call(url, 'convert', convert, { visitor: newVisitor() })
    expect((await call(url, 'convert', convert, { visitor: newVisitor() })).status).toBe(429)
  })

  test('does not start with invalid settings, and lists each of them', async () => {
    const failed = await start({ FREE_DAILY_QUOTA: 'five', REDIS_URL: 'localhost', APP_URL: 'pinref' }).catch(String)
    for (const name of ['FREE_DAILY_QUOTA', 'REDIS_URL', 'APP_URL']) expect(failed).toContain(name)
  })
})
