import { closeSync, openSync } from 'node:fs'
import type { Meter } from '@opentelemetry/api'
import { version } from '@/package.json'
import { createCluster } from '../../platform/cluster/cluster'
import { collectMetrics, exposition, processesOfRound, storeFaultsOfRound } from '../../platform/cluster/metrics'
import { createNotify, removeOutcome, watchRestarts } from '../../platform/cluster/restarts'
import { WorkerEnded } from '../../platform/cluster/worker-process'
import { announce, flushLog, log } from '../../platform/observability/logger'
import { announceFault, writeErrorsAsJson } from '../../platform/observability/standard-error'
import { startTelemetry, stopTelemetry } from '../../platform/observability/telemetry'
import { stopQueue } from '../../platform/queue/queue'
import { readEnvFiles } from '../../platform/runtime/env-files'
import { nodeWarning } from '../../platform/runtime/node-version'
import { buildName, env, workerCount } from '../../platform/settings/env'
import { store } from '../../platform/store/store'
import { urlAt } from '../http/listen'
import { createServerGauges, serveMetrics } from '../http/metrics'
import { prepareStore, printSetup } from '../http/start'

let isStopping = false

/**
 * The primary: holds the port and the store, and starts the workers, which handle the API's calls, and the site processes,
 * which render pages and handle calls that need a session. The primary handles no calls itself.
 */
async function main() {
  writeErrorsAsJson(true)
  readEnvFiles()
  const settings = env()
  // From here on, EPIPE on stdout must not end the process.
  const { faults } = log()
  const warning = nodeWarning(process.versions.node)
  if (warning) faults.warn({ message: warning })
  const notify = createNotify()
  const counts = { workers: workerCount(settings), site: settings.SITE_CONCURRENCY }
  const cluster = createCluster(counts, watchRestarts(settings.DATA_DIR, notify))
  const { close: closeStore } = await store()
  await prepareStore()
  const gauges = (meter: Meter) => createServerGauges(meter, processesOfRound, storeFaultsOfRound)
  await startTelemetry({ kind: 'primary', gauges })
  const service = { 'service.name': settings.OTEL_SERVICE_NAME, 'service.version': version }
  const metrics = await serveMetrics(async () => exposition(await collectMetrics(), service))

  const hadTerminal = hasTerminal()

  async function stop() {
    if (isStopping) return
    isStopping = true
    metrics?.close().closeAllConnections()
    await notify('STOPPING=1')
    await cluster.stop()
    await Promise.all([stopQueue(), stopTelemetry()])
    removeOutcome(settings.DATA_DIR)
    await closeStore()
    await flushLog()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop().catch(fail))
  process.on('SIGHUP', () => {
    const outcome = hadTerminal && !hasTerminal() ? stop() : cluster.restart()
    void outcome.catch(fail)
  })

  const port = await cluster.start()
  printSetup()
  const status = `Pinref ${version} (${buildName}) is running at ${urlAt(port, settings.HOSTNAME)}`
  announce(status)
  await notify('READY=1', `STATUS=${status}`)
}

/** Returns whether a terminal controls this process. A closing terminal sends SIGHUP too. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

function fail(error: Error): never {
  if (!(error instanceof WorkerEnded && error.isReported)) announceFault(error.message)
  process.exit(1)
}

/** Starts the server and returns when it is ready. The server then runs until a signal ends it. */
export async function run(): Promise<void> {
  try {
    await main()
  } catch (error) {
    // It is not a failure if workers exit because the server is stopped during startup.
    if (!isStopping) fail(error as Error)
  }
}
