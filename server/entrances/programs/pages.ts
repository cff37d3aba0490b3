import { rmdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import next from 'next'
import { followAcceptance } from '../../platform/cluster/between-processes'
import { answerWithMetrics } from '../../platform/cluster/metrics'
import { startTelemetry } from '../../platform/observability/telemetry'
import { pagesOnly, perProcess } from '../../platform/runtime/per-process'
import type { Store } from '../../platform/store/store'

const [socket = ''] = process.argv.slice(2)

const openedStore = perProcess<Promise<Store>>('store')

/** Renders pages in a separate process that starts and ends with the server. */
async function main() {
  pagesOnly.value = true
  void followAcceptance()
  // The channel closes when the server dies or no longer needs this process.
  process.once('disconnect', leave)
  if (!process.connected) leave()
  // Terminals and service managers signal all processes at once, but pages in progress must be finished.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  // The process that reads this output may have ended.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

  const pages = next({ dev: false, dir: fileURLToPath(new URL('.', import.meta.url)) })
  await pages.prepare()
  await startTelemetry({ kind: 'pages' })
  // The store belongs to Next's bundle.
  answerWithMetrics(async () => ((await openedStore.value)?.guard.isRefused ? 'replaced' : null))
  const renderPage = pages.getRequestHandler()
  // Only the server that holds a connection knows when it is no longer needed.
  const server = createServer(
    { keepAliveTimeout: 0 },
    (request, response) => void render(renderPage, request, response),
  )
  rmSync(socket, { force: true })
  server.once('error', fail)
  // The server may have ended by now, in which case this process is about to exit too.
  server.listen(socket, () => process.send?.('prepared', undefined, undefined, () => {}))
}

async function render(
  renderPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  request: IncomingMessage,
  response: ServerResponse,
) {
  try {
    await renderPage(request, response)
  } catch {
    if (response.headersSent) response.destroy()
    else response.writeHead(500).end()
  }
}

function leave(): never {
  rmSync(socket, { force: true })
  try {
    rmdirSync(dirname(socket))
  } catch {
    // The server may already have removed the folder.
  }
  process.exit(0)
}

function fail(error: Error): never {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

main().catch(fail)
