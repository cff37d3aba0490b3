import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { announce, logError } from '@/server/platform/observability/logger'
import { telemetry } from '@/server/platform/observability/telemetry'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { type Site, startSite } from './site-process'
import { startWorker, type WorkerProcess } from './worker-process'

/** How long the new site processes may take to start during a restart. */
const siteTimeoutMs = 120_000

/** All processes that the primary (this process) starts and supervises. */
export interface Cluster {
  /**
   * Starts the workers, waits until they accept calls and the site is prepared, and returns the port. Called once the
   * store is prepared. @throws Error if the cluster fails to start.
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

/** How many processes of each kind a server has, besides its primary. */
interface ProcessCounts {
  workers: number
  site: number
}

/**
 * Creates the cluster and immediately starts the site processes, because loading pages takes the longest and depends on
 * nothing else.
 */
export function createCluster(counts: ProcessCounts, watcher: RestartWatcher): Cluster {
  let announceStore = () => {}
  const storePrepared = new Promise<void>((resolve) => {
    announceStore = resolve
  })
  const newSite = (isSuccessor: boolean) => startSite(programOf('site.js'), counts.site, storePrepared, isSuccessor)
  let script = programOf('worker.js')
  let site = newSite(false)
  const sites = new Set([site])
  const workers = createWorkers(() => startWorker(script, site, false))
  let started: Promise<number> | undefined
  let isRequested = false
  let isRestarting = false
  let isStopping = false

  /** Replaces every process once. If a new process does not start, the old ones not yet replaced keep running. */
  async function replaceAll(): Promise<void> {
    const before = { script, site }
    let fault: Error | null = null
    await watcher.onBegin()
    try {
      const next = { script: programOf('worker.js'), site: newSite(true) }
      sites.add(next.site)
      const slow = () => new Error('the site took too long to start')
      await workers.replaceAll({
        start: () => startWorker(next.script, next.site, true),
        prepared: withTimeout(next.site.prepared, siteTimeoutMs, slow),
        onReady() {
          if (site === next.site) return
          ;({ script, site } = next)
          for (const _ of site.sockets) {
            telemetry.value?.count('restarts', { 'pinref.process': 'site', 'pinref.cause': 'reload' })
          }
        },
      })
    } catch (error) {
      if (isStopping) return
      fault = error instanceof Error ? error : new Error(String(error))
      logError('the restart failed; the old processes keep running', { error })
      if (!workers.isInUse(site)) ({ script, site } = before)
    }
    await stopUnused()
    if (fault === null) announce('Pinref has restarted')
    await watcher.onEnd(fault)
  }

  async function stopUnused(): Promise<void> {
    for (const one of sites) {
      if (one === site || workers.isInUse(one)) continue
      sites.delete(one)
      await one.stop()
    }
  }

  async function startAll(): Promise<number> {
    announceStore()
    const port = await workers.start(counts.workers)
    await site.prepared
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
      await Promise.all([...sites].map((one) => one.stop()))
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
   * Replaces the workers one by one. Each one is stopped once its successor accepts calls, and the next successor
   * starts while it finishes its calls, so there are at most two more workers than usual.
   * @throws if a successor fails to start.
   */
  replaceAll(next: Successors): Promise<void>
  /** Whether any worker forwards to these site processes. */
  isInUse(site: Site): boolean
  /** Lets all workers finish the calls in flight and waits until they have exited. */
  stop(): Promise<void>
}

/** The workers to replace others with. */
interface Successors {
  start(): WorkerProcess
  /** Resolves when the site that they forward to is prepared. They start before that, but do not listen. */
  prepared: Promise<void>
  /** Called each time before one of them replaces another worker. */
  onReady(): void
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

  function launch(start = startOne): WorkerProcess {
    const worker = start()
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
    async replaceAll({ start, prepared, onReady }) {
      let drained = Promise.resolve()
      for (const place of places) {
        const successor = launch(start)
        try {
          await Promise.all([prepared, successor.listening])
        } catch (error) {
          await Promise.all([successor.stop(), drained])
          throw error
        }
        await drained
        onReady()
        const { worker } = place
        put(successor, place)
        telemetry.value?.count('restarts', { 'pinref.process': 'worker', 'pinref.cause': 'reload' })
        drained = worker.stop()
      }
      await drained
    },
    isInUse: (site) => [...running].some((worker) => worker.site === site),
    async stop() {
      isStopping = true
      for (const { restart } of places) clearTimeout(restart)
      await Promise.all([...running].map((worker) => worker.stop()))
    },
  }
}
