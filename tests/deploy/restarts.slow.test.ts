import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createKey } from '@/server/metering/access/key-store'
import { writeProfile } from '@/server/metering/access/profile'
import { readUsage } from '@/server/metering/usage/account-usage'
import { isRunning } from '@/server/platform/store/embedded/redis-server'
import { store } from '@/server/platform/store/store'
import { appProcesses } from '../support/app-processes'
import { loggedDefects } from '../support/logged-defects'
import { accountOf, newAccount } from '../support/new-account'
import { Person } from '../support/person'
import { removeFolder } from '../support/remove-folder'
import { type Server, startServer } from '../support/start-server'
import { startCaddy, startNginx } from './proxies'
import { type Batches, linesAfter, startTraffic } from './traffic'

const isLong = process.env.LONG_FORMS !== undefined
const restarts = isLong ? 10 : 1

const folder = mkdtempSync(join(tmpdir(), 'pinref-restarts-'))
const dataDir = join(folder, 'data')
const own = { DATA_DIR: dataDir, KEY_PEPPER: 'a pepper for restarts only' }

/** The server's reports to systemd, one per line, written by a stand-in for systemd's program. */
const reported = join(folder, 'reported')
const programs = join(folder, 'programs')
mkdirSync(programs)
writeFileSync(join(programs, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${reported}'\n`, {
  mode: 0o755,
})
const underSystemd = { NOTIFY_SOCKET: '/run/systemd/notify', PATH: `${programs}:${process.env.PATH}` }
// This process uses the server's embedded Redis as its store.
Object.assign(process.env, own)

/** A link to the build folder, which a deploy switches to another build. */
const current = join(folder, 'current')
let app: Server
let accountId: string
let key: string
/** A person who is signed in, and their account and session. */
let person: Person
let dashboardId: string
let cookie: string
let batches: Batches

