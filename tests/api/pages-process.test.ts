import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRunning, runningRedis } from '@/server/platform/store/embedded/redis-server'
import { appProcesses } from '../support/app-processes'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { call } from './call'

let dataDir: string
let apps: App[]

/** Starts the production build with its own folder for temporary files, and waits until it renders pages. */
async function start(): Promise<App & { pagesPid: number; workerPids: number[]; temporary: string }> {
  const temporary = mkdtempSync(join(dataDir, 't'))
  const app = await startApp('node', { DATA_DIR: dataDir, TMPDIR: temporary })
  apps.push(app)
  expect((await fetch(`${app.url}/sign-in`)).status).toBe(200)
  const { workers, pages } = appProcesses(app.process.pid)
  const pagesPid = pages[0]?.pid ?? 0
  expect(pagesPid).toBeGreaterThan(0)
  return { ...app, pagesPid, workerPids: workers.map(({ pid }) => pid), temporary }
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pinref-pages-'))
  apps = []
})
afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  // A killed server leaves its Redis running for the next server.
  const redisPid = runningRedis(join(dataDir, 'redis'))
  if (redisPid) process.kill(redisPid, 'SIGTERM')
  removeFolder(dataDir)
})

test('if the pages process dies, it restarts; until then, calls succeed and pages return 503', async () => {
  const { url, pagesPid, errors } = await start()
  process.kill(pagesPid, 'SIGSTOP')
  const pageInFlight = fetch(`${url}/sign-in`)
  const calls = Array.from({ length: 3 }, () => call(url, 'convert', { cid: '1' }))
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200])
  process.kill(pagesPid, 'SIGKILL')

  const away = await pageInFlight
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1'])
  expect(away.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await away.text()).toContain('will be back in a moment')
  expect((await call(url, 'convert', { cid: '1' })).status).toBe(200)

  await expect.poll(async () => (await fetch(`${url}/sign-in`)).status, { timeout: 30_000 }).toBe(200)
  expect(errors()).toContain('it exited with SIGKILL')
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the pages process and the workers exit when their server gets %s',
  async (signal) => {
    const { process: server, pagesPid, workerPids, temporary } = await start()
    expect(workerPids).toHaveLength(1)
    expect(readdirSync(temporary).filter((name) => name.startsWith('pinref-pages-'))).toHaveLength(1)
    server.kill(signal)
    const left = () => [pagesPid, ...workerPids].filter(isRunning)
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
    await expect.poll(() => readdirSync(temporary).filter((name) => name.startsWith('pinref-pages-'))).toEqual([])
  },
)

test('a page in flight is finished when the server and the pages process get SIGTERM', async () => {
  const { url, process: server, pagesPid } = await start()
  // Until this process resumes, every request sent to it remains in flight.
  process.kill(pagesPid, 'SIGSTOP')
  const page = fetch(`${url}/sign-in`)
  expect((await call(url, 'convert', { cid: '1' })).status).toBe(200)
  process.kill(pagesPid, 'SIGTERM')
  server.kill('SIGTERM')
  // A connection that the server no longer accepts may wait until the server exits, which waits for the page.
  const takesCalls = () =>
    fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    )
  await expect.poll(takesCalls, { timeout: 20_000 }).toBe(false)
  process.kill(pagesPid, 'SIGCONT')
  const answer = await page
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('</html>')
  if (server.exitCode === null) await once(server, 'exit')
  expect(server.exitCode).toBe(0)
  expect(isRunning(pagesPid)).toBe(false)
})

test('alternative spellings of an API URL do not reach the API through the pages process', async () => {
  const { url } = await start()
  for (const path of ['/%61pi/convert', '/api%2fconvert', '/API/convert', '/%61pi/health', '/_next/../%61pi/health']) {
    const pageText = new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(url)
      const sent = request({ hostname, port, path, method: 'GET', headers: { 'x-forwarded-for': '192.0.2.1' } })
      sent.once('response', async (response) => {
        response.setEncoding('utf8')
        let body = ''
        for await (const chunk of response) body += chunk
        resolve(`${response.statusCode} ${body}`)
      })
      sent.once('error', reject)
      sent.end()
    })
    expect(await pageText).toMatch(/^(404|400|405) /)
    expect(await pageText).not.toContain('"status":"ok"')
  }
})

test('an invalid setting is reported once, and the server exits before it starts Redis', async () => {
  const failed = await startApp('node', { DATA_DIR: dataDir, FREE_DAILY_QUOTA: 'five' }).catch(String)
  expect(String(failed).match(/FREE_DAILY_QUOTA/g)).toHaveLength(1)
  expect(existsSync(join(dataDir, 'redis'))).toBe(false)
})
