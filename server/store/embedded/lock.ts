import lockfile from 'proper-lockfile'
import type { RedisPaths } from './paths'

/**
 * Takes the lock that a process needs to start a server or to replace its data, and returns the function that releases it.
 * Returns null if another process has held it for ten seconds: that one may be reading a large file.
 */
export async function lockOf({ folder }: RedisPaths): Promise<(() => Promise<void>) | null> {
  try {
    return await lockfile.lock(folder, { retries: { retries: 200, minTimeout: 20, maxTimeout: 50 } })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return null
    throw error
  }
}
