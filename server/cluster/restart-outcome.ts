import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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
export function writeOutcome(dataDir: string, outcome: RestartOutcome): void {
  const file = fileOf(dataDir, process.pid)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  writeFileSync(`${file}.new`, JSON.stringify(outcome), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

/** Removes what `writeOutcome` stored. */
export const removeOutcome = (dataDir: string) => rmSync(fileOf(dataDir, process.pid), { force: true })

/**
 * Asks a server to replace its processes, and waits until it has.
 * @param pid the process that was started; its DATA_DIR must be the same.
 * @throws Error if there is no such process, if it ends, or if the restart fails.
 */
export async function requestRestart(dataDir: string, pid: number): Promise<void> {
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
