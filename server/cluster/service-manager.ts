import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { logError } from '@/server/observability/log-error'
import type { RestartWatcher } from './cluster'
import { writeOutcome } from './restart-outcome'

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

/** Returns what a cluster tells of its restarts: to systemd, and to whoever waits in `requestRestart`. */
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
