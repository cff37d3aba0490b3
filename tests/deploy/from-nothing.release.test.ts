import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'
import { copyProject } from './copy-project'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'pinref-install-'))
afterAll(() => removeFolder(folder))

describe('a machine with only Node', { timeout: 1_200_000 }, () => {
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
        if (output.includes(' is running at http')) break
      }
      expect(output).toContain(' is running at http')
      const url = `http://127.0.0.1:${port}`
      expect((await fetch(`${url}/docs`)).status).toBe(200)
      expect((await fetch(`${url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' })).status).toBe(200)
    } finally {
      process.kill(-(started.pid ?? Number.NaN), 'SIGTERM')
      await exited
    }
  })
})
