import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { env } from '@/server/env'
import { logError } from '@/server/observability/log-error'
import { readEnvFiles } from '@/server/runtime/env-files'
import type { RestartWatcher } from './cluster'

/*
 * How a server reports its restarts: to systemd, and to the command that asked for one.
 */

const run = promisify(execFile)

/** Sends fields such as `READY=1` to the service manager. */
type Notify = (...fields: string[]) => Promise<void>

/**
 * Returns a function that reports the state of this process to systemd, which sets NOTIFY_SOCKET for units with `Type=notify`;
 * without it, the function does nothing. Node cannot send to a unix datagram socket, so systemd's own program does: a unit needs
 * `NotifyAccess=all`. The variable is taken out of the environment, so that no other process can report anything.
 * @see https://www.freedesktop.org/software/systemd/man/latest/sd_notify.html
 */
export function createNotify(): Notify {
  const { NOTIFY_SOCKET } = process.env
  if (!NOTIFY_SOCKET) return async () => {}
  delete process.env.NOTIFY_SOCKET
  const env = { ...process.env, NOTIFY_SOCKET }
  return async (...fields) => {
    try {
      await run('systemd-notify', fields, { env })
    } catch (error) {
      logError('systemd could not be notified', { error })
    }
  }
}

/** Returns what a cluster tells of its restarts: to systemd, and to whoever waits in `restart`. */
export function watchRestarts(dataDir: string, notify: Notify): RestartWatcher {
  let begunMs = 0
  return {
    async begun() {
      begunMs = Date.now()
      await notify('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1_000n}`, 'STATUS=Restarting')
    },
    async ended(fault) {
      const at = new Date().toISOString()
      const status =
        fault === null ? `Restarted at ${at}` : `The restart at ${at} failed; the old processes keep running`
      // Before the outcome is stored: a reload must not end while systemd still expects READY=1.
      await notify('READY=1', `STATUS=${status}`)
      try {
        writeOutcome(dataDir, { begunMs, fault: fault?.message ?? null })
      } catch (error) {
        logError('the outcome of the restart could not be stored', { error })
      }
    },
  }
}

/** How often the outcome of a restart is looked for. */
const lookEveryMs = 100

/** How the latest restart of a server ended. */
interface RestartOutcome {
  /** When it began, in milliseconds since 1970: it covers every request made before that. */
  begunMs: number
  /** Why the new processes did not start; null if all processes were replaced. */
  fault: string | null
}

const fileOf = (dataDir: string, pid: number) => join(dataDir, `restart-${pid}.json`)

/** Stores how a restart of this server ended, in one step, for whoever waits for it. @throws Error if it cannot be written. */
function writeOutcome(dataDir: string, outcome: RestartOutcome): void {
  const file = fileOf(dataDir, process.pid)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, JSON.stringify(outcome), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Removes what `writeOutcome` stored. */
export const removeOutcome = (dataDir: string) => rmSync(fileOf(dataDir, process.pid), { force: true })

/**
 * The command `restart`: replaces the processes of a running server and waits until that is done.
 * @param words the id of the process that was started; its DATA_DIR must be the same.
 * @throws Error if there is no such process, if it ends, or if the restart fails.
 */
export async function restart([text]: readonly string[]): Promise<void> {
  const pid = Number(text)
  if (!Number.isInteger(pid) || pid < 2)
    throw new Error('Name the id of the process that was started, a number over 1.')
  readEnvFiles()
  const { DATA_DIR: dataDir } = env()
  const requestedMs = Date.now()
  let outcome: RestartOutcome | null = null
  signal(pid, 'SIGHUP')
  while (outcome === null || outcome.begunMs < requestedMs) {
    await sleep(lookEveryMs)
    outcome = readOutcome(dataDir, pid)
    if (outcome === null || outcome.begunMs < requestedMs) signal(pid, 0)
  }
  if (outcome.fault !== null) {
    throw new Error(`The restart failed; the old processes keep running: ${outcome.fault}. The server's log says more.`)
  }
  process.stdout.write('All processes have been replaced.\n')
}

/** Sends a signal to a process; 0 only checks that it runs. */
function signal(pid: number, name: 'SIGHUP' | 0): void {
  try {
    process.kill(pid, name)
  } catch (cause) {
    const fault = (cause as NodeJS.ErrnoException).code === 'EPERM' ? 'belongs to another user' : 'does not run'
    throw new Error(`The process ${pid} ${fault}.`, { cause })
  }
}

function readOutcome(dataDir: string, pid: number): RestartOutcome | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir, pid), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
