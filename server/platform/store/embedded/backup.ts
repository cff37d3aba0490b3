import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  cpSync,
  createReadStream,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lockfile from 'proper-lockfile'
import * as z from 'zod'
import { markersFileName, storeMarkers } from '@/server/platform/runtime/accepted-markers'
import { env } from '@/server/platform/settings/env'
import { withinSilence } from '../silence'
import { firstTag, markerKey } from '../store-marker'
import type { Command, Transport } from '../transport'
import { embeddedTransport, lockOf, runningUsers } from './embedded-redis'
import { preparePaths, type RedisPaths } from './paths'
import { runningRedis } from './redis-server'

/**
 * Writes all of embedded Redis's data, as of one moment, and the generated secrets to a file that only the file's owner
 * can read. Running servers keep running. If no server is running, embedded Redis is started for the backup.
 * @throws Error if another backup is in progress, or if the snapshot fails, for example, for lack of disk space.
 */
export async function backUp(dataDir: string, file: string): Promise<void> {
  const place = preparePaths(dataDir)
  const redis = await embeddedTransport(dataDir)
  const unlock = await lockfile.lock(place.folder, { lockfilePath: join(place.folder, 'backup.lock') })
  const staging = mkdtempSync(resolve(dataDir, 'backup-'))
  try {
    mkdirSync(join(staging, 'redis'))
    // Redis also reads a snapshot that has the name of an append-only file.
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

/**
 * If possible, Redis starts a snapshot within a tenth of a second. If Redis is idle this long without starting a
 * snapshot, the attempt has failed.
 */
const maxIdleTurns = 10
const turnMs = 200

/**
 * Makes Redis write a snapshot and returns its path. The snapshot contains the data as of the moment when Redis starts
 * it.
 */
async function snapshot(redis: Transport, { folder }: RedisPaths): Promise<string> {
  const file = join(folder, 'dump.rdb')
  rmSync(file, { force: true })
  // With `SCHEDULE`, Redis waits for a running rewrite of the append-only file instead of returning an error.
  await ask(redis, ['BGSAVE', 'SCHEDULE'])
  for (let idleTurns = 0; !existsSync(file); ) {
    await sleep(turnMs)
    const info = String(await ask(redis, ['INFO', 'persistence']))
    idleTurns = /^(rdb_bgsave|aof_rewrite)_in_progress:1/m.test(info) ? 0 : idleTurns + 1
    if (idleTurns > maxIdleTurns) throw new Error(`Redis could not write a snapshot. See ${folder}/redis.log.`)
  }
  return file
}

async function ask(redis: Transport, command: Command): Promise<unknown> {
  const [sent = Promise.reject(new Error('no reply'))] = redis.send([command])
  const reply = await withinSilence(sent).catch(({ message }: Error) => {
    throw new Error(`The embedded Redis stopped responding: ${message}.`)
  })
  if ('error' in reply) throw new Error(`The embedded Redis rejected ${command[0]}: ${reply.error}`)
  return reply.result
}

/** The parts of a data folder that a backup replaces. The last part shows that there is data. */
const parts = ['redis', 'secrets', markersFileName, 'has-data']

export interface Restored {
  /** When the backup was created, ISO 8601, UTC. */
  made: string
  /** The folder that now has the previous data; null if there was none. */
  former: string | null
}

/** Whether a data folder has data that would be replaced. */
export const hasData = (dataDir: string): boolean => existsSync(resolve(dataDir, 'has-data'))

/**
 * Replaces embedded Redis's data and the generated secrets with a backup, after checking the backup and loading it into
 * a Redis server. The previous data is moved to a `before-restore-…` folder in the data folder.
 * @throws Error if a server is using the data or the backup is damaged. Nothing has changed in that case.
 */
export async function restore(dataDir: string, file: string): Promise<Restored> {
  refuseInUse(dataDir)
  const fresh = mkdtempSync(resolve(dataDir, 'restore-'))
  try {
    const made = await unpack(resolve(file), fresh)
    const redis = await embeddedTransport(fresh)
    try {
      await acceptRestored(redis, fresh)
    } finally {
      await redis.close()
    }
    return { made, former: await replace(dataDir, fresh) }
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** Makes servers accept restored data: marks it with `STORE_ID`, or stores its marker in its folder. */
async function acceptRestored(redis: Transport, folder: string): Promise<void> {
  const key = markerKey(firstTag)
  const { STORE_ID } = env()
  if (STORE_ID) await ask(redis, ['SET', key, STORE_ID])
  const marker = await ask(redis, ['GET', key])
  storeMarkers(typeof marker === 'string' ? { [key]: marker } : {}, folder)
}

/** @throws Error if a server or its Redis is running in this folder. */
export function refuseInUse(dataDir: string): void {
  const place = preparePaths(dataDir)
  const pids = [...runningUsers(place), runningRedis(place.folder) ?? []].flat()
  if (pids.length === 0) return
  throw new Error(`The data is in use by these processes: ${pids.join(', ')}. Stop these processes first.`)
}

/** Moves the current parts to another folder, and the new parts into their place. If this fails, undoes all moves. */
async function replace(dataDir: string, fresh: string): Promise<string | null> {
  const unlock = await lockOf(preparePaths(dataDir))
  if (!unlock) throw new Error('Another process is about to start with this data. Try again.')
  try {
    refuseInUse(dataDir)
    const replaced = parts.filter((part) => existsSync(join(fresh, part)))
    const former = resolve(dataDir, `before-restore-${new Date().toISOString().replace(/[:.]/g, '-')}`)
    const hadData = hasData(dataDir)
    const moved: Array<[from: string, to: string]> = []
    const move = (part: string, from: string, to: string) => {
      const [source, target] = [join(from, part), join(to, part)]
      if (!existsSync(source)) return
      renameSync(source, target)
      moved.push([source, target])
    }
    try {
      mkdirSync(former, { mode: 0o700 })
      for (const part of replaced) {
        move(part, resolve(dataDir), former)
        move(part, fresh, resolve(dataDir))
      }
    } catch (error) {
      for (const [source, target] of moved.reverse()) renameSync(target, source)
      throw error
    }
    if (hadData) return former
    rmSync(former, { recursive: true })
    return null
  } finally {
    await unlock()
  }
}

/*
 * A backup is a compressed tar of a data folder's contents, so it can also be unpacked by hand:
 *   redis/appendonly.aof   all of Redis's data at one moment
 *   secrets/…              the generated secrets
 *   backup.json            when it was created, and the SHA-256 of each file
 */

const listName = 'backup.json'
const list = z.object({ made: z.iso.datetime(), files: z.record(z.string(), z.string()) })

/**
 * Packs a folder into a file that only the file's owner can read. The file is written under another name and renamed
 * when complete.
 * @throws Error if the file cannot be written.
 */
async function pack(folder: string, file: string): Promise<void> {
  const files = await sumsOf(folder)
  writeFileSync(join(folder, listName), JSON.stringify({ made: new Date().toISOString(), files }, null, 2))
  const aside = `${file}.${process.pid}.part`
  const output = openSync(aside, 'wx', 0o600)
  try {
    await tar(['-cz', '-C', folder, '.'], output)
    fsyncSync(output)
    renameSync(aside, file)
  } finally {
    closeSync(output)
    rmSync(aside, { force: true })
  }
}

/**
 * Unpacks a backup into an empty folder and verifies every file's checksum. Returns the time when the backup was
 * created, in ISO 8601.
 * @throws Error if the file is not a backup, or is damaged.
 */
export async function unpack(file: string, folder: string): Promise<string> {
  const input = openSync(file, 'r')
  try {
    await tar(['-xz', '--no-same-owner', '-C', folder], input)
  } catch (error) {
    throw error instanceof TarFailure
      ? new Error(`${file} is not a Pinref backup, or is damaged: ${error.message}`)
      : error
  } finally {
    closeSync(input)
  }
  const { made, files } = readList(file, folder)
  const sums = await sumsOf(folder)
  for (const [name, sum] of Object.entries(files)) {
    if (sums[name] !== sum) throw new Error(`${file} is damaged: the checksum of ${name} does not match.`)
  }
  return made
}

function readList(file: string, folder: string): z.infer<typeof list> {
  try {
    return list.parse(JSON.parse(readFileSync(join(folder, listName), 'utf8')))
  } catch {
    throw new Error(`${file} is not a Pinref backup: it has no ${listName}.`)
  }
}

/** Returns the hexadecimal SHA-256 of each file below a folder, by path in the folder. */
async function sumsOf(folder: string): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === listName) continue
    const path = join(entry.parentPath, entry.name)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path)) hash.update(chunk)
    sums[path.slice(folder.length + 1)] = hash.digest('hex')
  }
  return sums
}

class TarFailure extends Error {}

/** Runs the system's tar, reading from or writing to an open file. */
async function tar(args: string[], file: number): Promise<void> {
  const packs = args[0]?.startsWith('-c')
  const child = spawn('tar', args, { stdio: packs ? ['ignore', file, 'pipe'] : [file, 'ignore', 'pipe'] })
  let errorOutput = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    errorOutput += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new TarFailure(`tar reported: ${errorOutput.trim()}`)
}
