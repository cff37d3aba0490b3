import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { logError } from '@/server/platform/observability/logger'
import { readEnvFiles } from '@/server/platform/runtime/env-files'
import { replaceFile } from '@/server/platform/runtime/replace-file'
import { env } from '@/server/platform/settings/env'
import type { RestartWatcher } from './cluster'

/*
 * How a server reports its restarts: to systemd and to the command that requested one.
 */

const run = promisify(execFile)

/** Sends fields such as `READY=1` to the service manager. */
type Notify = (...fields: string[]) => Promise<void>

/**
 * Returns a function that reports this process's state to systemd, which sets NOTIFY_SOCKET for units with
 * `Type=notify`. If that is not set, the function does nothing. Node cannot send to a unix datagram socket, so this
 * runs systemd's own program, and a unit needs `NotifyAccess=all`. The variable is then removed from the environment,
 * so that no other process can report anything.
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

/** Returns a watcher that reports restarts to systemd and to the command `restart`. */
export function watchRestarts(dataDir: string, notify: Notify): RestartWatcher {
  let begunMs = 0
  return {
    async onBegin() {
      begunMs = Date.now()
      await notify('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1_000n}`, 'STATUS=Restarting')
    },
    async onEnd(fault) {
      const at = new Date().toISOString()
      const status =
        fault === null ? `Restarted at ${at}` : `The restart at ${at} failed; the old processes keep running`
      // This is reported before the outcome is stored, because a reload must not end while systemd still expects
      // READY=1.
      await notify('READY=1', `STATUS=${status}`)
      try {
        writeOutcome(dataDir, { begunMs, fault: fault?.message ?? null })
      } catch (error) {
        logError('the outcome of the restart could not be stored', { error })
      }
    },
  }
}

/** How often to check for the outcome of a restart. */
const lookEveryMs = 100

/** The outcome of a server's latest restart. */
interface RestartOutcome {
  /** When the restart began, in milliseconds since 1970. A restart covers every request made before it began. */
  begunMs: number
  /** Why the new processes did not start; null if all processes were replaced. */
  fault: string | null
}

const fileOf = (dataDir: string, pid: number) => join(dataDir, `restart-${pid}.json`)

/** Stores the outcome of this server's restart, in one step, for the command that waits for it. @throws Error if this fails. */
function writeOutcome(dataDir: string, outcome: RestartOutcome): void {
  replaceFile(fileOf(dataDir, process.pid), JSON.stringify(outcome))
}

/** Removes the outcome stored by `writeOutcome`. */
export const removeOutcome = (dataDir: string) => rmSync(fileOf(dataDir, process.pid), { force: true })

/**
 * The command `restart`: replaces the processes of a running server and waits until that is done.
 * @param words the id of the process that was started. The process must have the same DATA_DIR.
 * @throws Error if the process does not exist, if it exits, or if the restart fails.
 */
export async function restart([text]: readonly string[]): Promise<void> {
  const pid = Number(text)
  if (!Number.isInteger(pid) || pid < 2) throw new Error('Pass the ID of the primary process, a number above 1.')
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
    throw new Error(`The restart failed; the old processes keep running: ${outcome.fault}. See the server's log.`)
  }
  process.stdout.write('All processes have been replaced.\n')
}

/** Sends a signal to a process; 0 only checks that it is running. */
function signal(pid: number, name: 'SIGHUP' | 0): void {
  try {
    process.kill(pid, name)
  } catch (cause) {
    const fault = (cause as NodeJS.ErrnoException).code === 'EPERM' ? 'belongs to another user' : 'is not running'
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
