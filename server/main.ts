import { closeSync, openSync } from 'node:fs'
import { version } from '@/package.json'
import { createCluster } from './cluster/cluster'
import { collectMetrics, exposition, processesOfRound } from './cluster/metrics'
import { createNotify, removeOutcome, watchRestarts } from './cluster/restarts'
import { WorkerEnded } from './cluster/worker-process'
import { buildName, env, workerCount } from './env'
import { urlAt } from './http/listen'
import { createServerGauges, serveMetrics } from './http/metrics'
import { prepareStore, tellSetup } from './http/start'
import { announce, flushLog, log } from './observability/logger'
import { startTelemetry, stopTelemetry } from './observability/telemetry'
import { stopQueue } from './queue/queue'
import { readEnvFiles } from './runtime/env-files'
import { store } from './store/store'

let isStopping = false

/**
 * The primary: holds the port and the store, and starts the processes that answer calls and the one that draws pages. It
 * handles no calls itself; see "How it is built" in the README.
 */
async function main() {
  readEnvFiles()
  const settings = env()
  // From here on EPIPE on stdout must not end the process.
  log()
  const notify = createNotify()
  const cluster = createCluster(workerCount(settings), watchRestarts(settings.DATA_DIR, notify))
  const { close: closeStore } = await store()
  await prepareStore()
  await startTelemetry({ kind: 'primary', gauges: (meter) => createServerGauges(meter, processesOfRound) })
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
    const done = hadTerminal && !hasTerminal() ? stop() : cluster.restart()
    void done.catch(fail)
  })

  const port = await cluster.start()
  tellSetup()
  const started = `Pinref ${version} (${buildName}) is at ${urlAt(port, settings.HOSTNAME)}`
  announce(started)
  await notify('READY=1', `STATUS=${started}`)
}

/** Whether a terminal controls this process. A terminal that closes sends SIGHUP too. */
function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return true
  } catch {
    return false
  }
}

function fail(error: Error): never {
  if (!(error instanceof WorkerEnded && error.hasSaidWhy)) process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

/** Starts the server. Returns once it serves; the server then runs until a signal ends it. */
export async function run(): Promise<void> {
  try {
    await main()
  } catch (error) {
    // A stop during the start ends the workers early, which is no failure.
    if (!isStopping) fail(error as Error)
  }
}
