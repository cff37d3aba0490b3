import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../support/remove-folder'
import requireLanguages from '../support/require-languages'
import { startApp } from '../support/start-app'

/** Sees to what the copied samples are run with, and starts the production build in sample mode, with free lookups for all the tests together. */
export default async function setup() {
  requireLanguages()
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-e2e-'))
  const app = await startApp('node', { DATA_DIR: dataDir, FREE_DAILY_QUOTA: '1000' })
  process.env.PINREF_E2E_URL = app.url
  return async () => {
    await app.stop()
    // The embedded Redis may still be closing its files.
    removeFolder(dataDir)
  }
}
