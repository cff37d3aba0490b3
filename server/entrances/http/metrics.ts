import { statfs } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Meter, ObservableGauge } from '@opentelemetry/api'
import { isWatching, readWatchLoad } from '@/server/features/watchlists/schedule'
import { costBySku, costOfDays } from '@/server/places/upstream/cost'
import { readSpending, type Spending, today } from '@/server/places/upstream/spending'
import { createThrottledLog } from '@/server/platform/observability/logger'
import { queueDepths, queueKind } from '@/server/platform/queue/queue'
import { isSameSecret } from '@/server/platform/runtime/local-secret'
import { env } from '@/server/platform/settings/env'
import { readTime } from '@/server/platform/store/clock'
import { type StoreWarning, stateOf, storeStates } from '@/server/platform/store/state-names'
import { store } from '@/server/platform/store/store'
import { probeStore, storePolicy, storeWarnings } from '@/server/platform/store/store-state'
import { listen } from './listen'

const metricsPath = '/metrics'

/** How long metrics are reused before they are collected again. */
const keepMetricsMs = 1_000

/** How many connections may be open. A Prometheus server needs one connection. */
const maxMetricsConnections = 16

const timeouts = {
  requestTimeout: 5_000,
  headersTimeout: 5_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 72_000,
}

const loopback = '127.0.0.1'

/** Accepted `Host` headers. Another site could point its own host name to this machine. */
const ownHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/**
 * Serves `GET /metrics` on `METRICS_PORT`: only to this machine, or with `METRICS_TOKEN` to callers that have the token.
 * @param render returns the metrics in the Prometheus text format.
 * @returns null if `METRICS_PORT` is not set.
 * @throws Error with advice if the port cannot be used.
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
    if (METRICS_TOKEN === undefined && !ownHost.test(host))
      return refuse(response, 403, 'Metrics are served on 127.0.0.1 only.')
    if (request.url?.replace(/\?.*/s, '') !== metricsPath) return refuse(response, 404, 'Metrics are at /metrics.')
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return refuse(response, 405, 'Use GET.', { allow: 'GET, HEAD' })
    }
    try {
      const text = await rendered()
      response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', ...plain })
      response.end(request.method === 'HEAD' ? undefined : text)
    } catch (error) {
      logFailure('the metrics could not be collected', error)
      refuse(response, 500, 'The metrics could not be collected. See the log.')
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

/** Also closes the connection, because an unread body may follow. */
function refuse(response: ServerResponse, status: number, text: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...plain, ...headers })
  response.end(`${text}\n`)
}

/** Returns a function that does the work once for all calls within a period. */
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

/** How many processes of each kind respond, and how many don't. */
type Processes = () => Array<{ kind: string; isSilent: boolean; count: number }>

/** Returns why other processes can't use the store. */
type StoreFaults = () => string[]

/**
 * Creates the gauges that one process measures for the whole server: its processes, the store and its contents, and the
 * disk. Values that cannot be read are omitted, so alerts on them don't fire.
 */
export function createServerGauges(meter: Meter, processes: Processes, storeFaults: StoreFaults): void {
  const gauge = (name: string, description: string, unit: string) =>
    meter.createObservableGauge(name, { description, unit })
  const up = gauge(
    'pinref.processes',
    'Running processes, by kind and whether they respond to the primary.',
    '{process}',
  )
  up.addCallback((result) => {
    for (const { kind, isSilent, count } of processes()) {
      result.observe(count, { 'pinref.process': kind, 'pinref.state': isSilent ? 'silent' : 'answering' })
    }
  })
  gauge('process.uptime', 'Uptime of the primary.', 's').addCallback((result) => result.observe(process.uptime()))
  gaugeStore(meter, gauge, storeFaults)
  gaugeQueue(meter, gauge)
  gaugeWatching(meter, gauge)
  gaugeGoogle(meter, gauge)
  gaugeDisk(meter, gauge)
}

type MakeGauge = (name: string, description: string, unit: string) => ObservableGauge

const storeWarningKinds: readonly StoreWarning[] = Object.keys({
  evicts_keys: true,
  no_append_only_file: true,
  no_store_id: true,
} satisfies Record<StoreWarning, true>) as StoreWarning[]

function gaugeStore(meter: Meter, gauge: MakeGauge, storeFaults: StoreFaults): void {
  const state = gauge(
    'pinref.store.state',
    'The state of the store for the process with the worst one: 1 for this state, 0 for all others.',
    '',
  )
  const warning = gauge(
    'pinref.store.warning',
    'Conditions that may make the store lose data: 1 if present, otherwise 0.',
    '',
  )
  meter.addBatchObservableCallback(
    async (result) => {
      const probe = await probeStore()
      const states = [stateOf(probe), ...storeFaults()]
      const worst = storeStates.find((one) => states.includes(one)) ?? 'ok'
      for (const one of storeStates) result.observe(state, Number(one === worst), { 'pinref.state': one })
      const warnings = storeWarnings(await storePolicy())
      for (const one of storeWarningKinds) {
        result.observe(warning, Number(warnings.includes(one)), { 'pinref.warning': one })
      }
    },
    [state, warning],
  )
  const took = gauge('pinref.store.probe.duration', 'Store response time for one command.', 's')
  const offset = gauge('pinref.store.clock.offset', 'How far the store’s clock is ahead of this machine’s.', 's')
  meter.addBatchObservableCallback(
    async (result) => {
      const { send } = (await store()).direct
      const [before, beforeMs] = [performance.now(), Date.now()]
      const reply = await send(['TIME'])
      const ms = performance.now() - before
      result.observe(took, ms / 1_000)
      if ('error' in reply) return
      result.observe(offset, (readTime(reply.result) - (beforeMs + ms / 2)) / 1_000)
    },
    [took, offset],
  )
}

