import { env } from '@/server/env'
import { readEnvFiles } from '@/server/runtime/env-files'
import { redisProgram } from '@/server/store/embedded/redis-server'

/*
 * Runs before `npm start` builds, so that nobody waits for a build only to learn that Pinref cannot start with these settings.
 * Installs a missing Redis server now instead of at the start.
 */

try {
  readEnvFiles()
  const { REDIS_URL, UPSTASH_REDIS_REST_URL } = env()
  if (!REDIS_URL && !UPSTASH_REDIS_REST_URL) redisProgram()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
