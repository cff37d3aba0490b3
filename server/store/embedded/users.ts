import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RedisPaths } from './paths'
import { isRunning } from './redis-server'

/*
 * Every process that uses an embedded Redis leaves a file next to it, named after its process id. So the last process knows that
 * it has to stop the Redis, and data in use is not replaced.
 */

const folderOf = ({ folder }: RedisPaths) => join(folder, 'users')

export function noteUser(place: RedisPaths): void {
  mkdirSync(folderOf(place), { recursive: true })
  writeFileSync(join(folderOf(place), String(process.pid)), '')
}

export function forgetUser(place: RedisPaths): void {
  rmSync(join(folderOf(place), String(process.pid)), { force: true })
}

/** Returns the ids of the running processes that use the Redis. */
export function runningUsers(place: RedisPaths): number[] {
  mkdirSync(folderOf(place), { recursive: true })
  return readdirSync(folderOf(place)).map(Number).filter(isRunning)
}
