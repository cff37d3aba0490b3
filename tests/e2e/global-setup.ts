import requireRedis from '../support/require-redis'
import { startSharedServers } from './servers'

/** Checks that Redis is installed, starts the shared servers, and returns how to stop them. */
export default function setup() {
  requireRedis()
  return startSharedServers()
}
