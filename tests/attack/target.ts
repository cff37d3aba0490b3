import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlanId } from '@/server/metering/access/limits'
import { store } from '@/server/platform/store/store'
import { type Caller, newAccount } from '../faults/callers'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'

const secrets = { KEY_PEPPER: 'a pepper for attacks', AUTH_SECRET: 'a secret for attacks, which nobody else has' }

/** The production build with its own Redis. This process is connected to the same store. */
export interface Target {
  /** The running server and its address. */
  readonly app: App
  readonly url: string
  /** Makes an account with two keys. */
  account(name: string, plan: PlanId): Promise<Caller>
  /**
   * Opens 300 connections a few times, because a new server needs more memory for its first connections, no matter who
   * makes them.
   */
  warmUp(): Promise<void>
  /** Stops the server and starts it again on the same store, at another address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts the production build (run it from the project's folder) with a trusted proxy, so that `X-Forwarded-For` is the
 * caller's network. Call this function once per test file, because a process's store is fixed.
 * @param settings additional settings for the server.
 */
export async function startTarget(settings: Record<string, string> = {}): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-attack-'))
  const redis = await startRedisServer({ appendfsync: 'everysec' })
  const shared = { REDIS_URL: redis.url, DATA_DIR: folder, ...secrets }
  Object.assign(process.env, shared)
  const start = () =>
    startApp('node', { ...shared, TRUSTED_PROXIES: '1', LOG_LEVEL: 'fatal', ...settings }, { output: 'ignore' })
  let app = await start()
  return {
    get app() {
      return app
    },
    get url() {
      return app.url
    },
    account: (name, plan) => newAccount({ name, plan, processes: [0] }),
    async warmUp() {
      const call = () =>
        fetch(`${app.url}/api/convert`, { method: 'POST', body: '{"cid":"1"}' }).then((answer) => answer.text())
      for (let turn = 0; turn < 10; turn++) await Promise.all(Array.from({ length: 300 }, call))
    },
    async restart() {
      await app.stop()
      app = await start()
    },
    async stop() {
      await app.stop()
      await (await store()).close()
      await redis.stop()
      removeFolder(folder)
    },
  }
}
