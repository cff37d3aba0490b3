import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lockfile from 'proper-lockfile'
import type { Command, Transport } from '../transport'
import { pack } from './backup-file'
import { embeddedTransport } from './embedded-redis'
import { preparePlace, type RedisPlace } from './place'

/** Redis starts a snapshot within a tenth of a second once it can; if it is idle for so long without one, it has failed. */
const mostIdleTurns = 10
const turnMs = 200

/**
 * Writes all data of the embedded Redis as they are at one moment, and the generated secrets, to a file that only its owner can
 * read. Servers go on meanwhile; where none runs, the Redis is started for it.
 * @throws Error where another backup is under way, or the snapshot fails, for lack of disk space for example.
 */
export async function backUp(dataDir: string, file: string): Promise<void> {
  const place = preparePlace(dataDir)
  const redis = await embeddedTransport(dataDir)
  const unlock = await lockfile.lock(place.folder, { lockfilePath: join(place.folder, 'backup.lock') })
  const staging = mkdtempSync(resolve(dataDir, 'backup-'))
  try {
    mkdirSync(join(staging, 'redis'))
    // Any Redis reads a snapshot that bears the name of an append-only file.
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

/** Has the Redis write a snapshot, and returns its path. It is of the moment at which Redis begins with it. */
async function snapshot(redis: Transport, { folder }: RedisPlace): Promise<string> {
  const file = join(folder, 'dump.rdb')
  rmSync(file, { force: true })
  // Waits for a rewrite of the append-only file.
  await ask(redis, ['BGSAVE', 'SCHEDULE'])
  for (let idleTurns = 0; !existsSync(file); ) {
    await sleep(turnMs)
    const info = String(await ask(redis, ['INFO', 'persistence']))
    idleTurns = /^(rdb_bgsave|aof_rewrite)_in_progress:1/m.test(info) ? 0 : idleTurns + 1
    if (idleTurns > mostIdleTurns) throw new Error(`Redis could not write a snapshot; ${folder}/redis.log says why.`)
  }
  return file
}

async function ask(redis: Transport, command: Command): Promise<unknown> {
  const reply = await redis.send([command])[0]
  if (!reply || 'error' in reply) throw new Error(`The embedded Redis refused ${command[0]}: ${reply?.error}`)
  return reply.result
}
