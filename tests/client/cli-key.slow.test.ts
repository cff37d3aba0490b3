import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { environment, project, runCli, serverForCli } from './installed'

const bigBen = 'ChIJ2dGMjMMEdkgRqVqkuXQkj7c'
const server = serverForCli()
const { folder } = server

const cli = (args: string[], input: string, env: Record<string, string>) => runCli(args, env, input, folder)

describe('an API key', () => {
  test('is stored for one server, in a file that only its owner can read, and removed by logout', async () => {
    const home = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), PINREF_URL: server.url }
    const stored = join(folder, 'config/pinref/key.json')
    const refused = await cli(['login'], 'pr_live_wrong\n', home)
    expect(refused).toMatchObject({ code: 3, stderr: `pinref: ${server.url} rejected this key. Nothing was stored.\n` })
    expect(() => statSync(stored)).toThrow()

    expect(await cli(['login'], `${server.key}\n`, home)).toMatchObject({
      code: 0,
      stderr: `Stored the key "Docs" for ${server.url} in ${stored}.\n`,
    })
    expect(statSync(stored).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'config/pinref')).mode & 0o777).toBe(0o700)
    expect(JSON.parse(readFileSync(stored, 'utf8'))).toEqual({ url: server.url, apiKey: server.key })
    // The login command stored the server's address.
    const { PINREF_URL: _, ...loggedIn } = home
    expect((await cli([bigBen], '', loggedIn)).code).toBe(0)
    const elsewhere = server.url.replace('127.0.0.1', 'localhost')
    expect(await cli(['bulk', 'one.txt', '-o', 'one.csv', '--url', elsewhere], '', loggedIn)).toMatchObject({ code: 3 })

    expect((await cli(['logout'], '', home)).stderr).toMatch(/^Removed the stored key\./)
    expect((await cli(['logout'], '', home)).stderr).toBe('No key was stored.\n')
  })
})

test.skipIf(process.platform === 'darwin')('an API key typed in a terminal is not shown', async () => {
  const command = `${join(project, 'node_modules/.bin/pinref')} login`
  const home = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'typed'), PINREF_URL: server.url, TERM: 'xterm' }
  const terminal = spawn('script', ['-qec', command, '/dev/null'], { env: environment(home) })
  let shown = ''
  let hasTyped = false
  for await (const chunk of terminal.stdout) {
    shown += chunk
    if (hasTyped || !shown.includes('): ')) continue
    hasTyped = true
    // One extra letter is typed and deleted.
    terminal.stdin.write(`${server.key}x\u007f\r`)
  }
  expect(shown).toContain(`API key for ${server.url}`)
  expect(shown).toContain('Stored the key "Docs"')
  expect(shown).not.toContain(server.key.slice(-10))
})
