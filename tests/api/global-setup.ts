import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'

declare module 'vitest' {
  interface ProvidedContext {
    hosts: { host: string; url: string }[]
  }
}

/**
 * Starts the production build on both hosts with one data folder, so they share an embedded Redis. The hosts trust one
 * proxy, so each test can call as its own visitor.
 */
export default async function setup(project: TestProject) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-api-'))
  // Short links outside the sample point to a closed port, so no test uses the network.
  const env = {
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    APP_URL: 'https://pinref.example',
    LINK_GATEWAY_URL: 'http://127.0.0.1:9',
  }
  const [node, next] = await Promise.all([startApp('node', env), startApp('next', env)])
  project.provide('hosts', [
    { host: 'node server', url: node.url },
    { host: 'route files', url: next.url },
  ])
  return async () => {
    await Promise.all([node.stop(), next.stop()])
    removeFolder(dataDir)
  }
}
