import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { removeFolder } from './remove-folder'
import { startApp } from './start-app'

declare module 'vitest' {
  interface ProvidedContext {
    docsUrl: string
  }
}

/** The `APP_URL` of the server that shows the docs. */
export const docsOrigin = 'https://pinref.example'

/** Starts the production build that shows the docs and answers their samples. Each test file makes its own accounts. */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-docs-server-'))
  const app = await startApp('node', {
    DATA_DIR: dataDir,
    APP_URL: docsOrigin,
    TRUSTED_PROXIES: '1',
    // Enough for all files, which call from one address.
    FREE_DAILY_QUOTA: '1000',
    BURST_LIMIT: '2000',
    // Short links outside the sample point to a closed port, so no test uses the network.
    LINK_GATEWAY_URL: 'http://127.0.0.1:9',
  })
  project.provide('docsUrl', app.url)
  return async () => {
    await app.stop()
    removeFolder(dataDir)
  }
}
