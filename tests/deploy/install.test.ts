import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { scripts } from '@/package.json'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'
import { copyProject } from './copy-project'

const isFull = process.env.TEST_FULL !== undefined
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pinref-install-'))
afterAll(() => removeFolder(folder))

describe('npm start', () => {
  /** The commands of `prestart`, with an `echo` in place of the build. */
  const before = scripts.prestart.replace('npm run build', 'echo and builds')
  const start = (env: Record<string, string>) => {
    const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
    return run('sh', ['-c', before], { env: { NODE_ENV: 'production', PATH, ...env } })
  }

  test('names every fault of the settings, and does not build', async () => {
    const refused = expect(start({ REDIS_URL: 'localhost', FREE_DAILY_QUOTA: 'five' })).rejects
    await refused.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/REDIS_URL is .*\n.*FREE_DAILY_QUOTA is /),
    })
  })

  test('builds without further output if the settings are right', async () => {
    expect(await start({ REDIS_URL: 'redis://127.0.0.1:9' })).toEqual({ stdout: 'and builds\n', stderr: '' })
    expect(await start({})).toEqual({ stdout: 'and builds\n', stderr: '' })
  })
})

describe.runIf(isFull)('a machine with nothing but Node', () => {
  test.each([
    ['npm ci', 'production', []],
    ['npm ci --omit=dev', undefined, ['--omit=dev']],
  ])('serves Pinref after %s with NODE_ENV=%s and npm start', async (_, NODE_ENV, options) => {
    const project = mkdtempSync(join(folder, 'project-'))
    copyProject(project)
    const port = await freePort()
    const { PATH, HOME } = process.env
    const env = { PATH, HOME, PORT: String(port), ...(NODE_ENV && { NODE_ENV }) } as NodeJS.ProcessEnv
    await run('npm', ['ci', ...options], { cwd: project, env })
    const started = spawn('npm', ['start'], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
    const exited = once(started, 'exit')
    try {
      let output = ''
      for await (const chunk of started.stdout) {
        output += chunk
        if (output.includes(' is at http')) break
      }
      expect(output).toContain(' is at http')
      const url = `http://127.0.0.1:${port}`
      expect((await fetch(`${url}/docs`)).status).toBe(200)
      expect((await fetch(`${url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' })).status).toBe(200)
    } finally {
      process.kill(-(started.pid ?? Number.NaN), 'SIGTERM')
      await exited
    }
  })
})