function gaugeQueue(meter: Meter, gauge: MakeGauge): void {
  if (queueKind() !== 'bullmq') return
  const jobs = gauge('pinref.queue.jobs', 'Background jobs, by queue and state.', '{job}')
  const oldest = gauge('pinref.queue.oldest', 'Wait time of the oldest waiting job.', 's')
  meter.addBatchObservableCallback(
    async (result) => {
      for (const { name, waiting, delayed, active, oldestMs } of await queueDepths()) {
        for (const [state, count] of Object.entries({ waiting, delayed, active })) {
          result.observe(jobs, count, { 'pinref.queue': name, 'pinref.state': state })
        }
        result.observe(oldest, oldestMs / 1_000, { 'pinref.queue': name })
      }
    },
    [jobs, oldest],
  )
}

function gaugeWatching(meter: Meter, gauge: MakeGauge): void {
  if (!isWatching()) return
  const watchlists = gauge('pinref.watchlists', 'Watchlists: all, and those due now.', '{watchlist}')
  const oldest = gauge('pinref.watchlists.oldest', 'How long the most overdue watchlist has been due.', 's')
  const checks = gauge('pinref.watch.checks', 'Google checks of watched listings in the last minute.', '{check}')
  const cap = gauge('pinref.watch.cap', 'The limit on checks per minute.', '{check}')
  meter.addBatchObservableCallback(
    async (result) => {
      const load = await readWatchLoad()
      result.observe(watchlists, load.watchlists, { 'pinref.state': 'all' })
      result.observe(watchlists, load.due, { 'pinref.state': 'due' })
      result.observe(oldest, load.oldestMs === null ? 0 : Math.max(0, Date.now() - load.oldestMs) / 1_000)
      result.observe(checks, load.checksPerMinute)
      result.observe(cap, load.maxPerMinute)
    },
    [watchlists, oldest, checks, cap],
  )
}

function gaugeGoogle(meter: Meter, gauge: MakeGauge): void {
  const { GOOGLE_MAPS_API_KEY, UPSTREAM_DAILY_CAP, UPSTREAM_MONTHLY_CAP } = env()
  if (!GOOGLE_MAPS_API_KEY) return
  const calls = gauge('pinref.google.calls', 'Google calls today or this month (UTC), by SKU.', '{call}')
  const cost = gauge('pinref.google.cost', 'The maximum cost of Google calls today or this month (UTC).', '{USD}')
  const billable = gauge('pinref.google.billable', 'Calls that Google may bill, today or this month (UTC).', '{call}')
  const cap = gauge('pinref.google.cap', 'The cap on billable Google calls per day or month.', '{call}')
  const readMonth = createMonthReader()
  meter.addBatchObservableCallback(
    async (result) => {
      result.observe(cap, UPSTREAM_DAILY_CAP, { 'pinref.period': 'day' })
      if (UPSTREAM_MONTHLY_CAP !== undefined) result.observe(cap, UPSTREAM_MONTHLY_CAP, { 'pinref.period': 'month' })
      const days = await readMonth()
      const last = days.at(-1)
      if (last === undefined) return
      const sum = (all: readonly Spending[]) => all.reduce((total, day) => total + day.billable, 0)
      result.observe(billable, last.billable, { 'pinref.period': 'day' })
      result.observe(billable, sum(days), { 'pinref.period': 'month' })
      for (const { sku, calls: count, costCents } of costBySku(days)) {
        result.observe(calls, count, { 'pinref.period': 'month', 'pinref.sku': sku })
        result.observe(calls, last.calls[sku], { 'pinref.period': 'day', 'pinref.sku': sku })
        result.observe(cost, costCents / 100, { 'pinref.period': 'month', 'pinref.sku': sku })
      }
      result.observe(cost, (costOfDays(days).at(-1) ?? 0) / 100, { 'pinref.period': 'day', 'pinref.sku': 'all' })
    },
    [calls, cost, billable, cap],
  )
}

/**
 * Returns a function that reads the days of the current month. Past days are read only once, because they no longer
 * change.
 */
function createMonthReader(): () => Promise<Spending[]> {
  const past = new Map<string, Spending>()
  return async () => {
    const now = today()
    const month = now.slice(0, 7)
    for (const day of past.keys()) if (!day.startsWith(month)) past.delete(day)
    const count = Number(now.slice(8))
    const days = Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
    const read = await Promise.all(days.map((day) => past.get(day) ?? readSpending(day)))
    // A call that began before midnight may still be counted on the previous day.
    for (const day of read.slice(0, -2)) past.set(day.day, day)
    return read
  }
}

function gaugeDisk(meter: Meter, gauge: MakeGauge): void {
  const free = gauge('pinref.disk.free', 'Free space on the DATA_DIR disk.', 'By')
  const size = gauge('pinref.disk.size', 'Size of the DATA_DIR disk.', 'By')
  meter.addBatchObservableCallback(
    async (result) => {
      const { bavail, blocks, bsize } = await statfs(env().DATA_DIR)
      result.observe(free, bavail * bsize)
      result.observe(size, blocks * bsize)
    },
    [free, size],
  )
}
