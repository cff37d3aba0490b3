import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RedisPlace } from './place'
import { isRunning } from './redis-server'

/*
 * Every process that uses an embedded Redis leaves a file beside it, named after its process id: the last one stops the Redis,
 * and data that is in use is not replaced.
 */

const folderOf = ({ folder }: RedisPlace) => join(folder, 'users')

export function noteUser(place: RedisPlace): void {
  mkdirSync(folderOf(place), { recursive: true })
  writeFileSync(join(folderOf(place), String(process.pid)), '')
}

export function forgetUser(place: RedisPlace): void {
  rmSync(join(folderOf(place), String(process.pid)), { force: true })
}

/** The ids of the running processes that use it. */
export function runningUsers(place: RedisPlace): number[] {
  mkdirSync(folderOf(place), { recursive: true })
  return readdirSync(folderOf(place)).map(Number).filter(isRunning)
}
