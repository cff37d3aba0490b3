import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isRunning, runningRedis } from '@/server/platform/store/embedded/redis-server'
import { appProcesses } from '../support/app-processes'
import { startMailServer } from '../support/mail-server'
import { Person } from '../support/person'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { call } from './call'
import { callWithKey } from './with-key'

let dataDir: string
let apps: App[]

/** Starts the production build with its own folder for temporary files, and waits until it renders pages. */
async function start(settings = {}): Promise<App & { sitePid: number; workerPids: number[]; temporary: string }> {
  const temporary = mkdtempSync(join(dataDir, 't'))
  const app = await startApp('node', { DATA_DIR: dataDir, TMPDIR: temporary, ...settings })
  apps.push(app)
  expect((await fetch(`${app.url}/sign-in`)).status).toBe(200)
  const { workers, site } = appProcesses(app.process.pid)
  const sitePid = site[0]?.pid ?? 0
  expect(sitePid).toBeGreaterThan(0)
  return { ...app, sitePid, workerPids: workers.map(({ pid }) => pid), temporary }
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pinref-site-'))
  apps = []
})
afterEach(async () => {
  await Promise.all(apps.map((app) => app.stop()))
  // A killed server leaves its Redis running for the next server.
  const redisPid = runningRedis(join(dataDir, 'redis'))
  if (redisPid) process.kill(redisPid, 'SIGTERM')
  removeFolder(dataDir)
})

test('if the site process dies, it restarts; until then, calls succeed and pages return 503', async () => {
  const { url, sitePid, errors } = await start()
  process.kill(sitePid, 'SIGSTOP')
  const pageInFlight = fetch(`${url}/sign-in`)
  const calls = Array.from({ length: 3 }, () => call(url, 'convert', { cid: '1' }))
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200])
  process.kill(sitePid, 'SIGKILL')

  const away = await pageInFlight
  expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1'])
  expect(away.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(await away.text()).toContain('will be back in a moment')
  expect((await call(url, 'convert', { cid: '1' })).status).toBe(200)

  await expect.poll(async () => (await fetch(`${url}/sign-in`)).status, { timeout: 30_000 }).toBe(200)
  expect(errors()).toContain('it exited with SIGKILL')
})

test('if the site process dies, its calls get 500, what it has acknowledged remains, and sign-in works again later', async () => {
  const { url, sitePid } = await start()
  const person = new Person(url, 'ada@example.com')
  expect((await person.signUp()).status).toBe(200)
  const { key } = await person.procedure('keys.create', { name: 'Acknowledged' })
  process.kill(sitePid, 'SIGSTOP')
  const inFlight = [
    person.call('/trpc/keys.create', { name: 'In flight' }),
    person.call('/auth/sign-in/email', { email: person.email, password: person.password }),
  ]
  expect((await callWithKey(url, key)).status).toBe(200)
  process.kill(sitePid, 'SIGKILL')
  for (const { status, headers, json } of await Promise.all(inFlight)) {
    expect([status, headers.get('retry-after'), json.code]).toEqual([500, '1', 'internal_error'])
  }
  await expect.poll(async () => (await person.signIn()).status).toBe(200)
  expect(await person.query('keys.list')).toMatchObject([{ name: 'Acknowledged' }])
})

test('with SITE_CONCURRENCY=2, sign-in and pages work while one of the site processes is down', async () => {
  const { url, process: server, sitePid } = await start({ SITE_CONCURRENCY: '2' })
  const sitePids = () => appProcesses(server.pid).site.map(({ pid }) => pid)
  expect(sitePids()).toHaveLength(2)
  const person = new Person(url, 'ada@example.com')
  expect((await person.signUp()).status).toBe(200)
  process.kill(sitePid, 'SIGKILL')
  await expect.poll(() => isRunning(sitePid)).toBe(false)
  expect((await person.signIn()).status).toBe(200)
  expect(await person.signedInAs()).toBe('ada@example.com')
  expect((await fetch(`${url}/sign-in`)).status).toBe(200)
  await expect.poll(() => sitePids().length).toBe(2)
})

test('a server that stops first sends the emails that its calls left behind', async () => {
  const mail = await startMailServer()
  const { url, stop } = await start({ SMTP_URL: mail.url, MAIL_FROM: 'pinref@example.com' })
  mail.hang()
  expect((await new Person(url, 'ada@example.com').signUp()).status).toBe(200)
  const stopped = stop()
  await expect.poll(() => call(url, 'convert', { cid: '1' }).catch(() => 'closed')).toBe('closed')
  mail.resume()
  expect(await stopped).toBe(0)
  expect(mail.received.map(({ to }) => to)).toEqual([['ada@example.com']])
  await mail.stop()
})

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'the site process and the workers exit when their server gets %s',
  async (signal) => {
    const { process: server, sitePid, workerPids, temporary } = await start()
    expect(workerPids).toHaveLength(1)
    expect(readdirSync(temporary).filter((name) => name.startsWith('pinref-site-'))).toHaveLength(1)
    server.kill(signal)
    const left = () => [sitePid, ...workerPids].filter(isRunning)
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
    await expect.poll(() => readdirSync(temporary).filter((name) => name.startsWith('pinref-site-'))).toEqual([])
  },
)

test('a page in flight is finished when the server and the site process get SIGTERM', async () => {
  const { url, process: server, sitePid } = await start()
  // Until this process resumes, every request sent to it remains in flight.
  process.kill(sitePid, 'SIGSTOP')
  const page = fetch(`${url}/sign-in`)
  expect((await call(url, 'convert', { cid: '1' })).status).toBe(200)
  process.kill(sitePid, 'SIGTERM')
  server.kill('SIGTERM')
  // A connection that the server no longer accepts may wait until the server exits, which waits for the page.
  const takesCalls = () =>
    fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2_000) }).then(
      () => true,
      () => false,
    )
  await expect.poll(takesCalls, { timeout: 20_000 }).toBe(false)
  process.kill(sitePid, 'SIGCONT')
  const answer = await page
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('</html>')
  if (server.exitCode === null) await once(server, 'exit')
  expect(server.exitCode).toBe(0)
  expect(isRunning(sitePid)).toBe(false)
})

test('alternative spellings of an API URL do not reach the API through the site process', async () => {
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
