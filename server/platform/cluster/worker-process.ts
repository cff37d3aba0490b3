import cluster from 'node:cluster'
import { logError } from '@/server/platform/observability/logger'
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
import type { Site } from './site-process'

/** How long a worker may take to start accepting calls. */
const startTimeoutMs = 120_000

/** How long a worker may take to exit: longer than any wait during its exit. */
const stopTimeoutMs = 40_000

/** A process that accepts connections and handles the API's calls. */
export interface WorkerProcess {
  /** The site processes that this worker forwards to. */
  site: Site
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
 * @param isSuccessor whether the worker replaces another one. It then accepts calls only once the site is prepared.
 */
export function startWorker(script: string, site: Site, isSuccessor: boolean): WorkerProcess {
  cluster.setupPrimary({ exec: script, args: [...site.sockets], stdio: [...childStdio] })
  const worker = cluster.fork({ ...returnMemory, ...process.env, ...(isSuccessor && { [successor]: 'true' }) })
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
  function announceSite() {
    site.prepared.then(
      () => send('site is prepared'),
      () => {},
    )
  }
  // An earlier release's worker would miss the first announcement.
  listening.then(announceSite, () => {})
  worker.on('message', (message: ToPrimary) => {
    if (message === 'which store') announceSite()
    // Messages arrive in order, so when the worker gets this one, it already has every connection that was passed to
    // it.
    if (message !== 'stopped listening') return
    send('no more connections')
    site.endWaits()
  })

  return {
    site,
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