beforeAll(async () => {
  switchTo(resolve('dist'))
  app = await start()
  person = new Person(app.url, 'ada@example.com')
  dashboardId = await accountOf((await person.signUp()).json.user.id)
  await writeProfile(dashboardId, { plan: 'unlimited' })
  cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
beforeEach(async () => {
  accountId = await newAccount()
  await writeProfile(accountId, { plan: 'unlimited' })
  key = (await createKey(accountId, 'Test', null)).key
  const made = await askWithKey('/api/batches', '{"details":"none"}')
  batches = { ofKey: made.id, ofDashboard: (await person.procedure('batches.create', { details: 'none' })).id }
})
afterAll(async () => {
  await app.stop()
  // This process is the last to use Redis, which stops now.
  await (await store()).close()
  removeFolder(folder)
})

async function start(): Promise<Server> {
  const counts = { WEB_CONCURRENCY: '2', SITE_CONCURRENCY: '2' }
  // Pages may be slow on a busy machine, but nginx waits for a minute only.
  const env = { ...own, ...underSystemd, ...counts, PAGE_TIMEOUT_MS: '50000', BURST_LIMIT: '1000000', TMPDIR: folder }
  const started = await startServer(() => [join(current, 'pinref-server.js'), 'start'], env)
  await vi.waitFor(
    () => {
      expect(started.output()).toMatch(/Pinref \S+ \(\S+\) is running at/)
      expect(ready(started)).toBe(2)
    },
    { timeout: 30_000, interval: 50 },
  )
  return started
}

/** Returns how many workers have a store connection, so they accept calls or are about to. */
function ready({ process: { pid } }: Server): number {
  const users = readdirSync(join(dataDir, 'redis', 'users'))
  return appProcesses(pid).workers.filter((worker) => users.includes(String(worker.pid))).length
}

/** Gets a path, or posts a body to it, with the key. */
async function askWithKey(path: string, body?: string) {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const response = await fetch(app.url + path, body === undefined ? { headers } : { method: 'POST', headers, body })
  return response.json()
}

function switchTo(build: string): void {
  rmSync(`${current}.next`, { force: true })
  symlinkSync(build, `${current}.next`)
  renameSync(`${current}.next`, current)
}

const workerPids = () => appProcesses(app.process.pid).workers.map(({ pid }) => pid)
const sitePids = () => appProcesses(app.process.pid).site.map(({ pid }) => pid)
const pids = () => [...workerPids(), ...sitePids()]
const finished = () => app.output().match(/Pinref has restarted/g)?.length ?? 0

/** Restarts the server and waits until it has restarted. */
async function restart(): Promise<void> {
  const before = finished()
  app.process.kill('SIGHUP')
  await expect.poll(finished, { timeout: 110_000, interval: 50 }).toBe(before + 1)
}

/** Requests a restart, and three more while it runs. Those three cause one more restart. */
async function restartTwice(): Promise<void> {
  const before = finished()
  app.process.kill('SIGHUP')
  await sleep(100)
  for (let turn = 0; turn < 3; turn++) app.process.kill('SIGHUP')
  await expect.poll(finished, { timeout: 110_000, interval: 50 }).toBe(before + 2)
}

/**
 * Restarts the server repeatedly under load. Expects no failures, one count for each call, and all lines of the uploads
 * that were acknowledged.
 * @param release another release's folder, for an upgrade at the end.
 */
async function restartUnderLoad(url: string, release?: string): Promise<void> {
  const usedBefore = (await readUsage(dashboardId)).used
  const traffic = startTraffic(url, key, cookie, batches)
  await sleep(500)
  const before = pids()
  if (isLong) await restartTwice()
  for (let turn = isLong ? 2 : 0; turn < restarts; turn++) await restart()
  if (release) {
    switchTo(join(release, 'dist'))
    await restart()
    expect(
      execFileSync('ps', ['-o', 'args=', '-p', workerPids().join()], { encoding: 'utf8' }).split(`${release}/`),
    ).toHaveLength(3)
  }
  const after = pids()
  const tally = await traffic.stop()
  console.log({ restarts, ...tally })
  expect(after).toHaveLength(before.length)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  expect(tally.failures).toEqual([])
  expect(tally.succeeded).toBeGreaterThan(restarts)
  expect(tally.pages).toBeGreaterThan(restarts)
  expect(tally.ofDashboard).toBeGreaterThan(restarts)
  expect(tally.parts).toBeGreaterThan(restarts)
  expect(tally.partsOfDashboard).toBeGreaterThan(restarts)
  expect((await askWithKey(`/api/batches/${batches.ofKey}`)).line_counts.total).toBe(linesAfter(tally.parts))
  const ofDashboard = await person.query('batches.get', { id: batches.ofDashboard })
  expect(ofDashboard.line_counts.total).toBe(linesAfter(tally.partsOfDashboard))
  expect((await readUsage(accountId)).used).toBe(tally.succeeded)
  expect((await readUsage(dashboardId)).used - usedBefore).toBe(tally.ofDashboard)
  expect(loggedDefects(app.errors())).toEqual([])
}

test('restarts under load lose no calls, pages, or uploads, and every call is counted once', () =>
  restartUnderLoad(app.url))

/** The long form includes an upgrade. */
test.each([['nginx', startNginx] as const, ...(isLong ? [['Caddy', startCaddy] as const] : [])])(
  'restarts under load behind %s lose no calls, pages, or uploads',
  async (name, startFront) => {
    const release = join(folder, `release-${name}`)
    if (isLong) execFileSync(process.execPath, ['scripts/runtime-files.mjs', release])
    const front = await startFront(app.url)
    await restartUnderLoad(front.url, isLong ? release : undefined)
    await front.stop()
  },
)

/** Stops processes, such as those that are starting, and returns a function that lets them continue. */
function hold(held: readonly number[]): () => void {
  for (const pid of held) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of held) process.kill(pid, 'SIGCONT')
  }
}

test('during a restart, a worker starts while the site does, accepts nothing before that, and the next one starts while the first finishes its calls', async () => {
  const [workers, site] = [workerPids(), sitePids()]
  const [first = 0] = workers
  const before = finished()
  app.process.kill('SIGHUP')
  await expect.poll(() => sitePids().length, { interval: 5 }).toBe(2 * site.length)
  const prepare = hold(sitePids().filter((pid) => !site.includes(pid)))
  await expect.poll(() => workerPids().length).toBe(workers.length + 1)
  await expect.poll(() => ready(app)).toBe(workers.length + 1)
  // Workers get connections in turn, so a new worker that listened would get one of these.
  for (let turn = 0; turn < 4; turn++) {
    expect((await fetch(`${app.url}/sign-in`, { headers: { connection: 'close' } })).status).toBe(200)
  }
  const release = hold([first])
  prepare()
  await expect.poll(() => workerPids().length).toBe(workers.length + 2)
  expect(workerPids()).toEqual(expect.arrayContaining(workers))
  release()
  await expect.poll(finished, { timeout: 110_000 }).toBe(before + 1)
  expect(workerPids().filter((pid) => workers.includes(pid))).toEqual([])
})

