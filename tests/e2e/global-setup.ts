import requireLanguages from '../support/require-languages'
import { startSharedServers } from './servers'

/** Checks that the languages of the copied samples are installed and starts the production build; returns how to stop it. */
export default function setup() {
  requireLanguages()
  return startSharedServers()
}
