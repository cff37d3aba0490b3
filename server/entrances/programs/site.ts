import '../http/handle-trpc'
import '../http/preload'
import { rmdirSync, rmSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import next from 'next'
import { finishRefunds } from '../../metering/access/refund'
import { followAcceptance, successor, type ToPrimary, type ToWorker } from '../../platform/cluster/between-processes'
import { answerWithMetrics, sendMetrics } from '../../platform/cluster/metrics'
import { flushLog, log } from '../../platform/observability/logger'
import { announceFault, writeErrorsAsJson } from '../../platform/observability/standard-error'
import { startTelemetry, stopTelemetry } from '../../platform/observability/telemetry'
import { stopQueue } from '../../platform/queue/queue'
import { finishWork } from '../../platform/runtime/after-answer'
import { isSite, stopping } from '../../platform/runtime/per-process'
import { env } from '../../platform/settings/env'
import { stateOf } from '../../platform/store/state-names'
import { store } from '../../platform/store/store'
import { probeStore } from '../../platform/store/store-state'
import { drainTimeoutMs } from '../http/node-server'
import { siteHost } from '../http/site-host'
import { prepareStore } from '../http/start'

const [socket = ''] = process.argv.slice(2)

/** How many connections may wait to be accepted, while this process is busy. The system may lower the number. */
const backlog = 4_096

/** The maximum size of a request's headers: more than a worker accepts, because it adds some. */
const maxHeaderSize = 32 * 1024

/**
 * Renders pages, and handles the calls that need a session or a grant, in a separate process that starts and ends with
 * the server. Passwords are hashed only here.
 */
async function main() {
  writeErrorsAsJson()
  isSite.value = true
  process.on('message', onMessage)
  // The channel closes when the server dies.
  process.once('disconnect', leave)
  if (!process.connected) await leave()
  // Terminals and service managers signal all processes at once, but requests in flight must be finished.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})
  // From here on, EPIPE on stdout must not end the process.
  log()

  const pages = next({ dev: false, dir: fileURLToPath(new URL('.', import.meta.url)) })
  await Promise.all([pages.prepare(), openStore()])
  await startTelemetry({ kind: 'site' })
  answerWithMetrics(async () => stateOf(await probeStore()))
  const renderPage = pages.getRequestHandler()
  const server = createServer(
    // Only the worker that holds a connection knows when it is no longer needed.
    { keepAliveTimeout: 0, maxHeaderSize, requireHostHeader: false },
    siteHost((request, response) => void render(renderPage, request, response)),
  )
  rmSync(socket, { force: true })
  server.once('error', fail)
  server.listen({ path: socket, backlog }, () => void announce())
}

/** Reports that this process can render pages and handle calls. */
async function announce(): Promise<void> {
  if (process.env[successor]) await renderFirstPage()
  // The server may have ended by now, in which case this process is about to exit too.
  process.send?.('prepared' satisfies ToPrimary, undefined, undefined, () => {})
}

/** Renders a page that no one waits for, because the first page takes far longer than later ones. */
function renderFirstPage(): Promise<void> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(env().PAGE_TIMEOUT_MS)
    const page = get({ socketPath: socket, path: '/docs', headers: { host: 'pinref' }, agent: false, signal })
    page.once('response', (response) => response.resume())
    page.on('error', () => {})
    page.once('close', resolve)
  })
}

/** Opens the store, and prepares it like a worker, once the primary has prepared it. */
async function openStore(): Promise<void> {
  await followAcceptance()
  const { guard } = await store()
  guard.onChange((isRefused) => {
    if (isRefused) process.send?.('store refused' satisfies ToPrimary, undefined, undefined, () => {})
  })
  await prepareStore(false)
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

function onMessage(message: ToWorker): void {
  if (message === 'leave') void leave()
  if (message === 'a worker is stopping') endWaits()
}

let waitsAgain: NodeJS.Timeout | undefined

/** Makes calls return what they already have, instead of waiting, until a stopping worker has finished its calls. */
function endWaits(): void {
  stopping.value = AbortSignal.abort()
  clearTimeout(waitsAgain)
  waitsAgain = setTimeout(() => {
    stopping.value = undefined
  }, drainTimeoutMs).unref()
}

let leaving: Promise<never> | undefined

/** Ends this process after it has finished the work that its calls left behind and flushed its buffers. */
function leave(): Promise<never> {
  leaving ??= finish()
    .catch(({ message }: Error) => announceFault(message))
    .then(() => process.exit(0))
  return leaving
}

async function finish(): Promise<void> {
  rmSync(socket, { force: true })
  try {
    rmdirSync(dirname(socket))
  } catch {
    // The server may already have removed the folder.
  }
  await stopQueue()
  await Promise.all([finishRefunds(), finishWork()])
  await sendMetrics()
  await stopTelemetry()
  await flushLog()
}

function fail(error: Error): never {
  announceFault(error.message)
  process.exit(1)
}

main().catch(fail)
