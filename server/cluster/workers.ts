import { logError } from '@/server/observability/log-error'
import { telemetry } from '@/server/observability/telemetry'
import type { PagesProcess } from './pages-process'
import type { WorkerProcess } from './worker-process'

/** The delay before a dead worker is restarted. It doubles, up to the maximum, each time the worker dies soon after. */
const leastPauseMs = 100
const maxPauseMs = 10_000

/** A worker that ran this long did not die because of its start, so the delay is reset to the minimum. */
const soundMs = 60_000

/** The workers of a server. */
export interface Workers {
  /** Starts the first worker, then the others once it accepts calls. Returns the port. @throws WorkerEnded if the first fails. */
  start(count: number): Promise<number>
  /** Replaces the workers one by one, each once its successor accepts calls. @throws if a successor fails to start. */
  replaceAll(): Promise<void>
  /** Whether any worker uses this pages process. */
  isInUse(pages: PagesProcess): boolean
  /** Lets all workers finish the calls in flight and waits until they have exited. */
  stop(): Promise<void>
}

/** A position among the workers. Its process changes when the worker is restarted or replaced. */
interface Place {
  worker: WorkerProcess
  pauseMs: number
  restart?: NodeJS.Timeout
}

/** Keeps workers running by restarting those that die. */
export function createWorkers(startOne: () => WorkerProcess): Workers {
  const places: Place[] = []
  /** Includes workers that are starting or exiting. */
  const running = new Set<WorkerProcess>()
  let isStopping = false

  function launch(): WorkerProcess {
    const worker = startOne()
    running.add(worker)
    void worker.ended.then(() => running.delete(worker))
    return worker
  }

  function put(worker: WorkerProcess, place: Place): void {
    place.worker = worker
    clearTimeout(place.restart)
    const startedMs = performance.now()
    void worker.ended.then((error) => {
      if (isStopping || place.worker !== worker) return
      logError('a worker is started again', { error })
      telemetry.value?.count('restarts', { 'pinref.process': 'worker', 'pinref.cause': 'death' })
      if (performance.now() - startedMs > soundMs) place.pauseMs = leastPauseMs
      place.restart = setTimeout(() => put(launch(), place), place.pauseMs)
      place.pauseMs = Math.min(2 * place.pauseMs, maxPauseMs)
    })
  }

  function add(worker: WorkerProcess): void {
    const place: Place = { worker, pauseMs: leastPauseMs }
    places.push(place)
    put(worker, place)
  }

  return {
    async start(count) {
      const first = launch()
      const port = await first.listening
      add(first)
      while (places.length < count) add(launch())
      return port
    },
    async replaceAll() {
      for (const place of places) {
        const successor = launch()
        await successor.listening
        const { worker } = place
        put(successor, place)
        telemetry.value?.count('restarts', { 'pinref.process': 'worker', 'pinref.cause': 'reload' })
        await worker.stop()
      }
    },
    isInUse: (pages) => [...running].some((worker) => worker.pages === pages),
    async stop() {
      isStopping = true
      for (const { restart } of places) clearTimeout(restart)
      await Promise.all([...running].map((worker) => worker.stop()))
    },
  }
}
