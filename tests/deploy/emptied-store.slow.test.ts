import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { appProcesses } from '../support/app-processes'
import { freePort } from '../support/free-port'
import { Person } from '../support/person'
import { readScrape } from '../support/prometheus'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, type Host, startApp } from '../support/start-app'

const redis = await startRedisServer()
const admin = new Redis(redis.url)
const marker = 'pinref:{0}:created'

let folder: string
let dataDir: string
let apps: App[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pinref-emptied-'))
  dataDir = join(folder, 'data')
  apps = []
  await admin.flushall()
})
afterEach(async () => {
  await stopAll()
  removeFolder(folder)
})
afterAll(async () => {
  admin.disconnect()
  await redis.stop()
})

const settings = (env: Record<string, string> = {}) => ({
  DATA_DIR: dataDir,
  REDIS_URL: redis.url,
  FREE_DAILY_QUOTA: '1000000',
  ...env,
})

async function start(host: Host, env: Record<string, string> = {}): Promise<App> {
  const app = await startApp(host, settings(env))
  apps.push(app)
  return app
}

const stopAll = () => Promise.all(apps.splice(0).map((app) => app.stop()))

/** Starts a server with the embedded Redis in a folder, and returns its address. */
const useEmbedded = async (DATA_DIR: string) => (await start('worker', { DATA_DIR, REDIS_URL: '' })).url

/** Runs a command and returns its exit code and output. */
function command(name: string, flags: string[] = [], env: Record<string, string> = {}): Promise<string> {
  const all = { ...process.env, NODE_ENV: 'production' as const, ...settings(env) }
  return new Promise((resolve) => {
    execFile(process.execPath, ['dist/pinref-server.js', name, ...flags], { env: all }, (error, stdout, stderr) =>
      resolve(`${error?.code ?? 0} ${stdout}${stderr}`),
    )
  })
}

/** Calls twice as often as there are workers, over new connections, and returns the different answers. */
async function outcomes({ url }: App): Promise<string[]> {
  const seen = new Set<string>()
  for (let turn = 0; turn < 4; turn++) {
    const answer = await fetch(`${url}/api/convert`, {
      method: 'POST',
      body: '{"cid":"1"}',
      headers: { connection: 'close' },
    })
    seen.add(`${answer.status} ${((await answer.json()) as { code?: string }).code ?? 'ok'}`)
  }
  return [...seen]
}

async function readiness({ url }: App): Promise<{ cause?: string; warnings?: string[] }> {
  const answer = await fetch(`${url}/api/health/ready`, { headers: { connection: 'close' } })
  return (await answer.json()) as { cause?: string; warnings?: string[] }
}

const served = ['200 ok']
const refused = ['500 store_unavailable']
const waiting = { timeout: 30_000 }
/** Returns how many lines say that the store is rejected, at the start and later. */
const refusals = ({ errors }: App) => errors().match(/so calls fail: the store was emptied or replaced/g)?.length ?? 0
const workersOf = (app: App) => appProcesses(app.process.pid).workers.map(({ pid }) => pid)

/** Empties the store. The data can come back. */
const takeData = () => admin.swapdb(0, 1)
const bringDataBack = () => admin.swapdb(0, 1)

/** Waits until no queue waits for jobs, and removes what the queues wrote before they noticed. */
async function clearQueues(): Promise<void> {
  await expect.poll(async () => String(await admin.client('LIST')), waiting).not.toContain('cmd=bzpopmin')
  await admin.flushdb()
}

