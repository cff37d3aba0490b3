import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import lockfile from 'proper-lockfile'
import { makeFolder } from '@/server/runtime/make-folder'
import type { RedisPaths } from './paths'
import { isRunning } from './redis-server'

/**
 * Takes the lock needed to start a server or to replace its data, and returns the function that releases it. Returns null if
 * another process has held it for ten seconds, for example while reading a large file. The lock is a folder that its holder keeps
 * touching. A file with a process id would not work: an id means nothing in another container, and two processes that find the
 * lock of a killed one could both replace it.
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
 * Every process that uses an embedded Redis leaves a file next to it, named after its process id. So the last process knows to
 * stop the Redis, and data in use is not replaced.
 */

const folderOf = ({ folder }: RedisPaths) => join(folder, 'users')

export function registerUser(place: RedisPaths): void {
  makeFolder(folderOf(place))
  writeFileSync(join(folderOf(place), String(process.pid)), '')
}

export function unregisterUser(place: RedisPaths): void {
  rmSync(join(folderOf(place), String(process.pid)), { force: true })
}

/** Returns the ids of the running processes that use the Redis. */
export function runningUsers(place: RedisPaths): number[] {
  makeFolder(folderOf(place))
  return readdirSync(folderOf(place)).map(Number).filter(isRunning)
}
