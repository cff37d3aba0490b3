import { readFileSync } from 'node:fs'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { windowMs } from '@/server/features/watchlists/limits'
import { allDue, windowKey } from '@/server/features/watchlists/watch-store'
import { landmark } from '../simulator/listings'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { appProcesses } from '../support/app-processes'
import { freePort } from '../support/free-port'
import { readScrape, type Scrape } from '../support/prometheus'
import { startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'
import { newVisitor } from './call'

const workers = 2
const token = 'a-token-for-scrapes'
const headers = { authorization: `Bearer ${token}` }
const redis = await startRedisServer()
const port = await freePort()
const url = `http://127.0.0.1:${port}/metrics`

let simulator: Simulator
let app: App

beforeAll(async () => {
  simulator = await startSimulator()
  app = await startApp('node', {
    REDIS_URL: redis.url,
    KEY_PEPPER: 'a pepper for prometheus',
    TRUSTED_PROXIES: '1',
    WEB_CONCURRENCY: String(workers),
    METRICS_PORT: String(port),
    METRICS_TOKEN: token,
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
    UPSTREAM_DAILY_CAP: '40',
    BURST_LIMIT: '3',
    SMTP_URL: 'smtp://127.0.0.1:9',
  })
})
afterAll(async () => {
  await app?.stop()
  await simulator?.stop()
  await redis.stop()
})

async function scrape(): Promise<Scrape> {
  return readScrape(await (await fetch(url, { headers })).text())
}

/** Scrapes until the result is as expected. The server collects metrics at most once a second. */
const scrapeUntil = (seen: (scrape: Scrape) => unknown, expected: unknown) =>
  expect.poll(async () => seen(await scrape()), { timeout: 20_000, interval: 1_050 }).toEqual(expected)

/** Makes a call over its own connection, so calls are distributed among the workers. */
const call = (operation: string, body: object, visitor = newVisitor()) =>
  fetch(`${app.url}/api/${operation}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { connection: 'close', 'x-forwarded-for': visitor },
  }).then((answer) => answer.arrayBuffer())

const conversions = ({ sum }: Scrape) =>
  sum('pinref_calls_total', { pinref_operation: 'convert', pinref_code: 'ok', pinref_outcome: 'ok' })

test('a scrape has all workers’ calls, including calls from workers that died or were replaced', async () => {
  await expect.poll(() => appProcesses(app.process.pid).workers.length, { timeout: 20_000 }).toBe(workers)
  await scrapeUntil(
    ({ sum }) => sum('pinref_processes', { pinref_process: 'worker', pinref_state: 'answering' }),
    workers,
  )
  for (let made = 0; made < 10; made++) await call('convert', { cid: '1' })
  await scrapeUntil(conversions, 10)
  const [first, second] = appProcesses(app.process.pid).workers
  process.kill(first?.pid ?? 0, 'SIGKILL')
  await scrapeUntil(({ sum }) => sum('pinref_restarts_total', { pinref_process: 'worker', pinref_cause: 'death' }), 1)
  await scrapeUntil(
    ({ sum }) => sum('pinref_processes', { pinref_process: 'worker', pinref_state: 'answering' }),
    workers,
  )
  expect(conversions(await scrape())).toBe(10)

  for (let made = 0; made < 5; made++) await call('convert', { cid: '1' })
  // The worker shuts down gracefully before the next scrape, and sends its counts.
  process.kill(second?.pid ?? 0, 'SIGTERM')
  await scrapeUntil(conversions, 15)
  const { sum } = await scrape()
  expect(sum('http_server_request_duration_seconds_count', { http_route: '/api/convert' })).toBe(15)
})

test('a scrape shows the store, the queues, Google calls relative to the cap, emails, the event loop, and memory', async () => {
  await call('search', { name: 'Trevi Fountain' })
  await call('resolve', { url: `https://maps.google.com/?cid=${landmark.cid}` })
  await scrapeUntil(({ sum }) => sum('pinref_google_billable', { pinref_period: 'day' }), 2)
  const { sum, types } = await scrape()
  expect(sum('pinref_google_cap', { pinref_period: 'day' })).toBe(40)
  expect(sum('pinref_google_calls', { pinref_period: 'day', pinref_sku: 'search_enterprise' })).toBe(1)
  expect(sum('pinref_google_cost_dollars', { pinref_period: 'day' })).toBe(0)
  expect(sum('pinref_store_state', {})).toBe(1)
  expect(sum('pinref_store_state', { pinref_state: 'ok' })).toBe(1)
  const probeSeconds = sum('pinref_store_probe_duration_seconds', {})
  expect(probeSeconds).toBeGreaterThan(0)
  // The clocks are the same. The store reads its clock at some time during the probe, and both round to milliseconds.
  expect(Math.abs(sum('pinref_store_clock_offset_seconds', {}))).toBeLessThan(probeSeconds / 2 + 0.002)
  // There are no callbacks or batches here, so the queues are empty.
  expect(sum('pinref_queue_oldest_seconds', {})).toBe(0)
  for (const queue of ['callbacks', 'watches']) expect(sum('pinref_queue_jobs', { pinref_queue: queue })).toBe(0)
  for (const kind of ['primary', 'worker', 'site']) {
    expect(sum('process_memory_usage_bytes', { pinref_process: kind })).toBeGreaterThan(20e6)
    expect(sum('pinref_event_loop_delay_seconds_count', { pinref_process: kind })).toBeGreaterThan(0)
  }
  expect(sum('pinref_store_duration_seconds_count', { pinref_operation: 'search' })).toBe(1)
  expect(types.get('pinref_calls_total')).toBe('counter')
  expect(types.get('http_server_request_duration_seconds')).toBe('histogram')
})

