import { readEnvFiles } from '@/server/platform/runtime/env-files'
import { env } from '@/server/platform/settings/env'
import { redisProgram } from '@/server/platform/store/embedded/redis-server'

/*
 * Runs before the build of `npm start`, so that invalid settings fail before a long build. Also installs a missing
 * Redis server early.
 */

try {
  readEnvFiles()
  const { REDIS_URL, UPSTASH_REDIS_REST_URL } = env()
  if (!REDIS_URL && !UPSTASH_REDIS_REST_URL) redisProgram()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
