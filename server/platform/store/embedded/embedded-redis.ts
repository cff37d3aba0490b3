import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lockfile from 'proper-lockfile'
import { makeFolder } from '@/server/platform/runtime/make-folder'
import { isSite } from '@/server/platform/runtime/per-process'
import { socketTransport } from '../tcp'
import type { Transport } from '../transport'
import { preparePaths, type RedisPaths } from './paths'
import { isRunning, redisProgram, runningRedis, startRedis, stateOf, untilServing } from './redis-server'

/**
 * Connects to the Redis server in the data folder, which all Pinref processes on this machine share. The first process
 * starts the server, any of them restarts it if it dies, and the last one stops it. If the disk is full, the server is
 * started as soon as there is space.
 * @param dataDir the data folder, e.g. `.data`.
 * @throws Error if the server can't be started for any other reason.
 */
export async function embeddedTransport(dataDir: string): Promise<Transport> {
  const place = preparePaths(dataDir)
  /** Why the server could not be started, unless it is running. */
  let startFault: Error | undefined

  function connectTo(onLost: () => void): Transport {
    const transport = socketTransport(place.socket, onLost)
    const fault = () => {
      const lost = transport.fault?.()
      return lost && (diskFault(place) ?? startFault ?? lost)
    }
    return { ...transport, fault }
  }

  // A site process does not start Redis, because a server started by this process would inherit its low priority.
  if (isSite.value) return connectTo(() => {})
  const program = redisProgram()
  const start = () =>
    ensureServing(program, place).then(
      () => {
        startFault = undefined
      },
      (error: Error) => {
        startFault = error
      },
    )
  await start()
  if (startFault && !diskFault(place)) throw startFault

  registerUser(place)

  let leaving = false
  let restarting = false
  // The connection is retried repeatedly, and each failed attempt is a loss too.
  const transport = connectTo(() => {
    if (leaving || restarting) return
    restarting = true
    void start().finally(() => {
      restarting = false
    })
  })

  // Only synchronous code runs while a process exits, so this sends a signal instead of a Redis command.
  function leave(): number | null {
    if (leaving) return null
    leaving = true
    unregisterUser(place)
    if (runningUsers(place).length > 0) return null
    const pid = runningRedis(place.folder)
    if (pid) process.kill(pid, 'SIGTERM')
    return pid
  }
  process.once('exit', leave)

  return {
    ...transport,
    close: async () => {
      process.off('exit', leave)
      const stopped = leave()
      await transport.close()
      for (let turn = 0; stopped && turn < 500 && isRunning(stopped); turn++) await sleep(10)
    },
  }
}

/**
 * How much space Redis needs to be started. It exits when it can't write, so with less, it would start and exit again and
 * again.
 */
const minFreeBytes = 2 ** 20

/** Returns the error for a disk with too little space for Redis; undefined if there is enough. */
function diskFault({ folder }: RedisPaths): Error | undefined {
  const { blocks, bavail, bfree, bsize } = statfsSync(folder)
  const freeBytes = bsize * (process.getuid?.() === 0 ? bfree : bavail)
  // Some network file systems don't report their size.
  if (blocks === 0 || freeBytes >= minFreeBytes) return undefined
  return new Error(`No space left on device: ${folder} has ${Math.floor(freeBytes / 1024)} kB free, but needs 1 MB`)
}

/**
 * Ensures that a Redis server is running and ready. If several processes need it at the same time, one of them starts
 * it. @throws Error with the reason if it can't be started.
 */
async function ensureServing(program: string, place: RedisPaths): Promise<void> {
  const isAbsent = async () => (await stateOf(place.socket)).is === 'absent'
  while (!(await untilServing(place.socket))) {
    const fault = diskFault(place)
    if (fault) throw fault
    const release = await lockOf(place)
    if (!release) continue
    try {
      // A server that is stopping is still writing its file. A new server may read the file only after the old one has
      // stopped.
      for (let turn = 0; turn < 500 && runningRedis(place.folder) && (await isAbsent()); turn++) await sleep(10)
      if (await isAbsent()) await startRedis(program, place)
    } finally {
      await release()
    }
  }
}

/**
 * Acquires the lock needed to start a server or to replace its data, and returns the function that releases it. Returns
 * null if another process has held it for ten seconds, for example, while reading a large file. The lock is a folder
 * that its holder keeps touching. A file with a process id would not work: a process id has no meaning in another
 * container, and if two processes find a killed process's lock, both could replace it.
 */
export async function lockOf({ folder }: RedisPaths): Promise<(() => Promise<void>) | null> {
  try {
    return await lockfile.lock(folder, { retries: { retries: 200, minTimeout: 20, maxTimeout: 50 } })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return null
    throw error
  }
}

/*
 * Every process that uses embedded Redis leaves a file in the server's folder, named after the process id. As a result,
 * the last process knows that it must stop Redis, and data in use is not replaced.
 */

const folderOf = ({ folder }: RedisPaths) => join(folder, 'users')

function registerUser(place: RedisPaths): void {
  makeFolder(folderOf(place))
  writeFileSync(join(folderOf(place), String(process.pid)), '')
}

function unregisterUser(place: RedisPaths): void {
  rmSync(join(folderOf(place), String(process.pid)), { force: true })
}

/** Returns the ids of the running processes that use embedded Redis. */
export function runningUsers(place: RedisPaths): number[] {
  makeFolder(folderOf(place))
  return readdirSync(folderOf(place)).map(Number).filter(isRunning)
}
