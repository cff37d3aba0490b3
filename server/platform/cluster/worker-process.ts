import cluster from 'node:cluster'
import { logError } from '@/server/platform/observability/logger'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { childStdio, forwardOutput, shareAcceptance, type ToPrimary, type ToWorker } from './between-processes'
import { meterChild } from './metrics'
import type { PagesProcess } from './pages-process'

/** How long a worker may take to start accepting calls. */
const startTimeoutMs = 120_000

/** How long a worker may take to exit: longer than any wait during its exit. */
const stopTimeoutMs = 30_000

/**
 * Makes the C library of most Linux systems (glibc) return the memory of large buffers to the system when they are freed. By
 * default, glibc retains more and more of that memory for later buffers: 100 MB after several minutes of multi-megabyte
 * bodies.
 * @see https://man7.org/linux/man-pages/man3/mallopt.3.html
 */
const returnMemory = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

/** A process that handles calls. */
export interface WorkerProcess {
  /** The process that renders pages for this worker. */
  pages: PagesProcess
  /**
   * Resolves with the port when the worker accepts calls.
   * @throws WorkerEnded; Error if it takes too long and is killed.
   */
  listening: Promise<number>
  /** Resolves when the worker has exited. */
  ended: Promise<WorkerEnded>
  /** Lets the worker finish the calls in flight and waits until it has exited. */
  stop(): Promise<void>
}

/** The error for a worker that has exited or could not be started. */
export class WorkerEnded extends Error {
  /** Whether the worker has written the reason to standard error. */
  readonly isReported: boolean

  constructor(how: string | number, cause?: Error) {
    super(`a worker exited with ${how}`, { cause })
    this.isReported = how === 1
  }
}

/**
 * Starts a worker. All workers share one port: this process accepts the connections and passes them to the workers in turn. A
 * worker exits when this process does, for any reason.
 * @param script the script to run: the bundle of `server/entrances/programs/worker.ts`.
 */
export function startWorker(script: string, pages: PagesProcess): WorkerProcess {
  cluster.setupPrimary({ exec: script, args: [pages.socket], stdio: [...childStdio] })
  const worker = cluster.fork({ ...returnMemory, ...process.env })
  const { process: child } = worker
  forwardOutput(child)
  shareAcceptance(child)

  const ended = new Promise<WorkerEnded>((resolve) => {
    // Unlike `exit`, `close` comes after all of the worker's output has arrived.
    child.once('close', (code, signal) => resolve(new WorkerEnded(signal ?? code ?? 'no code')))
    // A worker that could not be started emits no `close`.
    worker.on('error', (error) => {
      if (child.pid === undefined) resolve(new WorkerEnded('an error', error))
    })
  })
  const portOpened = new Promise<number>((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port))
    void ended.then(reject)
  })
  const listening = withTimeout(portOpened, startTimeoutMs, () => new Error('a worker took too long to start'))
  listening.catch(() => child.kill('SIGKILL'))

  function send(message: ToWorker) {
    // A disconnected worker does not need the message.
    if (worker.isConnected()) worker.send(message, () => {})
  }
  // Only a listening worker handles messages.
  void listening.then(() => meterChild(child, 'worker')).catch(() => {})
  const announcePages = () => send('pages are prepared')
  Promise.all([pages.prepared, listening]).then(announcePages, () => {})
  worker.on('message', (message: ToPrimary) => {
    // Messages arrive in order, so when the worker gets this one, it already has every connection that was passed to
    // it.
    if (message === 'stopped listening') send('no more connections')
  })

  return {
    pages,
    listening,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await withTimeout(ended, stopTimeoutMs, () => new Error('it took too long to exit')).catch((error: Error) => {
        logError('a worker was killed', { error })
        child.kill('SIGKILL')
      })
      await ended
    },
  }
}