test('a scrape shows all watchlists, due watchlists, and checks relative to their limit', async () => {
  const client = new Redis(redis.url)
  await client.zadd(allDue, Date.now() + 3_600_000, 'someone watch_later')
  await client.hset(windowKey(Math.floor(Date.now() / windowMs) - 2), { all: 17 })
  client.disconnect()
  await scrapeUntil(({ sum }) => sum('pinref_watchlists', { pinref_state: 'all' }), 1)
  const { sum } = await scrape()
  expect(sum('pinref_watchlists', { pinref_state: 'due' })).toBe(0)
  expect(sum('pinref_watchlists_oldest_seconds', {})).toBe(0)
  expect(sum('pinref_watch_checks', {})).toBe(17)
  expect(sum('pinref_watch_cap', {})).toBe(120)
})

test('labels have few values, regardless of the callers’ input, and contain no key, address, or link', async () => {
  const before = (await scrape()).series
  for (let turn = 0; turn < 20; turn++) {
    await fetch(`${app.url}/api/secretive-${turn}`, { method: 'PUT', headers: { 'x-api-key': `pr_live_${turn}` } })
    await call('search', { name: `Doctor Secretive ${turn}` })
    await call('resolve', { url: `https://example.com/secretive-${turn}` })
  }
  await scrapeUntil(({ sum }) => sum('pinref_calls_total', { pinref_operation: 'unknown' }), 20)
  const text = await (await fetch(url, { headers })).text()
  expect(text).not.toMatch(/secretive|pr_live|127\.0\.0\.1/i)
  expect(text).not.toContain(token)
  // Four kinds of calls that were not made before, each with at most two histograms.
  expect(readScrape(text).series - before).toBeLessThan(150)
})

describe('access to the metrics', () => {
  const ask = async (path: string, init: RequestInit = {}) =>
    (await fetch(`http://127.0.0.1:${port}${path}`, init)).status

  test('needs the token and is read-only', async () => {
    expect(await ask('/metrics')).toBe(401)
    expect(await ask('/metrics', { headers: { authorization: `Bearer ${token}x` } })).toBe(401)
    expect(await ask('/metrics', { headers: { authorization: token } })).toBe(401)
    expect(await ask('/metrics', { method: 'POST', headers })).toBe(405)
    expect(await ask('/other', { headers })).toBe(404)
    expect(await ask('/metrics', { headers })).toBe(200)
  })

  test('does not exist at the public address', async () => {
    const answer = await fetch(`${app.url}/metrics`, { headers })
    expect(answer.status).toBe(404)
  })

  test('metrics are collected only once for scrapes in quick succession', async () => {
    const texts = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(url, { headers })).text()))
    expect(new Set(texts).size).toBe(1)
  })
})

describe('the samples', () => {
  const rules: Array<{ alert: string; expr: string }> = parse(
    readFileSync('docs/samples/alerts.yml', 'utf8'),
  ).groups.flatMap(({ rules }: { rules: unknown[] }) => rules)
  const dashboard = readFileSync('docs/samples/grafana-dashboard.json', 'utf8')
  const expressions = [...JSON.stringify(JSON.parse(dashboard)).matchAll(/"expr":"((?:[^"\\]|\\.)*)"/g)].map(
    ([, expr = '']) => JSON.parse(`"${expr}"`) as string,
  )

  test('every metric and label in the alerts and the dashboard is in a scrape', async () => {
    const visitor = newVisitor()
    // A ten-second window may end in the middle of the calls.
    const codeOf = async () => JSON.parse(Buffer.from(await call('convert', { cid: '1' }, visitor)).toString()).code
    while ((await codeOf()) !== 'too_many_requests') {}
    await scrapeUntil(({ sum }) => sum('pinref_admissions_total', { pinref_code: 'too_many_requests' }), 1)
    const { has } = await scrape()
    const selectors = [...rules.map(({ expr }) => expr), ...expressions].flatMap((expr) => [
      ...expr.matchAll(/\b((?:pinref|http|process)_[a-z_]+)(?:\{([^}]*)\})?/g),
    ])
    expect(selectors.length).toBeGreaterThan(60)
    // Names after `by` are label names, not metric names.
    const metrics = selectors.filter(([, name = '']) => !labels.has(name))
    const missing = metrics.filter(([, name = '', matchers = '']) => !has(name, matchers)).map(([text]) => text)
    expect(missing).toEqual([])
  })

  const labels = new Set(
    'pinref_process pinref_state pinref_operation pinref_code pinref_outcome pinref_period pinref_sku pinref_queue pinref_warning pinref_cause'
      .split(' ')
      .concat('http_route', 'http_response_status_code'),
  )
})
