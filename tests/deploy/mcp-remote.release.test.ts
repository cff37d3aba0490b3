import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decide } from '../support/oauth-app'
import { Person } from '../support/person'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const version = '0.15.1'
const folder = mkdtempSync(join(tmpdir(), 'pinref-mcp-remote-'))
let app: App

beforeAll(async () => {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  execFileSync('npm', ['install', '--no-audit', '--no-fund', `mcp-remote@${version}`], { cwd: folder })
  app = await startApp('worker', { DATA_DIR: join(folder, 'data') })
}, 240_000)
afterAll(async () => {
  await app.stop()
  removeFolder(folder)
})

test('mcp-remote, which is for agents without OAuth support, connects to an account and calls a tool', async () => {
  const { port } = new URL(app.url)
  const own = `http://localhost:${port}`
  const person = new Person(app.url, 'remote@example.com')
  person.origin = own
  expect((await person.signUp()).status).toBe(200)

  const program = join(folder, 'node_modules/mcp-remote/dist/proxy.js')
  const remote = spawn(process.execPath, [program, `${own}/mcp`], {
    env: { ...process.env, MCP_REMOTE_CONFIG_DIR: join(folder, 'config'), PATH: '' },
  })
  const answers = createInterface(remote.stdout)[Symbol.asyncIterator]()
  try {
    const lines = createInterface(remote.stderr)[Symbol.asyncIterator]()
    let link: string | undefined
    while (link === undefined) {
      const { value, done } = await lines.next()
      if (done) throw new Error('mcp-remote ended before it asked its user')
      link = /(http\S+\/oauth2\/authorize\?\S+)/.exec(value)?.[1]
    }
    remote.stderr.resume()
    const back = await decide(person, new URL(link), true)
    expect((await fetch(back)).status).toBe(200)

    const send = async (message: object) => {
      remote.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
      return JSON.parse((await answers.next()).value ?? '{}')
    }
    const me = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'tests', version: '1.0.0' } }
    expect((await send({ id: 1, method: 'initialize', params: me })).result.serverInfo.name).toBe('pinref')
    const params = { name: 'convert_cid', arguments: { cid: '0xABC' } }
    const called = await send({ id: 2, method: 'tools/call', params })
    expect(called.result.structuredContent.cid_decimal).toBe('2748')
    expect((await person.query('status')).account.used).toBe(1)
  } finally {
    remote.kill()
    await once(remote, 'exit')
  }
})
