import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { store } from '@/server/platform/store/store'
import { landmark } from '../simulator/listings'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { startOtlpReceiver } from '../support/otlp-receiver'
import { removeFolder } from '../support/remove-folder'
import { expectNoSecrets } from '../support/secrets'
import { type App, type Host, startApp } from '../support/start-app'
import { call, newVisitor } from './call'
import { accountWithKey, callWithKey, pepper } from './with-key'

const dataDir = mkdtempSync(join(tmpdir(), 'pinref-watch-'))
Object.assign(process.env, { DATA_DIR: dataDir, ...pepper })

let simulator: Simulator
let collector: Awaited<ReturnType<typeof startOtlpReceiver>>
const apps = new Map<Host, App>()

beforeAll(async () => {
  simulator = await startSimulator({ latencyMs: 40 })
  collector = await startOtlpReceiver()
  const env = {
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: '1',
    ...pepper,
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_BSP_SCHEDULE_DELAY: '100',
    OTEL_METRIC_EXPORT_INTERVAL: '300',
  }
  for (const host of ['node', 'next'] as const) {
    apps.set(host, await startApp(host, { ...env, OTEL_SERVICE_NAME: `pinref-${host}` }))
  }
})
afterAll(async () => {
  await Promise.all([...apps.values()].map((app) => app.stop()))
  await (await store()).close()
  await Promise.all([simulator.stop(), collector.close()])
  removeFolder(dataDir)
})

function appOn(host: Host): App {
  const app = apps.get(host)
  if (!app) throw new Error(`the ${host} host did not start`)
  return app
}

const linesOf = (app: App) =>
  app
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))

/** Waits for a call's log line and returns it. */
async function lineOf(app: App, { headers }: { headers: Headers }) {
  const requestId = headers.get('x-request-id')
  return vi.waitFor(
    () => {
      const lines = linesOf(app).filter((line) => line.requestId === requestId)
      expect(lines).toHaveLength(1)
      return lines[0]
    },
    { timeout: 20_000 },
  )
}

const timings = (headers: Headers) =>
  Object.fromEntries(
    (headers.get('server-timing') ?? '').split(', ').map((part) => {
      const [name, length] = part.split(';dur=')
      return [name, Number(length)]
    }),
  )

