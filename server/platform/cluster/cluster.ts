import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { announce, logError } from '@/server/platform/observability/logger'
import { telemetry } from '@/server/platform/observability/telemetry'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { type PagesProcess, startPages } from './pages-process'
import { startWorker, type WorkerProcess } from './worker-process'

/** How long the new pages process may take to start during a restart. */
const pagesTimeoutMs = 120_000

/** All processes that the primary (this process) starts and supervises. */
export interface Cluster {
  /**
   * Starts the workers, waits until they accept calls and pages can be rendered, and returns the port. @throws Error if
   * the cluster fails to start.
   */
  start(): Promise<number>
  /**
   * Replaces all processes one by one without losing a call, and reports the outcome. Restarts requested during a
   * restart run after it.
   */
  restart(): Promise<void>
  /** Lets all processes finish the calls in flight and waits until they have exited. */
  stop(): Promise<void>
}

/** Gets notified when a restart begins and when it ends, along with the error if the old processes keep running. */
export interface RestartWatcher {
  onBegin(): Promise<void>
  onEnd(fault: Error | null): Promise<void>
}

/**
 * Creates the cluster and immediately starts loading the pages, because this takes the longest and depends on nothing
 * else.
 */
export function createCluster(count: number, watcher: RestartWatcher): Cluster {
  let script = programOf('worker.js')
  let pages = startPages(programOf('pages.js'))
  const allPages = new Set([pages])
  const workers = createWorkers(() => startWorker(script, pages))
  let started: Promise<number> | undefined
  let isRequested = false
  let isRestarting = false
  let isStopping = false

  /** Replaces every process once. If a new process does not start, the old ones not yet replaced keep running. */
  async function replaceAll(): Promise<void> {
    const before = { script, pages }
    let fault: Error | null = null
    await watcher.onBegin()
    try {
      const next = { script: programOf('worker.js'), pages: startPages(programOf('pages.js')) }
      allPages.add(next.pages)
      await withTimeout(next.pages.prepared, pagesTimeoutMs, () => new Error('the pages took too long to start'))
      ;({ script, pages } = next)
      telemetry.value?.count('restarts', { 'pinref.process': 'pages', 'pinref.cause': 'reload' })
      await workers.replaceAll()
    } catch (error) {
      if (isStopping) return
      fault = error instanceof Error ? error : new Error(String(error))
      logError('the restart failed; the old processes keep running', { error })
      if (!workers.isInUse(pages)) ({ script, pages } = before)
    }
    await stopUnused()
    if (fault === null) announce('Pinref has restarted')
    await watcher.onEnd(fault)
  }

  async function stopUnused(): Promise<void> {
    for (const one of allPages) {
      if (one === pages || workers.isInUse(one)) continue
      allPages.delete(one)
      await one.stop()
    }
  }

  async function startAll(): Promise<number> {
    const port = await workers.start(count)
    await pages.prepared
    return port
  }

  return {
    start() {
      started = startAll()
      return started
    },
    async restart() {
      isRequested = true
      if (isRestarting) return
      isRestarting = true
      await started
      while (isRequested && !isStopping) {
        isRequested = false
        await replaceAll()
      }
      isRestarting = false
    },
    async stop() {
      isStopping = true
      await workers.stop()
      await Promise.all([...allPages].map((one) => one.stop()))
    },
  }
}

/**
 * Returns the path of a program in the current build. The program is next to the one that this process runs. The path
 * given at startup contains symbolic links, which a later build replaces.
 */
const programOf = (name: string) => realpathSync(join(dirname(process.argv[1] ?? ''), name))

/**
 * The delay before a dead worker is restarted. The delay doubles, up to the maximum, each time the worker dies soon
 * after a restart.
 */
const leastPauseMs = 100
const maxPauseMs = 10_000

/** If a worker ran this long, its startup did not cause its death, so the delay is reset to the minimum. */
const soundMs = 60_000

/** The workers of a server. */
interface Workers {
  /**
   * Starts the first worker, then the others once it accepts calls. Returns the port.
   * @throws WorkerEnded if the first worker fails.
   */
  start(count: number): Promise<number>
  /**
   * Replaces the workers one by one. Each one is stopped once its successor accepts calls.
   * @throws if a successor fails to start.
   */
  replaceAll(): Promise<void>
  /** Whether any worker uses this pages process. */
  isInUse(pages: PagesProcess): boolean
  /** Lets all workers finish the calls in flight and waits until they have exited. */
  stop(): Promise<void>
}

/** A slot for a worker. The slot's process changes when the worker is restarted or replaced. */
interface Place {
  worker: WorkerProcess
  pauseMs: number
  restart?: NodeJS.Timeout
}

/** Keeps workers running by restarting the ones that die. */
function createWorkers(startOne: () => WorkerProcess): Workers {
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
      logError('restarting a worker', { error })
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
