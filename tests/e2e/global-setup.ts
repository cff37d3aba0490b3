import requireLanguages from '../support/require-languages'
import requireRedis from '../support/require-redis'
import { startSharedServers } from './servers'

/** Checks that Redis and the languages of the samples are installed, starts the shared servers, and returns how to stop them. */
export default function setup() {
  requireRedis()
  requireLanguages()
  return startSharedServers()
}
