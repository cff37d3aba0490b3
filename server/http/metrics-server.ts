import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { env } from '@/server/env'
import { createThrottledLog } from '@/server/observability/log-error'
import { isSameSecret } from '@/server/runtime/local-secret'
import { listen } from './listen'

export const metricsPath = '/metrics'

/** Metrics are collected at most once in this time, however often they are read. */
export const keepMetricsMs = 1_000

/** How many connections may be open. A Prometheus keeps one. */
export const maxMetricsConnections = 16

const timeouts = {
  requestTimeout: 5_000,
  headersTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 72_000,
}

const loopback = '127.0.0.1'

/** The hosts of a request that was really meant for this machine: a page elsewhere may have its own name point here. */
const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * Serves `GET /metrics` at `METRICS_PORT`: to this machine only, or with `METRICS_TOKEN` to whoever has that.
 * @param render returns the metrics in the text format of Prometheus.
 * @returns null if `METRICS_PORT` is not set.
 * @throws Error that says what to do if the port cannot be used.
 */
export async function serveMetrics(render: () => Promise<string>): Promise<Server | null> {
  const { METRICS_PORT, METRICS_TOKEN, HOSTNAME } = env()
  if (METRICS_PORT === undefined) return null
  const rendered = atMostOnceIn(keepMetricsMs, render)
  const logFailure = createThrottledLog()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { authorization = '', host = '' } = request.headers
    if (METRICS_TOKEN !== undefined && !isSameSecret(authorization, `Bearer ${METRICS_TOKEN}`)) {
      return refuse(response, 401, 'Send METRICS_TOKEN as “Authorization: Bearer …”.', { 'www-authenticate': 'Bearer' })
    }
    if (METRICS_TOKEN === undefined && !ownHost.test(host)) return refuse(response, 403, 'Read this from 127.0.0.1.')
    if (request.url?.replace(/\?.*/s, '') !== metricsPath) return refuse(response, 404, 'The metrics are at /metrics.')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(response, 405, 'Read the metrics with GET.', { allow: 'GET, HEAD' })
    }
    try {
      const text = await rendered()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', ...plain })
      response.end(request.method === 'HEAD' ? undefined : text)
    } catch (error) {
      logFailure('the metrics could not be collected', error)
      refuse(response, 500, 'The metrics could not be collected. The log says why.')
    }
  }

  const server = createServer(timeouts, (request, response) => void answer(request, response))
  server.maxConnections = maxMetricsConnections
  try {
    await listen(server, METRICS_PORT, METRICS_TOKEN === undefined ? loopback : HOSTNAME)
  } catch (error) {
    throw new Error((error as Error).message.replace('Set PORT', 'Set METRICS_PORT'), { cause: error })
  }
  return server
}

const plain = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Closes the connection too, because a body may follow that nobody reads. */
function refuse(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...plain, ...headers })
  response.end(`${text}\n`)
}

/** Returns a function that shares one run of the work among all who ask within a time. */
function atMostOnceIn<T>(periodMs: number, work: () => Promise<T>): () => Promise<T> {
  let latest: { promise: Promise<T>; doneAt: number } | undefined
  return () => {
    if (latest !== undefined && performance.now() < latest.doneAt + periodMs) return latest.promise
    const run = { promise: work(), doneAt: Number.POSITIVE_INFINITY }
    run.promise
      .catch(() => {})
      .finally(() => {
        run.doneAt = performance.now()
      })
    latest = run
    return run.promise
  }
}
