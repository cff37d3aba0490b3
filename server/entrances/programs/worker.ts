import '../http/preload'
import cluster from 'node:cluster'
import { setFlagsFromString } from 'node:v8'
import { startDailyTimer } from '../../features/account-data/daily'
import { startWatchTimer } from '../../features/watchlists/schedule'
import { finishRefunds } from '../../metering/access/refund'
import { followAcceptance, successor, type ToPrimary, waitForMessage } from '../../platform/cluster/between-processes'
import { answerWithMetrics, sendMetrics } from '../../platform/cluster/metrics'
import { flushLog, log } from '../../platform/observability/logger'
import { announceFault, writeErrorsAsJson } from '../../platform/observability/standard-error'
import { startTelemetry, stopTelemetry } from '../../platform/observability/telemetry'
import { stopQueue } from '../../platform/queue/queue'
import { finishWork } from '../../platform/runtime/after-answer'
import { stopping as stoppingSignal } from '../../platform/runtime/per-process'
import { env, workerCount } from '../../platform/settings/env'
import { stateOf } from '../../platform/store/state-names'
import { store } from '../../platform/store/store'
import { probeStore } from '../../platform/store/store-state'
import { boundConnections } from '../http/connections'
import { listen } from '../http/listen'
import { nodeHost } from '../http/node-host'
import { createNodeServer, drain } from '../http/node-server'
import { proxySite } from '../http/site-proxy'
import { prepareStore, startQueueLater } from '../http/start'

// Node's message objects live just long enough to be promoted to the old space. V8 lets this space grow to four times
// its live size before it collects garbage. Two and a half times is enough and saves about 80 MB at nearly the same
// speed.
setFlagsFromString('--heap-growing-percent=150')

/** The maximum number of connections that all workers together hold open. */
const maxConnections = 10_000

/** The unix sockets of the site processes. A worker started alone, for measurements, has none. */
const sockets = process.argv.slice(2)

/**
 * Handles the API's calls, and forwards requests for pages, and calls that need a session or a grant, to the site
 * processes. better-auth must not run in this process: `AsyncLocalStorage`, which it needs, makes every later call
 * slower. A worker started alone handles all calls, but renders no pages.
 */
async function main() {
  writeErrorsAsJson()
  // When a terminal closes, it signals all processes. The primary decides how to handle this.
  process.on('SIGHUP', () => {})
  const settings = env()
  // The primary may send this at any time.
  const prepared = waitForMessage('site is prepared')
  // From here on, EPIPE on stdout must not end the process.
  log()
  if (cluster.isWorker) await followAcceptance()
  const { close: closeStore, guard } = await store()
  guard.onChange((isRefused) => {
    if (isRefused) cluster.worker?.send('store refused' satisfies ToPrimary)
  })
  // The primary has already done this, but a restart may have switched to a later build.
  await prepareStore(!cluster.isWorker)
  await startTelemetry()
  answerWithMetrics(async () => stateOf(await probeStore()))

  const stopping = new AbortController()
  stoppingSignal.value = stopping.signal
  const site = proxySite({ sockets, prepared }, stopping.signal)
  const calls = sockets.length > 0 ? site : null
  const server = createNodeServer(nodeHost(site, stopping.signal, calls))
  const open = boundConnections(server, Math.ceil(maxConnections / workerCount(settings)))
  if (process.env[successor]) await prepared
  // The API's calls are handled from here on. Other requests wait until the site is prepared.
  await listen(server, settings.PORT, settings.HOSTNAME)
  startDailyTimer(stopping.signal)
  startWatchTimer(stopping.signal)
  startQueueLater()

  /** Ends this process after it has finished the calls and pages in flight and flushed its buffers. */
  async function leave() {
    if (stopping.signal.aborted) return
    stopping.abort()
    await Promise.all([drain(server, open), noMoreConnections(), stopQueue()])
    await Promise.all([finishRefunds(), finishWork()])
    await closeStore()
    await sendMetrics()
    await stopTelemetry()
    await flushLog()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void leave().catch(fail))
}

/** Waits until no more connections can be on their way to this worker, which has stopped listening. */
async function noMoreConnections(): Promise<void> {
  const confirmation = waitForMessage('no more connections')
  cluster.worker?.send('stopped listening' satisfies ToPrimary)
  await confirmation
}

function fail(error: Error): never {
  announceFault(error.message)
  process.exit(1)
}

main().catch(fail)
