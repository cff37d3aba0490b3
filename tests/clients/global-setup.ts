import { installedClients } from './installed'

/** Installs the clients that several test files use at the same time; other test files install their own. */
export default function setup() {
  installedClients('fast')
}
