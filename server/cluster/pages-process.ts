import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { logError } from '@/server/observability/log-error'
import { withTimeout } from '@/server/runtime/with-timeout'
import { outputToHere, writeOn } from './output'

/** How long the pages are away after their process has died. */
const restartDelayMs = 500

/** How long the process may take to end once it is told to. */
const stopTimeoutMs = 2_000

/** The process that draws the pages. */
export interface PagesProcess {
  /** The unix socket that it listens on; nothing is there while it is away. */
  socket: string
  /** Waits until it can draw. @throws Error where it ends before it ever could. */
  prepared: Promise<void>
  /** Ends it at once: pages that it is drawing are lost. */
  stop(): Promise<void>
}

/**
 * Draws the pages in a process of their own, so that they cannot hold up the API. It is started again when it dies, and ends
 * with this process, however this one ends.
 * @param script what it runs: the bundle of `server/pages.ts`.
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
      // The switches that node was started with (a debugger's port, say) are not for it.
      const started = fork(script, [socket], { execArgv: [], stdio: [...outputToHere] })
      child = started
      writeOn(child)
      yieldToApi(child)
      child.once('message', () => {
        wasPrepared = true
        resolve()
      })
      // One that could not be started has no `exit`.
      child.on('error', (error) => {
        if (started.pid === undefined) ended(error)
      })
      child.once('exit', (code, signal) => ended(new Error(`it ended with ${signal ?? code}`)))
    }

    function ended(error: Error) {
      if (isStopping) return
      if (!wasPrepared) return reject(new Error('The pages could not be started.', { cause: error }))
      logError('the process that draws the pages is started again', { error })
      restart = setTimeout(launch, restartDelayMs)
    }

    launch()
  })
  // It is told where somebody waits for it.
  prepared.catch(() => {})

  return {
    socket,
    prepared,
    async stop() {
      isStopping = true
      clearTimeout(restart)
      if (isRunning(child)) {
        const exited = once(child, 'exit')
        // One that is still loading has nothing to finish.
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

/** Lets the API go first where both want the processor. The threads that the process makes later inherit this. */
function yieldToApi({ pid }: ChildProcess): void {
  try {
    if (pid) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
