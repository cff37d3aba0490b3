import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@/server/platform/observability/logger'
import { announceFault } from '@/server/platform/observability/standard-error'
import { silenceLimitMs, silenceText } from '../silence'
import type { RedisPaths } from './paths'
import { findProgram, installSystemPackages } from './system-package'

/**
 * How long the server may take to start listening. Loading its data takes extra time, depending on how much there is.
 */
const startTimeoutMs = 10_000

/**
 * Redis is one program that behaves according to the name it is started with. Debian's `redis-tools` contains it as
 * `redis-check-rdb`, without the service that the `redis-server` package would start and keep running.
 */
const names = ['redis-server', 'valkey-server', 'redis-check-rdb']
const systemPackage = { title: 'A Redis server', apt: 'redis-tools', brew: 'redis' }

/** The name under which to start any of these programs. */
export const redisName = 'redis-server'

/** Returns the path of a Redis or Valkey server on this machine, or null. */
export const findRedis = (): string | null => findProgram(...names)

/** Returns the path of a Redis or Valkey server on this machine. If there is none, installs one and reports this. */
export function redisProgram(): string {
  const existing = findRedis()
  if (existing) return existing
  try {
    installSystemPackages(systemPackage)
  } catch (error) {
    // Another process may have been installing Redis at the same time.
    if (!findRedis()) throw error
  }
  const installed = findRedis()
  if (!installed)
    throw new Error(
      'A Redis server was installed but is not on the PATH. Add its folder to the PATH, or set REDIS_URL.',
    )
  return installed
}

/**
 * Starts a server and waits until it is ready. The server outlives this process, because other processes on this
 * machine may be using it. Every write is on disk before it is acknowledged, so no write is lost if the server is
 * killed or the power fails.
 * @throws Error with the last lines of the server's log if the server does not start; Error if it would start without
 *   its existing data.
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
    // With one disk write per second (`everysec`), Redis may reply up to two seconds before it writes to disk if the
    // disk is busy.
    appendfsync: 'always',
    save: '',
    'maxmemory-policy': 'noeviction',
  }
  const logFile = join(folder, 'redis.log')
  const before = existsSync(logFile) ? statSync(logFile).size : 0
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
  const deadline = Date.now() + startTimeoutMs
  while (Date.now() < deadline && !ended) {
    if (await untilServing(socket)) {
      warnOfTruncation(logFile, before)
      return markData(place)
    }
    await sleep(10)
  }
  throw new Error(`The embedded Redis did not start. Its log ends with:\n${endOfLog(folder)}`)
}

/** Matches the log line that Redis writes when it drops the end of a truncated append-only file. */
const truncation = /^.*Truncating the AOF.*$/m

/**
 * Warns the operator if Redis had to drop the end of its file, which a power failure or a full disk had truncated. With
 * a full disk, no acknowledged write is lost, because Redis acknowledges a write after it is on disk.
 */
