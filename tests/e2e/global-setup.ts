import requireLanguages from '../support/require-languages'
import requireRedis from '../support/require-redis'
import { startSharedServers } from './servers'

/** Checks that Redis and the languages of the copied samples are installed and starts the production build; returns how to stop it. */
export default function setup() {
  requireRedis()
  requireLanguages()
  return startSharedServers()
}
