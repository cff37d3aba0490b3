import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { appProcesses } from '../support/app-processes'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'
import { startupErrors } from '../support/startup-errors'

const folder = mkdtempSync(join(tmpdir(), 'pinref-standard-error-'))
afterAll(() => removeFolder(folder))
const newDataDir = () => mkdtempSync(join(folder, 'data-'))

interface Line {
  level: string
  at: string
  message: string
  stack?: string
}

/** Parses each line. @throws SyntaxError for a line that is not JSON. */
const linesOf = (errors: string): Line[] =>
  errors
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line))

/** Starts a server that is expected to exit with code 1, and returns its standard error. */
function failedStart(env: Record<string, string>): Promise<string> {
  const settings: NodeJS.ProcessEnv = { PATH: process.env.PATH, NODE_ENV: 'production', ...env }
  return new Promise((done) => {
    execFile(process.execPath, ['dist/pinref-server.js', 'start'], { env: settings }, (error, _, stderr) => {
      expect(error?.code).toBe(1)
      done(stderr)
    })
  })
}

describe('if standard error is not a terminal', () => {
  test('the reason why the server does not start is one JSON line', async () => {
    const [DATA_DIR, PORT] = [newDataDir(), String(await freePort())]
    const [invalid, ...others] = linesOf(await failedStart({ DATA_DIR, PORT, FREE_DAILY_QUOTA: 'five' }))
    expect(others).toEqual([])
    expect(invalid).toEqual({
      level: 'error',
      at: expect.stringMatching(/^\d{4}-.+Z$/),
      message: expect.stringMatching(/^The environment is invalid:\n {2}FREE_DAILY_QUOTA /),
    })

    // The reason has several lines.
    await (await startApp('node', { DATA_DIR })).stop()
    rmSync(join(DATA_DIR, 'redis', 'appendonlydir', 'appendonly.aof.manifest'))
    const damaged = linesOf(await failedStart({ DATA_DIR, PORT })).filter(({ level }) => level === 'error')
    expect(damaged).toHaveLength(1)
    expect(damaged[0]?.message).toMatch(/appendonly\.aof\.manifest is missing\..+\nRestore that folder/)
  })

  test('so are the faults of the store, which a running server reports', async () => {
    const app = await startApp('node', { DATA_DIR: newDataDir(), REDIS_URL: `redis://127.0.0.1:${await freePort()}` })
    await expect
      .poll(() => linesOf(app.errors()).map(({ message }) => message))
      .toContainEqual(expect.stringMatching(/^The store can't be reached\. .*ECONNREFUSED/))
    await app.stop()
    expect(linesOf(app.errors()).length).toBeGreaterThan(0)
  })

  test('so are warnings, text from libraries, errors that end a process, and Node’s report of a broken build', async () => {
    const faults = join(folder, 'faults.mjs')
    writeFileSync(
      faults,
      `if (process.env.FAULT === 'at start' && process.send) throw new Error('broken')
      process.on('SIGUSR2', () => {
        console.error('an error\\n  of a library for ada@example.com\\n')
        console.warn('a warning of a library')
        process.emitWarning('a warning of Node')
        setTimeout(() => { throw new Error('a defect') }, 50)
      })`,
    )
    const settings = { DATA_DIR: newDataDir(), NODE_OPTIONS: `--import=${pathToFileURL(faults)}` }
    const app = await startApp('node', settings)
    // The site process is ready once it returns a page.
    expect((await fetch(`${app.url}/sign-in`)).status).toBe(200)
    expect(app.errors()).toEqual(startupErrors)
    const { workers, site } = appProcesses(app.process.pid)
    const children = [...workers, ...site]
    expect(children).toHaveLength(2)
    for (const { pid } of children) process.kill(pid, 'SIGUSR2')
    const found = (level: string, text: RegExp) =>
      linesOf(app.errors()).filter((line) => line.level === level && text.test(`${line.message}\n${line.stack}`))
    await expect
      .poll(() => found('error', /an uncaught error ends this process\nError: a defect\n {4}at /).length)
      .toBe(1)
    await expect.poll(() => found('error', /^restarting a worker/).length).toBe(1)
    // Next reports the site process's error and keeps the process running.
    await expect.poll(() => found('error', /uncaughtException:\s+Error: a defect\n {4}at /).length).toBe(1)
    expect(found('error', /^an error\n {2}of a library for \(email\)\n/)).toHaveLength(2)
    expect(found('warn', /^a warning of a library\n/)).toHaveLength(2)
    expect(found('warn', /^Warning: a warning of Node\n/)).toHaveLength(2)
    process.kill(app.process.pid ?? 0, 'SIGUSR2')
    await expect.poll(() => app.process.exitCode).toBe(1)
    expect(found('error', /^an uncaught error ends this process/)).toHaveLength(2)

    const broken = linesOf(await failedStart({ ...settings, FAULT: 'at start', PORT: String(await freePort()) }))
    expect(broken.filter(({ message }) => /Error: broken\n {4}at /.test(message)).length).toBeGreaterThan(0)
  })
})

test('in a terminal, the reason why the server does not start is plain text', async () => {
  const { PATH } = process.env
  const env = { PATH, NODE_ENV: 'production' as const, DATA_DIR: newDataDir(), FREE_DAILY_QUOTA: 'five' }
  const command = `${process.execPath} ${resolve('dist/pinref-server.js')} start`
  const record = join(folder, 'terminal')
  await new Promise((done) => execFile('script', ['-qec', command, record], { env, cwd: folder }, done))
  expect(readFileSync(record, 'utf8')).toContain('\nThe environment is invalid:\r\n  FREE_DAILY_QUOTA ')
})
