import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killApp, residentMb } from './app-processes'
import { freePort } from './free-port'
import { removeFolder } from './remove-folder'

export interface Server {
  url: string
  port: number
  process: ChildProcess
  /** The time from the start to the first 200. */
  startMs: number
  /** Standard output; empty if discarded. */
  output(): string
  /** Standard error. */
  errors(): string
  /** The resident memory of all its processes. */
  residentMb(): number
  /** Kills all its processes. */
  kill(): Promise<void>
  /** Stops it, waits until it has exited, and returns its exit code. */
  stop(): Promise<number | null>
}

export interface ServerOptions {
  /**
   * `ignore` discards its standard output: reading it would cost the benchmark time. A file gets both outputs at its
   * end, so a server and its successor may share it; `output` then returns all of it.
   */
  output?: 'pipe' | 'ignore' | { file: string }
  /** Its working directory, where it reads its settings files. */
  folder?: string
  /** Default: a free port. */
  port?: number
  /** Whether it exchanges messages with this process. */
  hasMessages?: boolean
}

/**
 * Starts a Node program on a loopback port, in production mode, and waits until its `/api/health` answers.
 * @param args with absolute paths.
 */
export async function startServer(
  args: (port: number) => string[],
  env: Record<string, string>,
  options: ServerOptions = {},
): Promise<Server> {
  const { output = 'pipe', folder = folderWithoutSettings(), port = await freePort(), hasMessages = false } = options
  const hasOwnData = env.DATA_DIR !== undefined || folder !== folderWithoutSettings()
  const log = typeof output === 'object' ? openSync(output.file, 'a') : null
  const started = performance.now()
  const child = spawn(process.execPath, args(port), {
    env: {
      ...bareEnvironment(),
      PORT: String(port),
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      ...(!hasOwnData && { DATA_DIR: dataDirOf(env) }),
      ...env,
    },
    cwd: folder,
    stdio: ['ignore', log ?? (output as 'pipe' | 'ignore'), log ?? 'pipe', ...(hasMessages ? ['ipc' as const] : [])],
  })
  if (log !== null) closeSync(log)
  const written = { output: '', errors: '' }
  child.stdout?.on('data', (chunk: Buffer) => {
    written.output += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    written.errors += chunk.toString()
  })
  const readOutput = () => (typeof output === 'object' ? readFileSync(output.file, 'utf8') : written.output)
  const url = `http://127.0.0.1:${port}`
  const answers = () =>
    fetch(`${url}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const deadline = Date.now() + 120_000; !(await answers()); await sleep(20)) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`it did not start: ${written.errors || readOutput()}`)
    }
  }
  async function end(how: () => void, event: 'exit' | 'close'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    how()
    await once(child, event)
  }
  return {
    url,
    port,
    process: child,
    startMs: performance.now() - started,
    output: readOutput,
    errors: () => written.errors,
    residentMb: () => residentMb(child.pid),
    // Its Redis may keep the outputs open.
    kill: () => end(() => killApp(child.pid ?? 0), 'exit'),
    async stop() {
      await end(() => child.kill('SIGTERM'), 'close')
      return child.exitCode
    },
  }
}

const dataDirs = new Map<string, string>()

/** Returns the data folder of servers that share a store. A server rejects another store than its folder's. */
function dataDirOf({ REDIS_URL = '' }: Record<string, string>): string {
  const made = dataDirs.get(REDIS_URL)
  if (made) return made
  const dataDir = mkdtempSync(join(tmpdir(), 'pinref-data-'))
  process.once('exit', () => removeFolder(dataDir))
  dataDirs.set(REDIS_URL, dataDir)
  return dataDir
}

/** Returns a folder in which the developer's own `.env` does not apply. */
function folderWithoutSettings(): string {
  const folder = join(tmpdir(), 'pinref-no-settings')
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Returns this process's environment without anything that would change the program under test. */
function bareEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, LANG, TMPDIR, CI } = process.env
  return { PATH, HOME, LANG, TMPDIR, CI }
}
