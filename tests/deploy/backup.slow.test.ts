import { execFile } from 'node:child_process'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { callWithKey } from '../support/call-with-key'
import { Person } from '../support/person'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { startupErrors } from '../support/startup-errors'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pinref-backup-'))
const dataDir = join(folder, 'data')
const file = join(folder, 'pinref.backup')
const env = { DATA_DIR: dataDir, TRUSTED_PROXIES: '1', BURST_LIMIT: '1000000' }
afterAll(() => removeFolder(folder))

/** Runs a command as an operator does, and returns its output, or its errors if it fails. */
const command = (name: string, ...args: string[]): Promise<string> =>
  run(process.execPath, ['dist/pinref-server.js', name, ...args], { env: { ...process.env, ...env } }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => `failed: ${stderr}`,
  )

/** Makes calls without a pause until it is stopped, and counts the calls that get 200. */
function keepCalling({ url }: App, key: string) {
  let isOver = false
  let answered = 0
  const all = Array.from({ length: 4 }, async () => {
    while (!isOver) if ((await callWithKey(url, key)).status === 200) answered += 1
  })
  return {
    answered: () => answered,
    stop: async () => {
      isOver = true
      await Promise.all(all)
    },
  }
}

test('after data is damaged, a backup made under load restores the keys and counts as they were then', async () => {
  const app = await startApp('node', env)
  const person = new Person(app.url, 'ada@example.com')
  await person.signUp()
  await person.procedure('plans.choose', { plan: 'unlimited' })
  const keys: string[] = []
  for (const name of ['One', 'Two', 'Three']) keys.push((await person.procedure('keys.create', { name })).key)
  const [loaded = ''] = keys

  const load = keepCalling(app, loaded)
  await expect.poll(load.answered).toBeGreaterThan(50)
  const least = load.answered()
  expect(await command('backup', file)).toContain('contains all data')
  const most = load.answered() + 4
  await load.stop()
  expect(load.answered()).toBeGreaterThan(least)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('backup-'))).toEqual([])

  const late = await person.procedure('keys.create', { name: 'Made after the backup' })
  expect((await callWithKey(app.url, late.key)).status).toBe(200)
  expect(await command('restore', file, '--yes')).toMatch(/^failed: The data is in use by these processes: \d+/)
  await app.stop()

  // Restoring a damaged file has no effect.
  const damaged = join(folder, 'damaged.backup')
  const bytes = readFileSync(file)
  const middle = Math.floor(bytes.length / 2)
  bytes.fill(0, middle, middle + 64)
  writeFileSync(damaged, bytes)
  expect(await command('restore', damaged, '--yes')).toContain('is damaged')
  expect(await command('restore', file)).toContain('already has data. To replace it, add --yes.')
  expect(readdirSync(dataDir).filter((name) => /^(restore|before)-/.test(name))).toEqual([])

  const appendOnly = join(dataDir, 'redis', 'appendonlydir')
  const [newest = ''] = readdirSync(appendOnly).filter((name) => name.endsWith('.incr.aof'))
  truncateSync(join(appendOnly, newest), 100)
  rmSync(join(appendOnly, 'appendonly.aof.manifest'))
  rmSync(join(dataDir, 'secrets'), { recursive: true })
  expect(await startApp('node', env).catch(String)).toContain('is missing')

  expect(await command('restore', file, '--yes')).toMatch(/now has the data from .+\./)
  const restored = await startApp('node', env)
  person.url = restored.url
  expect(await person.signedInAs()).toBe('ada@example.com')
  const { used, days } = await person.query('usage.month')
  expect(used).toBeGreaterThanOrEqual(least)
  expect(used).toBeLessThanOrEqual(most)
  const ok = days.filter(({ outcome }: { outcome: string }) => outcome === 'ok')
  expect(ok.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(used)
  const listed: Array<{ name: string; callsThisMonth: number }> = await person.query('keys.list')
  expect(Object.fromEntries(listed.map(({ name, callsThisMonth }) => [name, callsThisMonth]))).toEqual({
    One: used,
    Two: 0,
    Three: 0,
  })
  for (const key of keys) expect((await callWithKey(restored.url, key)).status).toBe(200)
  expect((await callWithKey(restored.url, late.key)).status).toBe(401)
  expect(restored.errors()).toEqual(startupErrors)
  await restored.stop()
})

test('a backup is made without a running server, and restored into a new folder', async () => {
  const copy = join(folder, 'copy.backup')
  expect(await command('backup', copy)).toContain('contains all data')
  const elsewhere = { ...env, DATA_DIR: join(folder, 'elsewhere') }
  const { stdout } = await run(process.execPath, ['dist/pinref-server.js', 'restore', copy], {
    env: { ...process.env, ...elsewhere },
  })
  expect(stdout).toContain('now has the data from')
  expect(stdout).not.toContain('former')
  const app = await startApp('worker', elsewhere)
  expect((await new Person(app.url, 'ada@example.com').signIn()).status).toBe(200)
  await app.stop()
})

test('a command ends with an error if the embedded Redis hangs', async () => {
  const elsewhere = { ...env, DATA_DIR: join(folder, 'hanging') }
  const app = await startApp('worker', elsewhere)
  const redis = Number(readFileSync(join(elsewhere.DATA_DIR, 'redis', 'redis.pid'), 'utf8'))
  process.kill(redis, 'SIGSTOP')
  const copy = join(folder, 'hanging.backup')
  const impatient = { ...process.env, ...elsewhere, STORE_TIMEOUT_MS: '100' }
  const failed = [['backup', copy], ['secrets']].map((args) =>
    run(process.execPath, ['dist/pinref-server.js', ...args], { env: impatient }),
  )
  for (const { reason } of (await Promise.allSettled(failed)) as PromiseRejectedResult[]) {
    expect(reason.stderr).toMatch(/^The embedded Redis can't be used: no response for 6 seconds\. End its process/m)
    expect(reason.code).toBe(1)
  }
  expect(existsSync(copy)).toBe(false)
  process.kill(redis, 'SIGCONT')
  await app.stop()
})

test('backup and restore report a file that is missing or not a backup', async () => {
  expect(await command('restore', join(folder, 'nothing'), '--yes')).toContain('no such file')
  writeFileSync(join(folder, 'other'), 'not a backup')
  expect(await command('restore', join(folder, 'other'), '--yes')).toContain('is not a Pinref backup, or is damaged')
})
