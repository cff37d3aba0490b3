import { mkdtempSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a folder for an app with the embedded Redis, and the settings for the app and Redis. */
export function newDataFolder(): { dataDir: string; env: Record<string, string> } {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'pinref-batches-')))
  const env = {
    DATA_DIR: dataDir,
    KEY_PEPPER: 'a pepper for the benchmark',
    AUTH_SECRET: 'a secret that is only for the benchmark',
    BURST_LIMIT: '1000000',
    LOG_LEVEL: 'error',
  }
  return { dataDir, env }
}

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
export function redisMb(dataDir: string): number {
  try {
    const status = readFileSync(`/proc/${redisPid(dataDir)}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
