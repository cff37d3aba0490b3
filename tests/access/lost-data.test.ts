import { mkdtempSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { embeddedTransport } from '@/server/platform/store/embedded/embedded-redis'
import { removeFolder } from '../support/remove-folder'

let dataDir: string
let appendOnly: string
let manifest: string

/** Starts the embedded Redis as an app does, runs one command on it, and stops it. */
async function runOnce(...command: string[]): Promise<unknown> {
  const { send, close } = await embeddedTransport(dataDir)
  const reply = await send([command])[0]
  await close()
  return reply
}

const failure = () => runOnce('PING').then(String, ({ message }: Error) => message)

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pinref-lost-'))
  appendOnly = join(dataDir, 'redis', 'appendonlydir')
  manifest = join(appendOnly, 'appendonly.aof.manifest')
  await runOnce('SET', 'kept', 'value')
})
afterEach(() => removeFolder(dataDir))

const expectedResult = { result: 'value' }

test('a truncated file in the embedded Redis is reported once on standard error, and the intact part is loaded', async () => {
  await runOnce('SET', 'lost', 'value')
  const file = join(appendOnly, 'appendonly.aof.1.incr.aof')
  truncateSync(file, statSync(file).size - 5)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const replies = [await runOnce('GET', 'kept'), await runOnce('GET', 'lost')]
  const lines = written.mock.calls.map(([line]) => String(line))
  written.mockRestore()
  expect(replies).toEqual([expectedResult, { result: null }])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'warn',
      message: expect.stringContaining('dropped an incomplete write at the end of its append-only file'),
    },
  ])
})

describe('the embedded Redis does not start empty if there was data', () => {
  test('when the manifest is missing; the commands in the error restore the data', async () => {
    rmSync(manifest)
    const message = await failure()
    expect(message).toContain(`${manifest} is missing`)
    expect(message).toContain(`redis-check-aof ${manifest}`)
    const lines = message.split('\n').filter((line) => line.startsWith('file '))
    writeFileSync(manifest, `${lines.join('\n')}\n`)
    expect(await runOnce('GET', 'kept')).toEqual(expectedResult)
  })

  test('when the manifest is missing after a rewrite; the commands in the error restore the data', async () => {
    const { send, close } = await embeddedTransport(dataDir)
    await send([['BGREWRITEAOF']])[0]
    const rewritten = async () => {
      const reply = await send([['INFO', 'persistence']])[0]
      return reply && 'result' in reply && /aof_rewrite_in_progress:0.*aof_rewrites:1/s.test(String(reply.result))
    }
    await expect.poll(rewritten).toBe(true)
    await close()
    rmSync(manifest)
    const lines = (await failure()).split('\n').filter((line) => line.startsWith('file '))
    writeFileSync(manifest, `${lines.join('\n')}\n`)
    expect(await runOnce('GET', 'kept')).toEqual(expectedResult)
  })

  test('when the manifest is empty', async () => {
    writeFileSync(manifest, '')
    expect(await failure()).toContain('empty AOF manifest')
  })

  test('when a file listed in the manifest is missing', async () => {
    rmSync(join(appendOnly, 'appendonly.aof.1.incr.aof'))
    expect(await failure()).toContain('appendonly.aof.1.incr.aof')
  })

  test.each([
    ['the append-only folder', () => appendOnly],
    ['the whole Redis folder', () => join(dataDir, 'redis')],
  ])('when %s is missing, until it is restored', async (_, path) => {
    const away = join(dataDir, 'away')
    renameSync(path(), away)
    expect(await failure()).toContain(`${appendOnly} is missing. Restore that folder from a backup`)
    rmSync(path(), { recursive: true, force: true })
    renameSync(away, path())
    expect(await runOnce('GET', 'kept')).toEqual(expectedResult)
  })

  test('unless the operator deletes the file named in the error', async () => {
    rmSync(appendOnly, { recursive: true })
    const [, marker = ''] = /To start empty instead, delete (\S+)\.$/.exec(await failure()) ?? []
    rmSync(marker)
    expect(await runOnce('GET', 'kept')).toEqual({ result: null })
  })

  test('when the append-only file is from a Redis version before 7', async () => {
    rmSync(appendOnly, { recursive: true })
    writeFileSync(join(dataDir, 'redis', 'appendonly.aof'), '*3\r\n$3\r\nSET\r\n$4\r\nkept\r\n$5\r\nvalue\r\n')
    expect(await runOnce('GET', 'kept')).toEqual(expectedResult)
  })
})
