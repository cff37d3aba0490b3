import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { finishRefunds } from './access/refund'
import { env } from './env'
import { listen } from './http/listen'
import { nodeHost } from './http/node-host'
import { createNodeServer } from './http/node-server'
import { passOnTo } from './http/pages'
import { type PagesProcess, startPages } from './http/pages-process'
import { prepareStore } from './http/prepare-store'
import { flushLog, log } from './observability/logger'
import { startTelemetry, stopTelemetry } from './observability/telemetry'
import { finishWork } from './runtime/after-answer'
import { store } from './store/store'

// Node's messages live just long enough to be promoted to the old space, and V8 lets that grow to four times its live size
// before it collects. Two and a half times is enough: some eighty megabytes less, at nearly the same speed.
setFlagsFromString('--heap-growing-percent=150')

/** How long calls in flight may take to finish once the process is told to stop. */
const drainTimeoutMs = 10_000

/** Serves the API itself and hands everything else to the process that draws the pages; see "How it is built" in the README. */
async function main() {
  const settings = env()
  // From here on EPIPE on stdout must not end the process.
  log()
  const { close: closeStore } = await store()
  await prepareStore()
  await startTelemetry()

  const pages = startPages(fileURLToPath(new URL('pages.js', import.meta.url)))
  const stopping = new AbortController()
  const server = createNodeServer(nodeHost(passOnTo(pages, stopping.signal), stopping.signal))
  // Calls are answered from here on; pages wait until they can be drawn.
  const at = await listen(server, settings.PORT, settings.HOSTNAME)
  stopOnSignal(stopping, server, pages, closeStore)
  await pages.prepared
  process.stdout.write(`Pinref is at ${at}\n`)
}

/** Shuts down on a signal: calls and pages in flight are answered, and what is still buffered is written. */
function stopOnSignal(stopping: AbortController, server: Server, pages: PagesProcess, closeStore: () => Promise<void>) {
  async function stop() {
    if (stopping.signal.aborted) return
    stopping.abort()
    const closed = new Promise((resolve) => server.close(resolve))
    // Kept-alive connections would otherwise stay open after their last answer.
    const idle = setInterval(() => server.closeIdleConnections(), 50)
    const cut = setTimeout(() => server.closeAllConnections(), drainTimeoutMs)
    await closed
    clearInterval(idle)
    clearTimeout(cut)
    await pages.stop()
    await Promise.all([finishRefunds(), finishWork()])
    await closeStore()
    await stopTelemetry()
    await flushLog()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop().catch(fail))
}

function fail(error: Error): never {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

main().catch(fail)
