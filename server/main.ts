import { closeSync, openSync } from 'node:fs'
import { version } from '@/package.json'
import { createCluster } from './cluster/cluster'
import { removeOutcome } from './cluster/restart-outcome'
import { createNotify, watchRestarts } from './cluster/service-manager'
import { workerCount } from './cluster/worker-count'
import { WorkerEnded } from './cluster/worker-process'
import { env } from './env'
import { urlAt } from './http/listen'
import { prepareStore, tellSetup } from './http/start'
import { flushLog, log } from './observability/logger'
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

  const hadTerminal = hasTerminal()

  async function stop() {
    if (isStopping) return
    isStopping = true
    await notify('STOPPING=1')
    await cluster.stop()
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
  process.stdout.write(`Pinref ${version} is at ${urlAt(port, settings.HOSTNAME)}\n`)
  await notify('READY=1', `STATUS=Pinref ${version} is at ${urlAt(port, settings.HOSTNAME)}`)
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

main().catch((error: Error) => {
  // A stop during the start ends the workers early, which is no failure.
  if (!isStopping) fail(error)
})
