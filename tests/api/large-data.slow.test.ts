import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedTransport } from '@/server/platform/store/embedded/embedded-redis'
import { redisName, redisProgram } from '@/server/platform/store/embedded/redis-server'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'
import { call } from './call'

const folder = mkdtempSync(join(tmpdir(), 'pinref-large-'))
const dataDir = join(folder, 'data')
/** The folder with a Redis program that reads its data slowly: the keys below take two seconds. */
const slowly = join(folder, 'bin')
const keys = 4_000
const microsecondsPerKey = 500

beforeAll(async () => {
  mkdirSync(slowly)
  const program = join(slowly, 'redis-server')
  // Debian's program (`redis-check-rdb`) acts as a server only under this name.
  const real = join(folder, redisName)
  symlinkSync(redisProgram(), real)
  writeFileSync(program, `#!/bin/sh\nexec ${real} "$@" --key-load-delay ${microsecondsPerKey}\n`)
  chmodSync(program, 0o755)
  const { send, close } = await embeddedTransport(dataDir)
  await Promise.all(send(Array.from({ length: keys }, (_, key) => ['SET', `key:${key}`, 'value'])))
  await close()
})
afterAll(() => removeFolder(folder))

describe('while the embedded Redis is still reading a large file', () => {
  test.each(['node', 'next'] as const)('the %s host says so and waits, so its first call succeeds', async (host) => {
    const app = await startApp(host, { DATA_DIR: dataDir, PATH: `${slowly}${delimiter}${process.env.PATH}` })
    const answer = await call(app.url, 'convert', { cid: '1' })
    const message = app.errors()
    await app.stop()
    expect({ status: answer.status, message }).toEqual({
      status: 200,
      message: expect.stringMatching(/The embedded Redis is still reading its data \([\d.]+ %\)\. Waiting for it\./),
    })
  })
})