test('an emptied store is rejected by all processes, also by later ones, and stays empty until its data is back', async () => {
  const metricsPort = await freePort()
  const app = await start('node', { WEB_CONCURRENCY: '2', METRICS_PORT: String(metricsPort) })
  await expect.poll(() => workersOf(app).length, waiting).toBe(2)
  const ada = new Person(app.url, 'ada@example.com')
  expect((await ada.signUp()).status).toBe(200)
  // The queues start after the first responses.
  await expect.poll(async () => String(await admin.client('LIST')), waiting).toContain('cmd=bzpopmin')

  await takeData()
  process.kill(workersOf(app)[0] ?? 0, 'SIGKILL')
  // The new worker notices, and the primary tells the others.
  await expect.poll(() => outcomes(app), waiting).toEqual(refused)
  await expect.poll(() => refusals(app), waiting).toBe(1)
  expect(app.errors()).toContain('run node dist/pinref-server.js accept-store')
  await clearQueues()

  expect((await new Person(app.url, 'eve@example.com').signUp()).status).toBe(500)
  expect((await readiness(app)).cause).toBe('replaced')
  const cookie = [...ada.cookies].map((pair) => pair.join('=')).join('; ')
  const page = await fetch(`${app.url}/keys`, { headers: { cookie }, redirect: 'manual' })
  // Not signed in would be a redirect.
  expect(page.status).toBe(200)
  process.kill(workersOf(app)[1] ?? 0, 'SIGKILL')
  expect(await command('restart', [String(app.process.pid)])).toMatch(/^0 /)
  expect(await outcomes(app)).toEqual(refused)
  const scrape = async () => {
    const { sum } = readScrape(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
    return ['replaced', 'ok'].map((state) => sum('pinref_store_state', { pinref_state: state }))
  }
  expect(await scrape()).toEqual([1, 0])
  expect(await admin.dbsize()).toBe(0)
  expect(refusals(app)).toBe(1)

  await bringDataBack()
  await expect.poll(() => outcomes(app), waiting).toEqual(served)
  expect((await ada.signIn()).status).toBe(200)
  await expect.poll(scrape, { ...waiting, interval: 1_050 }).toEqual([0, 1])
  await expect.poll(async () => String(await admin.client('LIST')), waiting).toContain('cmd=bzpopmin')
})

test('a server rejects a store that was emptied while the server was stopped, until a command accepts the store', async () => {
  await (await start('node')).stop()
  await takeData()
  const app = await start('node', { WEB_CONCURRENCY: '2' })
  expect(refusals(app)).toBe(1)
  expect(await outcomes(app)).toEqual(refused)
  expect((await readiness(app)).cause).toBe('replaced')
  expect(await command('doctor')).toMatch(
    /^1 .*^fault +store +Pinref rejects this store, so calls fail: .* is missing, but .*accepted-store\.json requires “/ms,
  )
  const shown =
    /^1 pinref:\{0\}:created: missing \(expected: 20.*\)\nThe store has 0 keys\. To accept this store, add --yes\.\n$/
  expect(await command('accept-store')).toMatch(shown)
  expect(await admin.dbsize()).toBe(0)

  expect(await command('accept-store', ['--yes'])).toMatch(/The store is accepted\. .*\n$/)
  await expect.poll(() => outcomes(app), waiting).toEqual(served)
  expect(await command('accept-store')).toMatch(/^0 .*It is already the accepted store\.\n$/s)
  expect(await command('doctor')).toMatch(new RegExp(`^ok +store .*marker ${await admin.get(marker)}, accepted`, 'm'))
  await app.stop()
  expect(await outcomes(await start('worker'))).toEqual(served)
})

test('with STORE_ID, only a store with that id is accepted, even on a machine that has never started before', async () => {
  const id = { STORE_ID: 'the store of production' }
  const first = await start('worker', id)
  expect(await outcomes(first)).toEqual(refused)
  expect(await admin.dbsize()).toBe(0)
  expect(await command('accept-store', ['--yes'], id)).toMatch(/^0 .*missing \(expected: the store of production\)/)
  expect(await admin.get(marker)).toBe(id.STORE_ID)
  await expect.poll(() => outcomes(first), waiting).toEqual(served)
  expect(existsSync(join(dataDir, 'accepted-store.json'))).toBe(false)

  // The secrets are the same on every machine, and nothing else is.
  const secrets = { KEY_PEPPER: readFileSync(join(dataDir, 'secrets/key-pepper'), 'utf8') }
  const elsewhere = (name: string, env = id) => start('worker', { ...secrets, ...env, DATA_DIR: join(folder, name) })
  expect(await outcomes(await elsewhere('second'))).toEqual(served)
  expect(await outcomes(await elsewhere('third', { STORE_ID: 'another store' }))).toEqual(refused)
  await stopAll()
  await takeData()
  expect(await outcomes(await elsewhere('fourth'))).toEqual(refused)
  expect(await admin.dbsize()).toBe(0)
})

test('after an upgrade from a release without the file, the store with the data is accepted, but not a new store', async () => {
  await (await start('worker')).stop()
  const file = join(dataDir, 'accepted-store.json')
  const text = readFileSync(file, 'utf8')
  expect(JSON.parse(text)).toEqual({ [marker]: await admin.get(marker) })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  rmSync(file)
  const upgraded = await start('worker')
  expect(await outcomes(upgraded)).toEqual(served)
  expect(readFileSync(file, 'utf8')).toBe(text)
  await upgraded.stop()

  rmSync(file)
  await takeData()
  const emptied = await start('worker')
  expect(await outcomes(emptied)).toEqual(refused)
  expect(emptied.errors()).toContain(`it is new, but the secrets in ${dataDir} are not`)
  expect(await admin.dbsize()).toBe(0)
  expect(existsSync(file)).toBe(false)
})

test('a first start that was killed after it made the secrets is completed by the next one', async () => {
  const nowhere = `redis://127.0.0.1:${await freePort()}`
  const killed = await start('worker', { REDIS_URL: nowhere })
  await fetch(`${killed.url}/api/auth/get-session`)
  const ended = once(killed.process, 'exit')
  killed.process.kill('SIGKILL')
  await ended
  expect(existsSync(join(dataDir, 'secrets/auth-secret'))).toBe(true)
  const next = await start('worker')
  expect(await outcomes(next)).toEqual(served)
  expect(next.errors()).toBe('')
})

test('a server with a damaged file does not start, and prints how to write the file again', async () => {
  await (await start('worker')).stop()
  const file = join(dataDir, 'accepted-store.json')
  writeFileSync(file, '{"pinref')
  expect(await start('worker').catch(String)).toContain(`${file} is damaged. To write it again, run node dist/`)
  expect(await command('accept-store', ['--yes'])).toMatch(/^0 /)
  expect(await outcomes(await start('worker'))).toEqual(served)
})

test('a server that can’t store which store it accepts, and has no STORE_ID, works and warns', async () => {
  const env = {
    DATA_DIR: '/proc/pinref',
    KEY_PEPPER: 'a pepper for this test',
    AUTH_SECRET: 'a secret for this test, and long',
  }
  const app = await start('worker', env)
  expect(await outcomes(app)).toEqual(served)
  expect((await readiness(app)).warnings).toEqual(['no_store_id'])
  expect(app.errors()).toContain('Set STORE_ID.')
})

test('metrics show the state of the process that is worst off', async () => {
  const metricsPort = await freePort()
  const app = await start('node', { WEB_CONCURRENCY: '2', METRICS_PORT: String(metricsPort) })
  await expect.poll(() => workersOf(app).length, waiting).toBe(2)
  const state = async () => {
    const { sum } = readScrape(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
    return ['unreachable', 'ok'].map((one) => sum('pinref_store_state', { pinref_state: one }))
  }
  await expect.poll(state, { ...waiting, interval: 1_050 }).toEqual([0, 1])
  // A process that starts now can't connect. The others stay connected.
  await admin.config('SET', 'maxclients', '1')
  process.kill(workersOf(app)[0] ?? 0, 'SIGKILL')
  await expect.poll(state, { ...waiting, interval: 1_050 }).toEqual([1, 0])
  await admin.config('SET', 'maxclients', '10000')
  await expect.poll(state, { ...waiting, interval: 1_050 }).toEqual([0, 1])
})

test('on Vercel, readiness warns while any store would be accepted, and STORE_ID rejects a store without that id', async () => {
  const secrets = { KEY_PEPPER: 'a pepper for this test', AUTH_SECRET: 'a secret for this test, and long' }
  const onVercel = { ...secrets, VERCEL: '1', APP_URL: 'http://localhost' }
  const any = await start('next', onVercel)
  expect(await outcomes(any)).toEqual(served)
  expect((await readiness(any)).warnings).toEqual(['no_store_id'])
  const named = await start('next', { ...onVercel, STORE_ID: 'production' })
  expect(await outcomes(named)).toEqual(refused)
  // This is the step in the documentation.
  await admin.set(marker, 'production')
  await expect.poll(() => outcomes(named), waiting).toEqual(served)
  expect((await readiness(named)).warnings).toBeUndefined()
  expect(existsSync(dataDir)).toBe(false)
})

test.each([
  ['the embedded Redis', '', undefined],
  ['the embedded Redis with STORE_ID', '', 'restored'],
  ['another Redis', redis.url, undefined],
  ['another Redis with STORE_ID', redis.url, 'restored'],
])('a backup of another server, restored to %s, is accepted', async (_, url, id) => {
  const [from, file] = [join(folder, 'from'), join(folder, 'pinref.backup')]
  const ada = new Person(await useEmbedded(from), 'ada@example.com')
  expect((await ada.signUp()).status).toBe(200)
  await stopAll()
  expect(await command('backup', [file], { DATA_DIR: from, REDIS_URL: '' })).toMatch(/^0 /)
  await useEmbedded(dataDir)
  await stopAll()
  const to = { REDIS_URL: url, ...(id && { STORE_ID: id }) }
  rmSync(join(dataDir, 'secrets'), { recursive: true })
  expect(await command('restore', [file, '--yes'], to)).toMatch(/^0 /)
  const restored = await start('worker', to)
  expect(restored.errors()).toBe('')
  ada.url = restored.url
  expect((await ada.signIn()).status).toBe(200)
})
