import cluster from 'node:cluster'
import { logError } from '@/server/observability/log-error'
import { withTimeout } from '@/server/runtime/with-timeout'
import type { ToPrimary, ToWorker } from './messages'
import { outputToHere, writeOn } from './output'
import type { PagesProcess } from './pages-process'

/** How long a worker may take until it takes calls. */
const startTimeoutMs = 120_000

/** How long a worker may take to end: longer than all that it may wait for then. */
const stopTimeoutMs = 30_000

/** A process that answers calls. */
export interface WorkerProcess {
  /** Draws the pages that it is asked for. */
  pages: PagesProcess
  /** Waits until it takes calls; the port. @throws WorkerEnded; an Error where it takes too long, and it is killed then. */
  listening: Promise<number>
  /** Waits until it has ended. */
  ended: Promise<WorkerEnded>
  /** Lets it finish the calls in flight, and waits until it has ended. */
  stop(): Promise<void>
}

/** A worker that has ended, or could not be started. */
export class WorkerEnded extends Error {
  /** Whether it has said why, on standard error. */
  readonly hasSaidWhy: boolean

  constructor(how: string | number, cause?: Error) {
    super(`a worker ended with ${how}`, { cause })
    this.hasSaidWhy = how === 1
  }
}

/**
 * Starts a worker, which shares the port with all others: this process takes the connections and hands them to its workers by
 * turns. A worker ends with this process, however this one ends.
 * @param script what it runs: the bundle of `server/worker.ts`.
 */
export function startWorker(script: string, pages: PagesProcess): WorkerProcess {
  cluster.setupPrimary({ exec: script, args: [pages.socket], stdio: [...outputToHere] })
  const worker = cluster.fork()
  const { process: child } = worker
  writeOn(child)

  const ended = new Promise<WorkerEnded>((resolve) => {
    // By then all that it has written is here, too.
    child.once('close', (code, signal) => resolve(new WorkerEnded(signal ?? code ?? 'no code')))
    // One that could not be started does not close.
    worker.on('error', (error) => {
      if (child.pid === undefined) resolve(new WorkerEnded('an error', error))
    })
  })
  const taken = new Promise<number>((resolve, reject) => {
    worker.once('listening', ({ port }) => resolve(port))
    void ended.then(reject)
  })
  const listening = withTimeout(taken, startTimeoutMs, () => new Error('a worker took too long to start'))
  listening.catch(() => child.kill('SIGKILL'))

  function tell(message: ToWorker) {
    // One that has gone need not hear it.
    if (worker.isConnected()) worker.send(message, () => {})
  }
  // Before it listens it does not hear.
  const tellOfPages = () => tell('pages are prepared')
  Promise.all([pages.prepared, listening]).then(tellOfPages, () => {})
  worker.on('message', (message: ToPrimary) => {
    // Messages keep their order: when it hears this, every connection that it was handed has arrived.
    if (message === 'stopped listening') tell('no more connections')
  })

  return {
    pages,
    listening,
    ended,
    async stop() {
      child.kill('SIGTERM')
      await withTimeout(ended, stopTimeoutMs, () => new Error('it took too long to end')).catch((error: Error) => {
        logError('a worker was killed', { error })
        child.kill('SIGKILL')
      })
      await ended
    },
  }
}
