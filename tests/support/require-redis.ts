import { redisProgram } from '@/server/store/embedded/redis-server'

/** Sees to a Redis server before any test starts one: several at once would ask the package manager at once. */
export default function setup() {
  redisProgram()
}
