import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { killApp, residentMb } from './app-processes'
import { freePort } from './free-port'
import { type Host, hostArguments, oneWorker } from './start-app'
import { folderWithoutSettings } from './start-server'

/** The app, observed from outside: its log, its memory, its exit. */
export interface WatchedApp {
  url: string
  port: number
  process: ChildProcess
  /** Everything the app has written to either output. */
  log(): string
  /** The resident memory of all its processes. */
  residentMegabytes(): number
  /** Kills all its processes. */
  kill(): Promise<void>
  /** Stops it, waits until it has exited, and returns its exit code. */
  stop(): Promise<number | null>
}

export interface WatchedAppOptions {
  /** A file to append the log to; a process and its successor may share it. */
  logFile: string
  /** Default: a free port. */
  port?: number
  host?: Host
}

/** Starts the production build (run from the project's folder) and waits until it answers. */
export async function startWatchedApp(env: Record<string, string>, options: WatchedAppOptions): Promise<WatchedApp> {
  const { logFile, port = await freePort(), host = 'node' } = options
  const { PATH, HOME, LANG, TMPDIR, CI } = process.env
  const log = openSync(logFile, 'a')
  const app = spawn(process.execPath, hostArguments(host, port), {
    cwd: folderWithoutSettings(),
    env: {
      PATH,
      HOME,
      LANG,
      TMPDIR,
      CI,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      ...oneWorker,
      ...env,
      PORT: String(port),
    },
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  const url = `http://127.0.0.1:${port}`
  await untilItAnswers(url, app, logFile)
  const ended = () => app.exitCode !== null || app.signalCode !== null
  const end = async (how: () => void) => {
    if (ended()) return
    how()
    await once(app, 'exit')
  }
  return {
    url,
    port,
    process: app,
    log: () => readFileSync(logFile, 'utf8'),
    residentMegabytes: () => residentMb(app.pid),
    kill: () => end(() => killApp(app.pid ?? 0)),
    async stop() {
      await end(() => app.kill('SIGTERM'))
      return app.exitCode
    },
  }
}

async function untilItAnswers(url: string, app: ChildProcess, logFile: string): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await sleep(50)) {
    if (app.exitCode !== null || Date.now() > deadline) {
      throw new Error(`the app did not start: ${readFileSync(logFile, 'utf8')}`)
    }
    const answers = await fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answers) return
  }
}
