import { redisProgram } from '@/server/platform/store/embedded/redis-server'

/**
 * Makes sure that a Redis server is installed before any test starts one: several tests would otherwise install it at the
 * same time.
 */
export default function setup() {
  redisProgram()
}
