import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../servers/remove-folder'
import { startApp } from '../servers/start-app'

/** Starts the production build in sample mode, with free lookups for all the tests together. */
export default async function setup() {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-e2e-'))
  const app = await startApp('node', { DATA_DIR: dataDir, FREE_DAILY_QUOTA: '1000' })
  process.env.PINREF_E2E_URL = app.url
  return async () => {
    await app.stop()
    // The embedded Redis may still be closing its files.
    removeFolder(dataDir)
  }
}
