import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port'

/** The two ways the production build is served: by our own node server, and by the route files alone, as on Vercel. */
export type Host = 'node' | 'next'

export interface App {
  url: string
  process: ChildProcess
  /** What it has written to standard output: with the default LOG_LEVEL a line for each call, half a second late at most. */
  output(): string
  /** What it has written to standard error: its faults. */
  errors(): string
  /** Tells it to stop and waits until it has; answers its exit code. */
  stop(): Promise<number | null>
}

/** Starts the production build (run from the project's folder) on a free port and waits until it answers. */
export async function startApp(host: Host, env: Record<string, string>): Promise<App> {
  const port = await freePort()
  const args = host === 'node' ? ['dist/main.js'] : ['node_modules/next/dist/bin/next', 'start', '-p', String(port)]
  const app = spawn(process.execPath, args, {
    env: { ...bareEnvironment(), PORT: String(port), NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  app.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  let errors = ''
  app.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
  })
  const url = `http://127.0.0.1:${port}`
  for (const deadline = Date.now() + 30_000; ; await sleep(50)) {
    if (app.exitCode !== null || Date.now() > deadline) throw new Error(`the app did not start: ${errors}`)
    if (
      await fetch(`${url}/api/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      break
  }
  return {
    url,
    process: app,
    output: () => output,
    errors: () => errors,
    async stop() {
      if (app.exitCode === null && app.signalCode === null) {
        app.kill('SIGTERM')
        await once(app, 'close')
      }
      return app.exitCode
    },
  }
}

/** The caller's environment without what would change the app under test. */
function bareEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, LANG, TMPDIR, CI } = process.env
  return { PATH, HOME, LANG, TMPDIR, CI }
}
