import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lockfile from 'proper-lockfile'
import { socketTransport } from '../tcp'
import type { Transport } from '../transport'
import { isRunning, listens, type RedisPlace, redisProgram, runningRedis, startRedis } from './redis-server'

/** The system's limit for the path of a unix socket is 104 bytes on macOS and 108 on Linux, the closing zero included. */
const longestSocketPath = 103

/**
 * A Redis under the data folder, shared by every Pinref process on this machine: the first starts it, any of them restarts
 * it when it dies, and the last stops it.
 * @param dataDir the data folder, e.g. `.data`.
 */
export async function embeddedTransport(dataDir: string): Promise<Transport> {
  const place = preparePlace(dataDir)
  const program = redisProgram()
  await ensureRunning(program, place)

  const users = join(place.folder, 'users')
  const ticket = join(users, String(process.pid))
  mkdirSync(users, { recursive: true })
  writeFileSync(ticket, '')

  let leaving = false
  let restarting = false
  const transport = socketTransport(place.socket, () => {
    if (leaving || restarting) return
    restarting = true
    ensureRunning(program, place)
      .catch((error: Error) => void process.stderr.write(`${error.message}\n`))
      .finally(() => {
        restarting = false
      })
  })

  // While a process exits only synchronous code runs, so this sends a signal rather than a Redis command.
  function leave(): number | null {
    if (leaving) return null
    leaving = true
    rmSync(ticket, { force: true })
    if (readdirSync(users).some((pid) => isRunning(Number(pid)))) return null
    const pid = runningRedis(place.folder)
    if (pid) process.kill(pid, 'SIGTERM')
    return pid
  }
  process.once('exit', leave)

  return {
    send: (commands) => transport.send(commands),
    close: async () => {
      process.off('exit', leave)
      const stopped = leave()
      await transport.close()
      for (let turn = 0; stopped && turn < 500 && isRunning(stopped); turn++) await sleep(10)
    },
  }
}

function preparePlace(dataDir: string): RedisPlace {
  const folder = resolve(dataDir, 'redis')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const inside = join(folder, 'redis.sock')
  if (Buffer.byteLength(inside) <= longestSocketPath) return { folder, socket: inside }
  // The folder's path is too long for a socket: put it where paths are short, under a name unique to this folder and user.
  const short = join(
    tmpdir(),
    `pinref-${process.getuid?.() ?? 0}-${createHash('sha1').update(folder).digest('hex').slice(0, 12)}`,
  )
  mkdirSync(short, { recursive: true, mode: 0o700 })
  return { folder, socket: join(short, 'redis.sock') }
}

/** Makes sure that a server is listening. If several processes need it at once, one starts it. */
async function ensureRunning(program: string, place: RedisPlace): Promise<void> {
  if (await listens(place.socket)) return
  const release = await lockfile.lock(place.folder, { retries: { retries: 200, minTimeout: 20, maxTimeout: 50 } })
  try {
    // A stopping server still holds the file; a new one may read it only after the old one has written everything.
    for (let turn = 0; turn < 500 && runningRedis(place.folder) && !(await listens(place.socket)); turn++)
      await sleep(10)
    if (!(await listens(place.socket))) await startRedis(program, place)
  } finally {
    await release()
  }
}
