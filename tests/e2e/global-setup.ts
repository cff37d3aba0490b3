import requireLanguages from '../support/require-languages'
import { startSharedServers } from './servers'

/** Sees to what the copied samples are run with, and starts the production build; answers how to stop it. */
export default function setup() {
  requireLanguages()
  return startSharedServers()
}