test('a restart reports a new build that does not start and keeps the old processes, and a later restart replaces them', async () => {
  const broken = join(folder, 'broken')
  mkdirSync(broken)
  symlinkSync(resolve('dist', 'site.js'), join(broken, 'site.js'))
  writeFileSync(join(broken, 'worker.js'), 'throw new Error("a broken build")\n')
  const [before, site] = [workerPids(), sitePids()]
  const traffic = startTraffic(app.url, key, cookie, batches)

  switchTo(broken)
  const command = [resolve('dist/pinref-server.js'), 'restart', String(app.process.pid)]
  const restartAndWait = () => promisify(execFile)(process.execPath, command, { env: { ...process.env, ...own } })
  await expect(restartAndWait()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The restart failed; the old processes keep running'),
  })
  expect(app.errors()).toContain('the restart failed; the old processes keep running')
  expect(app.errors()).toContain('a broken build')
  expect(workerPids()).toEqual(before)
  await expect.poll(sitePids).toEqual(site)

  switchTo(resolve('dist'))
  await restartAndWait()
  expect(workerPids().filter((pid) => before.includes(pid))).toEqual([])
  expect((await traffic.stop()).failures).toEqual([])
})

test('systemd is notified when the server is ready, when a restart begins, and when it ends', async () => {
  const lines = () => readFileSync(reported, 'utf8').trimEnd().split('\n')
  expect(lines()[0]).toMatch(/^\/run\/systemd\/notify READY=1 STATUS=Pinref \S+ \(\S+\) is running at http/)
  const before = lines().length
  await restart()
  await expect.poll(() => lines().slice(before).length).toBe(2)
  expect(lines().slice(before)).toEqual([
    expect.stringMatching(/ RELOADING=1 MONOTONIC_USEC=\d+ STATUS=Restarting$/),
    expect.stringMatching(/ READY=1 STATUS=Restarted at \S+$/),
  ])
})

test('a killed worker is replaced, and calls succeed during that time', async () => {
  const [killed = 0, other] = workerPids()
  process.kill(killed, 'SIGKILL')
  await expect.poll(() => isRunning(killed)).toBe(false)
  const answer = await fetch(`${app.url}/api/health`, { headers: { connection: 'close' } })
  expect(answer.status).toBe(200)
  await expect.poll(() => ready(app), { timeout: 20_000 }).toBe(2)
  expect(workerPids()).toContain(other)
  expect(app.errors()).toContain('a worker exited with SIGKILL')
})

test('log lines from several workers arrive complete even if they are not read for a while', async () => {
  const { stdout } = app.process
  stdout?.pause()
  // The workers' lines exceed the system's pipe buffer.
  const calls = 1_200
  const answers = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const ids: (string | null)[] = []
      for (let turn = 0; turn < calls / 20; turn++) {
        const answer = await fetch(`${app.url}/api/health`)
        await answer.text()
        ids.push(answer.headers.get('x-request-id'))
      }
      return ids
    }),
  )
  stdout?.resume()
  const logged = () => {
    const lines = app
      .output()
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.includes('"requestId"'))
    return new Set(lines.map((line) => JSON.parse(line).requestId))
  }
  const missing = () => {
    const ids = logged()
    return answers.flat().filter((id) => !ids.has(id))
  }
  await expect.poll(missing).toEqual([])
})

test('Ctrl+C in a terminal ends all processes cleanly, and more signals change nothing', async () => {
  const before = pids()
  const errors = app.errors().length
  for (const pid of [...workerPids(), app.process.pid ?? 0]) process.kill(pid, 'SIGINT')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) app.process.kill(signal)
  if (app.process.exitCode === null) await once(app.process, 'exit')
  expect(app.process.exitCode).toBe(0)
  expect(before.filter(isRunning)).toEqual([])
  expect(app.errors().slice(errors)).toBe('')
})
