import requireRedis from '../support/require-redis'
import { startSharedServers } from './servers'

/** Checks for Redis, starts the shared servers, and returns a function that stops them. */
export default function setup() {
  requireRedis()
  return startSharedServers()
}