function warnOfTruncation(logFile: string, fromByte: number): void {
  if (!existsSync(logFile)) return
  const [line] = truncation.exec(readFileSync(logFile).subarray(fromByte).toString('utf8')) ?? []
  if (line === undefined) return
  const dropped =
    'The embedded Redis dropped an incomplete write at the end of its append-only file. ' +
    'Unless the disk lost data, as it can in a power failure, no acknowledged write was lost.'
  log().faults.warn({ message: `${dropped} See ${logFile}.`, reason: line.replace(/^[^*#]*[*#] /, '') })
}

/**
 * Returns the process id of the server that was last started in this folder, or null if that server is no longer
 * running.
 */
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

/**
 * The state of a server as seen on its socket. `silent`: paused or busy. `percent`: how much of its data the server has
 * read.
 */
type ServerState = { is: 'absent' | 'silent' | 'serving' } | { is: 'reading'; percent: string }

const patienceMs = 1_000
const reportEveryMs = 5_000

/**
 * Waits as long as the server on this socket needs to read its data, and reports the reason for the wait. Returns false
 * if there is no server.
 * @throws Error if the server doesn't respond within `silenceLimitMs`.
 */
export async function untilServing(socket: string): Promise<boolean> {
  let reported: ServerState['is'] = 'absent'
  let heardAt = Date.now()
  for (let reportAt = Date.now() + patienceMs; ; await sleep(20)) {
    const state = await stateOf(socket)
    if (state.is === 'serving') return true
    if (state.is === 'absent') return false
    if (state.is === 'reading') heardAt = Date.now()
    else if (Date.now() - heardAt > silenceLimitMs()) {
      throw new Error(
        `The embedded Redis can't be used: ${silenceText()}. End its process, whose ID is in redis/redis.pid in DATA_DIR, then try again.`,
      )
    }
    const isNews = reported === 'silent' && state.is === 'reading'
    if (Date.now() < reportAt && !isNews) continue
    const what = state.is === 'reading' ? `is still reading its data (${state.percent} %)` : 'is not responding yet'
    announceFault(`The embedded Redis ${what}. Waiting for it.`, 'warn')
    reported = state.is
    reportAt = Date.now() + reportEveryMs
  }
}

/** Reads the state of the server on a socket, if there is one. A server that is still reading its data responds too. */
export function stateOf(socket: string): Promise<ServerState> {
  return new Promise((resolve) => {
    const connection = connect(socket)
    let reply = ''
    function settle(state: ServerState) {
      resolve(state)
      connection.destroy()
    }
    connection.setTimeout(patienceMs, () => settle({ is: 'silent' }))
    // A paused server accepts no connections, so its queue of connections is full.
    connection.once('error', ({ code }: NodeJS.ErrnoException) =>
      settle({ is: code === 'EAGAIN' ? 'silent' : 'absent' }),
    )
    connection.once('close', () => settle({ is: 'absent' }))
    connection.once('connect', () => connection.write('INFO persistence\r\n'))
    connection.on('data', (chunk) => {
      reply += chunk
      const [, percent] = /^loading_loaded_perc:([\d.]+)/m.exec(reply) ?? []
      if (/^loading:0/m.test(reply)) settle({ is: 'serving' })
      else if (percent !== undefined) settle({ is: 'reading', percent })
      else if (reply.startsWith('-')) settle({ is: 'silent' })
    })
  })
}

/**
 * The name of Redis's append-only file: a single file before version 7, and a folder with a manifest of the file's
 * parts since then.
 */
const name = 'appendonly.aof'
const folderName = 'appendonlydir'
const manifestName = `${name}.manifest`

/**
 * Checks, before Redis starts, that it will find its data. Without a manifest, Redis ignores the other files, starts
 * empty, and overwrites them.
 * @throws Error that explains how to restore the data, or how to start empty on purpose.
 */
function refuseDataLoss({ folder, marker }: RedisPaths): void {
  const appendOnly = join(folder, folderName)
  const manifest = join(appendOnly, manifestName)
  if (existsSync(manifest) || existsSync(join(folder, name))) return
  const lines = manifestLines(appendOnly)
  if (lines.length > 0) {
    throw new Error(
      `${manifest} is missing. Without this file, Redis would start empty and overwrite the data in ${appendOnly}.\n` +
        `Restore that folder from a backup. If you have no backup, recreate the file:\n${lines.join('\n')}\n` +
        `and check it with: redis-check-aof ${manifest}\n` +
        `To start empty instead, move ${folder} away and delete ${marker}, if it exists.`,
    )
  }
  if (existsSync(marker)) {
    throw new Error(
      `The embedded Redis had data, but ${appendOnly} is missing. Restore that folder from a backup. ` +
        `To start empty instead, delete ${marker}.`,
    )
  }
}

/** Records that there is data from now on. */
function markData({ marker }: RedisPaths): void {
  if (existsSync(marker)) return
  writeFileSync(
    marker,
    'The embedded Redis stores data in this folder. The data must still be here when Redis restarts.\n',
  )
}

/**
 * Returns the lines of the manifest, derived from the names of the existing files: the base, then the increments in order.
 * @see https://redis.io/docs/latest/operate/oss_and_stack/management/persistence/
 */
function manifestLines(appendOnly: string): string[] {
  if (!existsSync(appendOnly)) return []
  const files = readdirSync(appendOnly).flatMap((file) => {
    const [, seq = '', kind = ''] = /^appendonly\.aof\.(\d+)\.(base|incr)\.(?:rdb|aof)$/.exec(file) ?? []
    return seq ? [{ file, seq: Number(seq), type: kind.charAt(0) }] : []
  })
  return files
    .sort((a, b) => a.type.localeCompare(b.type) || a.seq - b.seq)
    .map(({ file, seq, type }) => `file ${file} seq ${seq} type ${type}`)
}
