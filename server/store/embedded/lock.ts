import lockfile from 'proper-lockfile'
import type { RedisPlace } from './place'

/**
 * The right to start a server, or to replace its data; null where another process has kept it for ten seconds: it may be
 * reading a large file.
 */
export async function lockOf({ folder }: RedisPlace): Promise<(() => Promise<void>) | null> {
  try {
    return await lockfile.lock(folder, { retries: { retries: 200, minTimeout: 20, maxTimeout: 50 } })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return null
    throw error
  }
}
