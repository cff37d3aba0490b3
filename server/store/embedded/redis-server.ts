import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, installSystemPackage } from '../system-package'
import { markData, refuseDataLoss } from './data-loss'
import type { RedisPaths } from './paths'
import { untilServing } from './server-state'

/** How long the server may take until it listens. How long it then reads its data depends on how much there is. */
const startTimeoutMs = 10_000

/**
 * Redis is one program that acts according to the name it is started under. Debian's `redis-tools` contains it as
 * `redis-check-rdb`, without the service that the package `redis-server` would start and keep running on its port.
 */
const names = ['redis-server', 'valkey-server', 'redis-check-rdb']
const systemPackage = { title: 'A Redis server', apt: 'redis-tools', brew: 'redis' }

/** The name to start any of these programs under. */
export const redisName = 'redis-server'

/** Returns the path of a Redis or Valkey server on this machine, or null. */
export const findRedis = (): string | null => findProgram(...names)

/** Returns the path of a Redis or Valkey server on this machine. If there is none, installs one and says so. */
export function redisProgram(): string {
  const found = findRedis()
  if (found) return found
  try {
    installSystemPackage(systemPackage)
  } catch (error) {
    // Another process may have been installing it at the same time.
    if (!findRedis()) throw error
  }
  const installed = findRedis()
  if (!installed) throw new Error('A Redis server was installed but is not on the PATH. Add it, or set REDIS_URL.')
  return installed
}

/**
 * Starts a server that outlives this process (others on this machine may be using it) and waits until it serves. Every
 * write is on disk before it is acknowledged, so that neither killing the server nor a power cut loses one.
 * @throws Error with the end of the server's log if it does not start; Error if it would start without its existing data.
 */
export async function startRedis(program: string, place: RedisPaths): Promise<void> {
  refuseDataLoss(place)
  const { folder, socket } = place
  const settings = {
    port: '0',
    unixsocket: socket,
    unixsocketperm: '700',
    dir: folder,
    pidfile: join(folder, 'redis.pid'),
    logfile: join(folder, 'redis.log'),
    loglevel: 'warning',
    appendonly: 'yes',
    // With one write a second (`everysec`), Redis may answer up to two seconds before it writes if the disk is busy.
    appendfsync: 'always',
    save: '',
    'maxmemory-policy': 'noeviction',
  }
  const server = spawn(
    program,
    Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    { argv0: redisName, detached: true, stdio: 'ignore' },
  )
  let ended = false
  server.once('exit', () => {
    ended = true
  })
  server.once('error', () => {
    ended = true
  })
  server.unref()
  for (const deadline = Date.now() + startTimeoutMs; Date.now() < deadline && !ended; await sleep(10)) {
    if (await untilServing(socket)) return markData(place)
  }
  throw new Error(`The embedded Redis did not start. The end of its log:\n${endOfLog(folder)}`)
}

/** Returns the process id of the server last started in this folder if it is still running, otherwise null. */
export function runningRedis(folder: string): number | null {
  try {
    const pid = Number(readFileSync(join(folder, 'redis.pid'), 'utf8'))
    return Number.isSafeInteger(pid) && isRunning(pid) ? pid : null
  } catch {
    return null
  }
}

/** Whether a process with this id exists. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function endOfLog(folder: string): string {
  try {
    return readFileSync(join(folder, 'redis.log'), 'utf8').split('\n').slice(-10).join('\n')
  } catch {
    return '(no log)'
  }
}
