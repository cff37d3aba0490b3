import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { logError } from '@/server/platform/observability/logger'
import { telemetry } from '@/server/platform/observability/telemetry'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import {
  childStdio,
  forwardOutput,
  returnMemory,
  shareAcceptance,
  successor,
  type ToPrimary,
  type ToWorker,
} from './between-processes'
import { meterChild } from './metrics'

/** How long to wait before a dead site process is restarted. */
const restartDelayMs = 500

/** How long a process may take to exit: longer than it waits for emails and other work that its calls left behind. */
const stopTimeoutMs = 10_000

/**
 * The priority of a prepared site process (nice); until then, a restart waits for it. On Linux, the process gets half
 * the time of one with the normal priority, so pages take little from the API, and people can still sign in while the
 * API uses all processors. At 10, it would get 11%, and a password would take nine times as long to check.
 */
const niceness = 3

/** A process that renders pages and handles the calls that need a session or a grant. */
interface SiteProcess {
  /** The unix socket that the process listens on. Nothing listens there while the process is down. */
  socket: string
  /** Resolves when the process can render pages and handle calls. @throws Error if it exits before that. */
  prepared: Promise<void>
  /** Ends the calls that are waiting for something to happen: they return what they already have. */
  endWaits(): void
  /** Ends the process once the work that its calls left behind is done. Requests in flight are lost. */
  stop(): Promise<void>
}

/** All site processes of a build. */
export interface Site extends Omit<SiteProcess, 'socket'> {
  sockets: readonly string[]
}

/**
 * Starts the site processes.
 * @param script the script to run: the bundle of `server/entrances/programs/site.ts`.
 * @param storePrepared resolves when the primary has prepared the store, or has given up on it for now.
 * @param isSuccessor whether the processes replace others. They are then prepared once they have rendered a page.
 */
export function startSite(script: string, count: number, storePrepared: Promise<void>, isSuccessor: boolean): Site {
  const own = isSuccessor ? { [successor]: 'true' } : {}
  const processes = Array.from({ length: count }, () => startProcess(script, storePrepared, own))
  const prepared = Promise.all(processes.map((one) => one.prepared)).then(() => {})
  // Callers of `prepared` get the error. Without this handler, an unhandled rejection would end the process.
  prepared.catch(() => {})
  return {
    sockets: processes.map(({ socket }) => socket),
    prepared,
    endWaits() {
      for (const one of processes) one.endWaits()
    },
    async stop() {
      await Promise.all(processes.map((one) => one.stop()))
    },
  }
}

/**
 * Starts a separate process, so that pages and password hashing cannot delay the API. The process is restarted if it
 * dies, and it exits when this process does, for any reason.
 */
function startProcess(script: string, storePrepared: Promise<void>, own: Record<string, string>): SiteProcess {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-site-'))
  const socket = join(folder, 'socket')
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeFolder)

  let child: ChildProcess
  let isStopping = false
  let restart: NodeJS.Timeout | undefined
  let wasPrepared = false
  const prepared = new Promise<void>((resolve, reject) => {
    function launch() {
      // The child must not inherit the flags that node was started with, such as a debugger's port.
      const env = { ...returnMemory, ...process.env, ...own }
      const started = fork(script, [socket], { execArgv: [], env, stdio: [...childStdio] })
      child = started
      forwardOutput(child)
      shareAcceptance(child, storePrepared)
      child.on('message', (message: ToPrimary) => {
        if (message !== 'prepared') return
        wasPrepared = true
        yieldToApi(started)
        meterChild(started, 'site')
        resolve()
      })
      // A process that could not be started emits no `exit`.
      child.on('error', (error) => {
        if (started.pid === undefined) ended(error)
      })
      child.once('exit', (code, signal) => ended(new Error(`it exited with ${signal ?? code}`)))
    }

    function ended(error: Error) {
      if (isStopping) return
      if (!wasPrepared) return reject(new Error('The site process could not be started.', { cause: error }))
      logError('restarting a site process', { error })
      telemetry.value?.count('restarts', { 'pinref.process': 'site', 'pinref.cause': 'death' })
      restart = setTimeout(launch, restartDelayMs)
    }

    launch()
  })

  function send(message: ToWorker) {
    // A disconnected process does not need the message.
    if (child.connected) child.send(message, () => {})
  }

  return {
    socket,
    prepared,
    endWaits: () => send('a worker is stopping'),
    async stop() {
      isStopping = true
      clearTimeout(restart)
      if (isRunning(child)) {
        const exited = once(child, 'exit')
        // A process that is still loading has nothing to finish.
        if (wasPrepared) send('leave')
        else child.kill('SIGKILL')
        await withTimeout(exited, stopTimeoutMs, () => new Error('it does not exit')).catch(() => child.kill('SIGKILL'))
      }
      process.off('exit', removeFolder)
      removeFolder()
    },
  }
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null

/** Gives the API priority when both need the processor. Threads that the process creates later inherit the priority. */
function yieldToApi({ pid = 0 }: ChildProcess): void {
  try {
    // On Linux, each thread has its own priority, and the first thread has the process's id.
    const threads = process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid]
    for (const thread of threads) setPriority(thread, niceness)
  } catch {
    // The process or a thread has already ended, or the system does not allow it.
  }
}
