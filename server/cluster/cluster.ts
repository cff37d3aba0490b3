import { realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { logError } from '@/server/observability/log-error'
import { withTimeout } from '@/server/runtime/with-timeout'
import { startPages } from './pages-process'
import { startWorker } from './worker-process'
import { createWorkers } from './workers'

/** How long the pages of a restart may take until they can be drawn. */
const pagesTimeoutMs = 120_000

/** All processes that this one, the primary, starts and looks after. */
export interface Cluster {
  /** Starts the workers; waits until calls are taken and pages can be drawn. Answers the port. @throws Error where it cannot. */
  start(): Promise<number>
  /** Replaces all processes, one after the other, without losing a call. One that is asked for meanwhile follows. */
  restart(): Promise<void>
  /** Lets all finish what is in flight, and waits until they have ended. */
  stop(): Promise<void>
}

/** Starts to load the pages, which takes longest and needs nothing. */
export function createCluster(count: number): Cluster {
  let script = programOf('worker.js')
  let pages = startPages(programOf('pages.js'))
  const allPages = new Set([pages])
  const workers = createWorkers(() => startWorker(script, pages))
  let started: Promise<number> | undefined
  let isAsked = false
  let isRestarting = false
  let isStopping = false

  /** Replaces everything once. Where a new process does not start, those stay that would have been replaced from there on. */
  async function replaceAll(): Promise<void> {
    const before = { script, pages }
    let isWhole = false
    try {
      const next = { script: programOf('worker.js'), pages: startPages(programOf('pages.js')) }
      allPages.add(next.pages)
      await withTimeout(next.pages.prepared, pagesTimeoutMs, () => new Error('the pages took too long to start'))
      ;({ script, pages } = next)
      await workers.replaceAll()
      isWhole = true
    } catch (error) {
      if (isStopping) return
      logError('the restart failed; the old processes keep running', { error })
      if (!workers.show(pages)) ({ script, pages } = before)
    }
    await stopUnused()
    if (isWhole) process.stdout.write('Pinref has restarted\n')
  }

  async function stopUnused(): Promise<void> {
    for (const one of allPages) {
      if (one === pages || workers.show(one)) continue
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
      isAsked = true
      if (isRestarting) return
      isRestarting = true
      await started
      while (isAsked && !isStopping) {
        isAsked = false
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
 * A program of the build that is the current one now: beside the program that was started, by the path that it was started by. On
 * that path are symbolic links, which a later build replaces.
 */
const programOf = (name: string) => realpathSync(join(dirname(process.argv[1] ?? ''), name))
