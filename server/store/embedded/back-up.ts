import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lockfile from 'proper-lockfile'
import type { Command, Transport } from '../transport'
import { pack } from './backup-file'
import { embeddedTransport } from './embedded-redis'
import { preparePaths, type RedisPaths } from './paths'

/** Redis starts a snapshot within a tenth of a second once it can. If it is idle this long without one, it has failed. */
const maxIdleTurns = 10
const turnMs = 200

/**
 * Writes all data of the embedded Redis, as of one moment, and the generated secrets to a file that only its owner can read.
 * Running servers continue meanwhile; if none runs, the Redis is started for the backup.
 * @throws Error if another backup is under way, or if the snapshot fails, for example for lack of disk space.
 */
export async function backUp(dataDir: string, file: string): Promise<void> {
  const place = preparePaths(dataDir)
  const redis = await embeddedTransport(dataDir)
  const unlock = await lockfile.lock(place.folder, { lockfilePath: join(place.folder, 'backup.lock') })
  const staging = mkdtempSync(resolve(dataDir, 'backup-'))
  try {
    mkdirSync(join(staging, 'redis'))
    // Any Redis reads a snapshot that has the name of an append-only file.
    renameSync(await snapshot(redis, place), join(staging, 'redis', 'appendonly.aof'))
    const secrets = resolve(dataDir, 'secrets')
    if (existsSync(secrets)) cpSync(secrets, join(staging, 'secrets'), { recursive: true })
    await pack(staging, resolve(file))
  } finally {
    rmSync(staging, { recursive: true, force: true })
    await unlock()
    await redis.close()
  }
}

/** Has the Redis write a snapshot and returns its path. The snapshot shows the data as of the moment when Redis starts it. */
async function snapshot(redis: Transport, { folder }: RedisPaths): Promise<string> {
  const file = join(folder, 'dump.rdb')
  rmSync(file, { force: true })
  // With `SCHEDULE`, Redis waits for a running rewrite of the append-only file instead of refusing.
  await ask(redis, ['BGSAVE', 'SCHEDULE'])
  for (let idleTurns = 0; !existsSync(file); ) {
    await sleep(turnMs)
    const info = String(await ask(redis, ['INFO', 'persistence']))
    idleTurns = /^(rdb_bgsave|aof_rewrite)_in_progress:1/m.test(info) ? 0 : idleTurns + 1
    if (idleTurns > maxIdleTurns) throw new Error(`Redis could not write a snapshot; ${folder}/redis.log says why.`)
  }
  return file
}

async function ask(redis: Transport, command: Command): Promise<unknown> {
  const reply = await redis.send([command])[0]
  if (!reply || 'error' in reply) throw new Error(`The embedded Redis refused ${command[0]}: ${reply?.error}`)
  return reply.result
}
