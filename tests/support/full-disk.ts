import { mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { expect } from 'vitest'
import type { RedisServer } from './redis'

/**
 * Makes the disk of a Redis server full: its files are complete, but what it appends and its snapshots can't be written.
 * Resolves when the server has noticed, and rejects writes.
 * @param server must have `appendfsync everysec`; with `always`, Redis exits when its disk is full.
 */
export async function fillDisk(server: RedisServer): Promise<void> {
  const client = new Redis(server.url, { retryStrategy: () => 20 })
  client.on('error', () => {})
  const [, folder = ''] = (await client.config('GET', 'dir')) as string[]
  // From here on, only the first of its files has data.
  await client.bgrewriteaof()
  await expect.poll(() => client.info('persistence')).toContain('aof_rewrite_in_progress:0')
  server.process.kill('SIGKILL')
  const files = join(folder, 'appendonlydir')
  for (const file of readdirSync(files).filter((name) => name.endsWith('.incr.aof'))) {
    rmSync(join(files, file))
    symlinkSync('/dev/full', join(files, file))
  }
  // A snapshot can't replace a folder.
  mkdirSync(join(folder, 'dump.rdb'))
  await server.restart()
  await expect
    .poll(() => client.set('pinref:{0}:probe', '1', 'PX', 60_000).catch(String))
    .toMatch(/No space left on device/)
  client.disconnect()
}
