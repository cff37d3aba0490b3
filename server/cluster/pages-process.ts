import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { logError } from '@/server/observability/log-error'
import { telemetry } from '@/server/observability/telemetry'
import { withTimeout } from '@/server/runtime/with-timeout'
import { meterChild } from './metrics'
import { childStdio, forwardOutput } from './output'

/** How long to wait before a pages process that died is started again. */
const restartDelayMs = 500

/** How long the process may take to end after it is told to stop. */
const stopTimeoutMs = 2_000

/** The process that draws the pages. */
export interface PagesProcess {
  /** The unix socket that it listens on. Nothing listens there while the process is down. */
  socket: string
  /** Resolves when the process can draw pages. @throws Error if it ends before that. */
  prepared: Promise<void>
  /** Ends the process at once. Pages that it is drawing are lost. */
  stop(): Promise<void>
}

/**
 * Starts a separate process for drawing pages, so that pages cannot hold up the API. The process is started again if it dies,
 * and it ends when this process ends, however that happens.
 * @param script the script to run: the bundle of `server/pages.ts`.
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
      yieldToApi(child)
      // Its first message says that it is prepared.
      child.once('message', () => {
        wasPrepared = true
        meterChild(started, 'pages')
        resolve()
      })
      // A process that could not be started emits no `exit`.
      child.on('error', (error) => {
        if (started.pid === undefined) ended(error)
      })
      child.once('exit', (code, signal) => ended(new Error(`it ended with ${signal ?? code}`)))
    }

    function ended(error: Error) {
      if (isStopping) return
      if (!wasPrepared) return reject(new Error('The pages could not be started.', { cause: error }))
      logError('the process that draws the pages is started again', { error })
      telemetry.value?.count('restarts', { 'pinref.process': 'pages', 'pinref.cause': 'death' })
      restart = setTimeout(launch, restartDelayMs)
    }

    launch()
  })
  // Whoever awaits `prepared` gets the error. Without this handler a rejection that nobody awaits would end the process.
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
        await withTimeout(exited, stopTimeoutMs, () => new Error('it does not end')).catch(() => child.kill('SIGKILL'))
      }
      process.off('exit', removeFolder)
      removeFolder()
    },
  }
}

const isRunning = ({ pid, exitCode, signalCode }: ChildProcess) =>
  pid !== undefined && exitCode === null && signalCode === null

/** Lets the API go first when both want the processor. Threads that the process creates later inherit the priority. */
function yieldToApi({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The process has already ended, or the system does not allow it.
  }
}
