import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { logError } from '@/server/observability/log-error'
import { announce } from '@/server/observability/logger'
import { telemetry } from '@/server/observability/telemetry'
import { withTimeout } from '@/server/runtime/with-timeout'
import { startPages } from './pages-process'
import { startWorker } from './worker-process'
import { createWorkers } from './workers'

/** How long the new pages process may take to start during a restart. */
const pagesTimeoutMs = 120_000

/** All processes that the primary (this process) starts and supervises. */
export interface Cluster {
  /**
   * Starts the workers, waits until they accept calls and pages can be rendered, and returns the port. @throws Error if it fails.
   */
  start(): Promise<number>
  /**
   * Replaces all processes one by one without losing a call, and reports the outcome. Requests during a restart run afterward.
   */
  restart(): Promise<void>
  /** Lets all processes finish the calls in flight and waits until they have exited. */
  stop(): Promise<void>
}

/** Is notified when a restart begins and when it ends, with the fault if the old processes keep running. */
export interface RestartWatcher {
  onBegin(): Promise<void>
  onEnd(fault: Error | null): Promise<void>
}

/** Creates the cluster and immediately starts loading the pages, which takes longest and depends on nothing else. */
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
 * Returns the path of a program in the current build. It is next to the program that this process was started with, under the
 * path given at start, which leads through symbolic links that a later build replaces.
 */
const programOf = (name: string) => realpathSync(join(dirname(process.argv[1] ?? ''), name))