describe.each(['node', 'next'] as const)('on the %s host', (host) => {
  test('a call with a key is logged in one line with the operation, the outcome, each part’s time, and the key’s id', async () => {
    const app = appOn(host)
    const { key, id } = await accountWithKey()
    const answer = await callWithKey(app.url, key)
    const line = await lineOf(app, answer)
    expect(line).toMatchObject({ level: 'info', operation: 'convert', method: 'POST', status: 200, keyId: id })
    expect(line.storeMs).toBeGreaterThan(0)
    expect(line.durationMs).toBeGreaterThanOrEqual(line.storeMs)
    expect(Date.parse(line.at)).toBeGreaterThan(Date.now() - 60_000)
    expect(line).not.toHaveProperty('upstreamMs')
    expect(line).not.toHaveProperty('code')
  })

  test('Google’s share of the time is in the log line and in Server-Timing', async () => {
    const app = appOn(host)
    const answer = await call(app.url, 'resolve', { url: `https://maps.app.goo.gl/sim-cid-${landmark.cid}` })
    expect(answer.status).toBe(200)
    const line = await lineOf(app, answer)
    expect(line.upstreamMs).toBeGreaterThan(40)
    expect(line.durationMs).toBeGreaterThanOrEqual(line.upstreamMs)
    const reported = timings(answer.headers)
    expect(reported.upstream).toBeCloseTo(line.upstreamMs, 1)
    expect(reported.store).toBeCloseTo(line.storeMs, 1)
    expect(reported.total).toBeCloseTo(line.durationMs, 1)
  })

  test('a lookup without a call to Google reports no time for Google', async () => {
    const app = appOn(host)
    const answer = await call(app.url, 'resolve', {
      url: `https://maps.google.com/?cid=${landmark.cid}`,
      details: 'none',
    })
    expect(answer.status).toBe(200)
    expect(await lineOf(app, answer)).not.toHaveProperty('upstreamMs')
    expect(timings(answer.headers)).not.toHaveProperty('upstream')
  })

  test.each([
    ['malformed JSON', 'convert', { raw: '{' }, 400, 'invalid_request'],
    ['an unsupported link', 'resolve', { raw: '{"url":"https://example.com/private"}' }, 400, 'unsupported_link'],
    ['a malformed key', 'convert', { headers: { 'x-api-key': 'nonsense' } }, 401, 'invalid_api_key'],
    ['a wrong method', 'convert', { method: 'PUT' }, 405, 'method_not_allowed'],
    ['a body that is too large', 'convert', { raw: `{"cid":"${'1'.repeat(20_000)}"}` }, 413, 'payload_too_large'],
  ])('%s is logged with its code as info, not as an error', async (_what, operation, options, status, code) => {
    const app = appOn(host)
    const answer = await call(app.url, operation, { cid: '1' }, options)
    expect(await lineOf(app, answer)).toMatchObject({ level: 'info', operation, status, code })
  })

  test('other routes are logged by name, and unknown paths are logged as “unknown”', async () => {
    const app = appOn(host)
    const routes = [
      ['/api/health', 'health', 200],
      ['/api/openapi.json', 'openapi.json', 200],
      ['/api/trpc/plans.list', 'trpc', 200],
      ['/api/auth/get-session', 'auth', 200],
      ['/api/billing/webhook', 'webhook', 405],
      ['/api/cron/daily', 'cron', 404],
      ['/api/who-goes-there?secret=1', 'unknown', 404],
    ] as const
    const answers = await Promise.all(routes.map(([path]) => fetch(`${app.url}${path}`)))
    const lines = await Promise.all(answers.map((answer) => lineOf(app, answer)))
    expect(lines.map(({ operation, status, method }) => [method, operation, status])).toEqual(
      routes.map(([, operation, status]) => ['GET', operation, status]),
    )
    expect(app.output()).not.toContain('who-goes-there')
  })

  test('each of many parallel calls has its own complete log line', async () => {
    const app = appOn(host)
    const answers = await Promise.all(Array.from({ length: 60 }, () => call(app.url, 'convert', { cid: '1' })))
    const ids = answers.map(({ headers }) => headers.get('x-request-id')).sort()
    // Log lines from earlier calls may arrive at any time.
    const logged = () => linesOf(app).map(({ requestId }) => String(requestId))
    const own = () => logged().filter((id) => ids.includes(id))
    await vi.waitFor(() => expect(own().sort()).toEqual(ids), { timeout: 20_000 })
  })

  test('a call is a span in the caller’s trace, with spans for the store and Google inside', async () => {
    const app = appOn(host)
    const traceId = host === 'node' ? '4bf92f3577b34da6a3ce929d0e0e4736' : '0af7651916cd43dd8448eb211c80319c'
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` }
    const answer = await call(app.url, 'resolve', { url: landmark.placeId }, { headers })
    const spans = await vi.waitFor(
      () => {
        const own = collector.spans().filter((span) => span.traceId === traceId)
        expect(own).toHaveLength(3)
        return own
      },
      { timeout: 20_000 },
    )
    const whole = spans.find(({ name }) => name === 'POST /api/resolve')
    expect(whole).toMatchObject({ kind: 2, parentSpanId: '00f067aa0ba902b7' })
    expect(whole?.attributes).toMatchObject({
      'http.response.status_code': 200,
      'http.route': '/api/resolve',
      'pinref.request_id': answer.headers.get('x-request-id'),
    })
    expect(spans.filter(({ parentSpanId }) => parentSpanId === whole?.spanId).map(({ name }) => name)).toEqual([
      'store',
      'upstream',
    ])
    expect(await lineOf(app, answer)).toMatchObject({ traceId })
  })

  test('calls are measured and counted in the exported metrics', async () => {
    const app = appOn(host)
    const service = `pinref-${host}`
    const visitor = newVisitor()
    for (let turn = 0; turn < 6; turn++) await call(app.url, 'search', { name: 'Trevi Fountain' }, { visitor })
    const admissions = () =>
      collector
        .points('pinref.admissions')
        .filter((point) => point.service === service && point.attributes['pinref.operation'] === 'search')
        .map(({ attributes, count }) => [attributes['pinref.code'], count])
    const expected = [
      ['ok', 5],
      ['free_quota_exhausted', 1],
    ]
    await vi.waitFor(() => expect(admissions()).toEqual(expected), { timeout: 20_000 })
    const measured = collector
      .points('http.server.request.duration')
      .find((point) => point.service === service && point.attributes['http.route'] === '/api/search')
    expect(measured).toMatchObject({ unit: 's', count: 5, attributes: { 'http.response.status_code': 200 } })
  })
})

test('neither log lines nor telemetry contain a key, a link, a name, or an address', async () => {
  const { key } = await accountWithKey()
  const visitor = '203.0.113.77'
  for (const app of apps.values()) {
    await callWithKey(app.url, key, 'resolve', { url: 'https://www.google.com/maps?q=Clinic+of+Dr+Secretive' })
    await call(app.url, 'search', { name: 'Doctor Quietly' }, { visitor })
    const answer = await call(app.url, 'convert', { cid: '1' }, { visitor })
    await lineOf(app, answer)
  }
  await vi.waitFor(() => expect(collector.serviceNames().length).toBeGreaterThan(4), { timeout: 20_000 })
  const secrets = {
    'the key': key,
    'the link’s query': 'Secretive',
    'the name': 'Quietly',
    'the visitor’s address': visitor,
    'the Google key': simulator.apiKey,
    'the pepper': pepper.KEY_PEPPER,
  }
  for (const app of apps.values()) expectNoSecrets(app.output() + app.errors(), secrets)
  expectNoSecrets(collector.text(), secrets)
})

test('no log line is lost when the process stops', async () => {
  const app = await startApp('node', {
    DATA_DIR: dataDir,
    ...pepper,
    TRUSTED_PROXIES: '1',
    LINK_GATEWAY_URL: 'http://127.0.0.1:9',
  })
  const answers = await Promise.all(Array.from({ length: 5 }, () => call(app.url, 'convert', { cid: '1' })))
  expect(await app.stop()).toBe(0)
  const reported = linesOf(app).map(({ requestId }) => requestId)
  expect(reported).toEqual(expect.arrayContaining(answers.map(({ headers }) => headers.get('x-request-id'))))
})

test('standard output is only JSON: optional settings, the address, a restart, and Next.js output', async () => {
  const app = await startApp('node', { DATA_DIR: dataDir, ...pepper })
  app.process.kill('SIGHUP')
  await vi.waitFor(() => expect(app.output()).toContain('Pinref has restarted'), { timeout: 60_000 })
  await app.stop()
  const lines = app.output().split('\n').filter(Boolean)
  const messages = lines.map((line) => JSON.parse(line).message)
  expect(messages).toEqual(expect.arrayContaining([expect.stringMatching(/^Listings: sample data only/)]))
  expect(messages).toEqual(expect.arrayContaining([expect.stringMatching(/^Pinref .* is running at http/)]))
})

test('LOG_LEVEL=error logs only failures', async () => {
  const app = await startApp('worker', {
    DATA_DIR: dataDir,
    ...pepper,
    LOG_LEVEL: 'error',
    LINK_GATEWAY_URL: 'http://127.0.0.1:9',
  })
  await call(app.url, 'convert', { cid: '1' })
  const failed = await call(app.url, 'resolve', { url: 'https://maps.app.goo.gl/unreachable' })
  await app.stop()
  expect(linesOf(app).map(({ requestId, level }) => [requestId, level])).toEqual([[failed.body.request_id, 'error']])
})
