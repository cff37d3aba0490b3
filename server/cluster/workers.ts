import { logError } from '@/server/observability/log-error'
import type { PagesProcess } from './pages-process'
import type { WorkerProcess } from './worker-process'

/** How long a worker that died is missed at first; twice as long each time it dies again soon after. */
const leastPauseMs = 100
const mostPauseMs = 10_000

/** A worker that has lived so long did not die of its start. */
const soundMs = 60_000

/** The workers of a server. */
export interface Workers {
  /** Starts the first, and all others once it takes calls. Answers the port. @throws WorkerEnded where the first cannot start. */
  start(count: number): Promise<number>
  /** Replaces one after the other, each once its successor takes calls. @throws where a successor does not come to that. */
  replaceAll(): Promise<void>
  /** Whether any of them shows pages of this process. */
  show(pages: PagesProcess): boolean
  /** Lets all finish the calls in flight, and waits until they have ended. */
  stop(): Promise<void>
}

/** One of the workers, whichever process that is at the time. */
interface Place {
  worker: WorkerProcess
  pauseMs: number
  restart?: NodeJS.Timeout
}

/** Keeps workers running: one that dies is started again. */
export function createWorkers(startOne: () => WorkerProcess): Workers {
  const places: Place[] = []
  /** Those that are starting or ending included. */
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
      if (performance.now() - startedMs > soundMs) place.pauseMs = leastPauseMs
      place.restart = setTimeout(() => put(launch(), place), place.pauseMs)
      place.pauseMs = Math.min(2 * place.pauseMs, mostPauseMs)
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
        await worker.stop()
      }
    },
    show: (pages) => [...running].some((worker) => worker.pages === pages),
    async stop() {
      isStopping = true
      for (const { restart } of places) clearTimeout(restart)
      await Promise.all([...running].map((worker) => worker.stop()))
    },
  }
}
