import { env } from '@/server/env'
import { readEnvFiles } from '@/server/runtime/env-files'
import { redisProgram } from '@/server/store/embedded/redis-server'

/*
 * Runs before `npm start` builds: whoever cannot start Pinref as it is set up need not wait for a build to be told. A Redis
 * server that is missing is installed now and not at the start.
 */

try {
  readEnvFiles()
  const { REDIS_URL, UPSTASH_REDIS_REST_URL } = env()
  if (!REDIS_URL && !UPSTASH_REDIS_REST_URL) redisProgram()
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}
