import { execFile } from 'node:child_process'
import { delimiter, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { scripts } from '@/package.json'

const run = promisify(execFile)

describe('npm start', () => {
  /** The `prestart` commands, with an `echo` instead of the build. */
  const before = scripts.prestart.replace('npm run build', 'echo and builds')
  const start = (env: Record<string, string>) => {
    const PATH = [resolve('node_modules/.bin'), process.env.PATH].join(delimiter)
    return run('sh', ['-c', before], { env: { NODE_ENV: 'production', PATH, ...env } })
  }

  test('reports every invalid setting and does not build', async () => {
    const refused = expect(start({ REDIS_URL: 'localhost', FREE_DAILY_QUOTA: 'five' })).rejects
    await refused.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/REDIS_URL must be .*\n.*FREE_DAILY_QUOTA must be /),
    })
  })

  test('builds without further output if the settings are valid', async () => {
    expect(await start({ REDIS_URL: 'redis://127.0.0.1:9' })).toEqual({ stdout: 'and builds\n', stderr: '' })
    expect(await start({})).toEqual({ stdout: 'and builds\n', stderr: '' })
  })
})
