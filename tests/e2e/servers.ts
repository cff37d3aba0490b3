import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../support/remove-folder'
import { startApp } from '../support/start-app'

/** The servers that all tests share, and how each differs from one that is started without settings. */
const settings = {
  /** In sample mode, with free lookups for all the tests together. */
  main: { FREE_DAILY_QUOTA: '1000' },
  /** Its visitors have one free lookup a day. */
  frugal: { FREE_DAILY_QUOTA: '1' },
  /** With accounts, behind a proxy that says where calls come from, as a deployed one is. It keeps its mails. */
  accounts: { TRUSTED_PROXIES: '1' },
}

type Name = keyof typeof settings

export interface SharedServer {
  url: string
  dataDir: string
}

const variable = (name: Name) => `PINREF_E2E_${name.toUpperCase()}`

/** Starts them, and tells the workers where they are; answers how to stop them. */
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
    // An embedded Redis may still be closing its files.
    for (const { dataDir } of started) removeFolder(dataDir)
  }
}

/** A server that was started before the tests; no address yet where that is still to come. */
export function sharedServer(name: Name): SharedServer {
  return JSON.parse(process.env[variable(name)] ?? '{"url":"","dataDir":""}')
}
