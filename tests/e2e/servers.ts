import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'

/** The servers that all tests share, with their settings. */
const settings = {
  /** Sample mode, with enough free lookups for all tests. */
  main: { FREE_DAILY_QUOTA: '1000' },
  /** One free lookup a day for each address, as a proxy forwards it. */
  frugal: { FREE_DAILY_QUOTA: '1', TRUSTED_PROXIES: '1' },
  /** A server with accounts, behind a proxy that forwards addresses, as deployed. This server stores its emails. */
  accounts: { TRUSTED_PROXIES: '1' },
}

type Name = keyof typeof settings

export interface SharedServer {
  url: string
  dataDir: string
}

const variable = (name: Name) => `PINREF_E2E_${name.toUpperCase()}`

/** Starts the servers, passes their addresses to the workers, and returns a function that stops the servers. */
export async function startSharedServers(): Promise<() => Promise<void>> {
  const started = await Promise.all(
    Object.entries(settings).map(async ([name, env]) => {
      const dataDir = mkdtempSync(join(tmpdir(), `pinref-e2e-${name}-`))
      const app = await startApp('node', { DATA_DIR: dataDir, ...env })
      process.env[variable(name as Name)] = JSON.stringify({ url: app.url, dataDir } satisfies SharedServer)
      return { app, dataDir }
    }),
  )
  return async () => {
    await Promise.all(started.map(({ app }) => app.stop()))
    // The embedded Redis may still be closing its files.
    for (const { dataDir } of started) removeFolder(dataDir)
  }
}

/** A server started by the global setup; it has no address before the start. */
export function sharedServer(name: Name): SharedServer {
  return JSON.parse(process.env[variable(name)] ?? '{"url":"","dataDir":""}')
}
