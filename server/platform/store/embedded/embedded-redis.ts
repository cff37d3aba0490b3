import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lockfile from 'proper-lockfile'
import { announceFault } from '@/server/platform/observability/standard-error'
import { makeFolder } from '@/server/platform/runtime/make-folder'
import { isSite } from '@/server/platform/runtime/per-process'
import { socketTransport } from '../tcp'
import type { Transport } from '../transport'
import { preparePaths, type RedisPaths } from './paths'
import { isRunning, redisProgram, runningRedis, startRedis, stateOf, untilServing } from './redis-server'

/**
 * Connects to the Redis server in the data folder, which all Pinref processes on this machine share. The first process
 * starts the server, any of them restarts it if it dies, and the last one stops it.
 * @param dataDir the data folder, e.g. `.data`.
 */
export async function embeddedTransport(dataDir: string): Promise<Transport> {
  const place = preparePaths(dataDir)
  // A site process does not start Redis, because a server started by this process would inherit its low priority.
  if (isSite.value) return socketTransport(place.socket, () => {})
  const program = redisProgram()
  await ensureServing(program, place)

  registerUser(place)

  let leaving = false
  let restarting = false
  let lastMessage = ''
  const transport = socketTransport(place.socket, () => {
    if (leaving || restarting) return
    restarting = true
    ensureServing(program, place)
      .catch(({ message }: Error) => {
        // The connection is retried repeatedly, so each message is printed only once.
        if (message !== lastMessage) announceFault(message)
        lastMessage = message
      })
      .finally(() => {
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
 * Ensures that a Redis server is running and ready. If several processes need it at the same time, one of them starts
 * it.
 */
async function ensureServing(program: string, place: RedisPaths): Promise<void> {
  const isAbsent = async () => (await stateOf(place.socket)).is === 'absent'
  while (!(await untilServing(place.socket))) {
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
