import { readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { memoryOf } from '../support/app-processes'

/**
 * Returns the pid of a data folder's embedded Redis, or null if it is not running. The pid file may contain the id of a
 * process that has ended.
 */
export function redisPid(dataDir: string): number | null {
  const folder = join(dataDir, 'redis')
  try {
    const pid = Number(readFileSync(join(folder, 'redis.pid'), 'utf8'))
    return readlinkSync(`/proc/${pid}/cwd`) === folder ? pid : null
  } catch {
    return null
  }
}

/** Returns the embedded Redis's resident memory, in megabytes, or 0 if it is not running. */
export const redisMb = (dataDir: string): number => memoryOf(redisPid(dataDir))
