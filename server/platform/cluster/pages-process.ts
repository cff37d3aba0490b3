import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { logError } from '@/server/platform/observability/logger'
import { telemetry } from '@/server/platform/observability/telemetry'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { childStdio, forwardOutput, shareAcceptance, type ToPrimary } from './between-processes'
import { meterChild } from './metrics'

/** How long to wait before a dead pages process is restarted. */
const restartDelayMs = 500

/** How long the process may take to exit after it is stopped. */
const stopTimeoutMs = 2_000

/** The process that renders the pages. */
export interface PagesProcess {
  /** The unix socket that the process listens on. Nothing listens there while the process is down. */
  socket: string
  /** Resolves when the process can render pages. @throws Error if it exits before that. */
  prepared: Promise<void>
  /** Ends the process immediately. Pages that it is rendering are lost. */
  stop(): Promise<void>
}

/**
 * Starts a separate process that renders pages, so that pages cannot delay the API. The process is restarted if it dies, and it
 * exits when this process does, for any reason.
 * @param script the script to run: the bundle of `server/entrances/programs/pages.ts`.
 */
export function startPages(script: string): PagesProcess {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-pages-'))
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
      const started = fork(script, [socket], { execArgv: [], stdio: [...childStdio] })
      child = started
      forwardOutput(child)
      shareAcceptance(child)
      yieldToApi(child)
      child.on('message', (message: ToPrimary) => {
        if (message !== 'prepared') return
        wasPrepared = true
        meterChild(started, 'pages')
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
      if (!wasPrepared) return reject(new Error('The pages could not be started.', { cause: error }))
      logError('restarting the process that renders the pages', { error })
      telemetry.value?.count('restarts', { 'pinref.process': 'pages', 'pinref.cause': 'death' })
      restart = setTimeout(launch, restartDelayMs)
    }

    launch()
  })
  // Callers of `prepared` get the error. Without this handler, an unhandled rejection would end the process.
  prepared.catch(() => {})

  return {
    socket,
    prepared,
    async stop() {
      isStopping = true
      clearTimeout(restart)
      if (isRunning(child)) {
        const exited = once(child, 'exit')
        // A process that is still loading has nothing to finish.
        if (!wasPrepared) child.kill('SIGKILL')
        else if (child.connected) child.disconnect()
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
function yieldToApi({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has already ended, or the system does not allow it.
  }
}
