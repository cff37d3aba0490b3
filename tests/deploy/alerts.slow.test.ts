import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { appProcesses } from '../support/app-processes'
import { callWithKey } from '../support/call-with-key'
import { freePort } from '../support/free-port'
import { Person } from '../support/person'
import { changedScrape, readScrape, type Scrape } from '../support/prometheus'
import { startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { checkAlerts, type Phase, rulesFile } from './alert-series'
import { promtoolProgram } from './promtool'

/*
 * The server is recorded once, healthy and with every fault that a test can cause. The cases then repeat these scrapes
 * for as long as the rules need. Values that a test can't cause are changed in a recorded scrape.
 */

const workers = 2
const cap = 100
const folder = mkdtempSync(join(tmpdir(), 'pinref-alerts-'))
const redis = await startRedisServer()
const admin = new Redis(redis.url)
admin.on('error', () => {})
const port = await freePort()

let simulator: Simulator
let app: App
let settings: Record<string, string>

beforeAll(async () => {
  promtoolProgram()
  simulator = await startSimulator()
  settings = {
    DATA_DIR: join(folder, 'data'),
    REDIS_URL: redis.url,
    TRUSTED_PROXIES: '1',
    WEB_CONCURRENCY: String(workers),
    METRICS_PORT: String(port),
    GOOGLE_MAPS_API_KEY: simulator.apiKey,
    GOOGLE_PLACES_URL: simulator.placesUrl,
    GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
    GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
    LINK_GATEWAY_URL: simulator.linksUrl,
    FREE_DAILY_QUOTA: '1000000',
    UPSTREAM_DAILY_CAP: String(cap),
    UPSTREAM_CALLER_SHARE: '100',
    BURST_LIMIT: '20',
    SMTP_URL: 'smtp://127.0.0.1:9',
  }
  await record()
}, 240_000)
afterAll(async () => {
  await app?.stop()
  await simulator?.stop()
  admin.disconnect()
  await redis.stop()
  removeFolder(folder)
})

let addresses = 0
const newAddress = () => `11.0.${(++addresses >> 8) % 256}.${addresses % 256}`

/**
 * Makes a call over its own connection, so that calls are distributed among the workers, and returns the code. A
 * connection that a killed worker was about to accept is lost.
 */
async function call(operation: string, body: object, address = newAddress()): Promise<string> {
  const answer = await fetch(`${app.url}/api/${operation}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { connection: 'close', 'x-forwarded-for': address },
    signal: AbortSignal.timeout(10_000),
  })
  const { code = 'ok' } = (await answer.json()) as { code?: string }
  return code
}

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))
const convert = () => call('convert', { cid: '1' })
const untilConversions = (code: string) =>
  vi.waitUntil(async () => (await convert().catch(String)) === code, { timeout: 30_000, interval: 100 })
const search = () => call('search', { name: `Trevi Fountain ${addresses}` })
const openLink = (id: string) => call('resolve', { url: `https://maps.app.goo.gl/${id}` })

const fetchMetrics = () => fetch(`http://127.0.0.1:${port}/metrics`, { headers: { connection: 'close' } })

type Sum = Scrape['sum']

/** Scrapes the server until a sum is as expected. The server collects metrics at most once a second. */
async function scrapeWhen(isSeen: (sum: Sum) => boolean): Promise<Scrape> {
  let seen: Scrape | undefined
  const scrape = async () => {
    const answer = await fetchMetrics().catch(() => null)
    if (!answer?.ok) return false
    seen = readScrape(await answer.text())
    return isSeen(seen.sum)
  }
  await vi.waitUntil(scrape, { timeout: 30_000, interval: 1_050 })
  if (!seen) throw new Error('the server was not scraped')
  return seen
}

const processes = (sum: Sum, state: string) =>
  sum('pinref_processes', { pinref_process: 'worker', pinref_state: state })
const calls = (sum: Sum, code: string) => sum('pinref_calls_total', { pinref_code: code })
const billable = (sum: Sum) => sum('pinref_google_billable', { pinref_period: 'day' })
const failedMails = (sum: Sum) => sum('pinref_mails_total', { pinref_outcome: 'failed' })
const deaths = (sum: Sum) => sum('pinref_restarts_total', { pinref_process: 'worker', pinref_cause: 'death' })
const isInState = (state: string) => (sum: Sum) =>
  sum('pinref_store_state', { pinref_state: state }) === 1 && processes(sum, 'answering') === workers

/** Scrapes again, with all that has happened before. */
const scrapeNow = () => scrapeWhen((sum) => processes(sum, 'answering') === workers)

async function launch(): Promise<Scrape> {
  app = await startApp('node', settings)
  return scrapeWhen((sum) => isInState('ok')(sum) && sum('process_uptime_seconds', {}) > 0)
}

/** The recorded scrapes: before and after a fault, or while it lasts. */
interface Recording {
  before: Scrape
  after: Scrape
}

const recordings = {} as Record<
  | 'traffic'
  | 'burst'
  | 'mail'
  | 'silent'
  | 'death'
  | 'slow store'
  | 'read_only'
  | 'full'
  | 'unauthorized'
  | 'unreachable'
  | 'replaced'
  | 'one failure'
  | 'google'
  | 'open circuit'
  | 'recovery'
  | 'links'
  | 'next start'
  | 'near cap'
  | 'cap',
  Recording
>

/** Returns a scrape in which nothing took long. A busy machine's own delays would be faults of their own. */
function steady(scrape: Scrape): Scrape {
  const values = [...scrape.values].map(([key, value]): [string, number] => {
    const all = scrape.values.get(key.replace(/le="[^"]+"/, 'le="+Inf"'))
    return [key, all ?? value]
  })
  return { ...scrape, values: new Map(values) }
}

async function record(): Promise<void> {
  let before = await launch()
  const recorded = async (name: keyof typeof recordings, isSeen: (sum: Sum) => boolean) => {
    const after = await scrapeWhen(isSeen)
    recordings[name] = name === 'slow store' ? { before, after } : { before: steady(before), after: steady(after) }
    before = after
  }

  expect(new Set(await times(10, convert))).toEqual(new Set(['ok']))
  expect(await search()).toBe('ok')
  expect(await openLink('sim-desktop')).toBe('ok')
  await recorded('traffic', (sum) => sum('pinref_upstream_duration_seconds_count', {}) === 2)

  const flooding = newAddress()
  const codes = await times(100, () => call('convert', { cid: '1' }, flooding))
  const refused = codes.filter((code) => code === 'too_many_requests').length
  expect(refused).toBeGreaterThan(40)
  await recorded('burst', (sum) => calls(sum, 'too_many_requests') === refused)

  for (const name of ['ada', 'bob', 'cy']) await new Person(app.url, `${name}@example.com`).signUp()
  await recorded('mail', (sum) => failedMails(sum) === 3)

  const [stopped, killed] = appProcesses(app.process.pid).workers
  process.kill(stopped?.pid ?? 0, 'SIGSTOP')
  await recorded('silent', (sum) => processes(sum, 'silent') === 1)
  process.kill(stopped?.pid ?? 0, 'SIGCONT')
  before = await scrapeNow()
  process.kill(killed?.pid ?? 0, 'SIGKILL')
  await recorded('death', (sum) => deaths(sum) === 1 && processes(sum, 'answering') === workers)

  await recordStore(recorded)
  before = await scrapeNow()
  await recordUpstream(recorded)

  await app.kill()
  // Without mail, persons can sign in at once.
  settings.SMTP_URL = ''
  const next = await launch()
  recordings['next start'] = { before: steady(next), after: steady(next) }
  before = next
  await spendUntil(0.9 * cap)
  await recorded('near cap', (sum) => billable(sum) === 0.9 * cap)
  await spendUntil(cap)
  expect(new Set(await times(20, search))).toEqual(new Set(['upstream_cap_reached']))
  await waitForBatch()
  await recorded('cap', (sum) => calls(sum, 'upstream_cap_reached') === 20)
}

type Recorded = (name: keyof typeof recordings, isSeen: (sum: Sum) => boolean) => Promise<void>

async function recordStore(recorded: Recorded): Promise<void> {
  const slow = async () => {
    await admin.client('PAUSE', 400, 'ALL')
    return convert()
  }
  for (let turn = 0; turn < 5; turn++) expect(await slow()).toBe('ok')
  await recorded('slow store', isInState('ok'))

  const during = async (state: 'read_only' | 'full' | 'unauthorized' | 'unreachable' | 'replaced') => {
    await untilConversions('store_unavailable')
    let failed = 1
    await scrapeWhen((sum) => {
      failed = calls(sum, 'store_unavailable')
      return isInState(state)(sum)
    })
    expect(new Set(await times(10, convert))).toEqual(new Set(['store_unavailable']))
    await recorded(state, (sum) => isInState(state)(sum) && calls(sum, 'store_unavailable') >= failed + 10)
  }
  const recovered = async () => {
    await untilConversions('ok')
    await scrapeWhen(isInState('ok'))
  }

  await admin.replicaof('127.0.0.1', '1')
  await during('read_only')
  await admin.replicaof('NO', 'ONE')
  await recovered()

  await admin.config('SET', 'maxmemory', '1')
  await during('full')
  await admin.config('SET', 'maxmemory', '0')
  await recovered()

  await admin.config('SET', 'requirepass', 'another')
  await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
  await during('unauthorized')
  await admin.config('SET', 'requirepass', '')
  await recovered()

  redis.process.kill('SIGKILL')
  await during('unreachable')
  await redis.restart()
  await recovered()

  // The new worker notices, and the primary tells the others.
  await admin.swapdb(0, 1)
  process.kill(appProcesses(app.process.pid).workers[0]?.pid ?? 0, 'SIGKILL')
  await during('replaced')
  await admin.flushdb()
  await admin.swapdb(0, 1)
  await recovered()
}

async function recordUpstream(recorded: Recorded): Promise<void> {
  const broken = { status: 500, headers: {}, body: '' }
  // A failure of the server is repeated once.
  simulator.script({ upstream: 'search', answer: broken, times: 2 })
  expect(await search()).toBe('upstream_unavailable')
  await recorded('one failure', (sum) => calls(sum, 'upstream_unavailable') === 1)

  simulator.script({ upstream: 'search', answer: broken })
  const failed = new Set(await times(16, search))
  expect(failed).toEqual(new Set(['upstream_unavailable']))
  await recorded('google', (sum) => calls(sum, 'upstream_unavailable') === 17)

  // Most of these don't reach Google.
  await times(20, search)
  await recorded('open circuit', (sum) => calls(sum, 'upstream_unavailable') === 37)
  simulator.reset()
  let unavailable = 37
  for (let succeeded = 0; succeeded < 10; ) {
    if ((await search()) === 'ok') succeeded += 1
    else unavailable += 1
  }
  await recorded('recovery', (sum) => calls(sum, 'upstream_unavailable') === unavailable)

  expect(new Set(await times(8, () => openLink('sim-sorry')))).toEqual(new Set(['upstream_blocked']))
  await recorded('links', (sum) => calls(sum, 'upstream_blocked') === 8)
}

/** Searches until this many calls to Google are counted. */
async function spendUntil(count: number): Promise<void> {
  const { sum } = await scrapeNow()
  expect(new Set(await times(count - billable(sum), search))).toEqual(new Set(['ok']))
}

/** Starts a batch that waits for the cap to reset. */
async function waitForBatch(): Promise<void> {
  const person = new Person(app.url, 'dora@example.com')
  await person.signUp()
  const { key } = await person.procedure('keys.create', { name: 'Production' })
  const { status } = await callWithKey(app.url, key, 'batches?operation=search', ['Trevi Fountain'])
  expect(status).toBe(201)
  const delayed = (sum: Sum) => sum('pinref_queue_jobs', { pinref_queue: 'batches', pinref_state: 'delayed' })
  await scrapeWhen((sum) => delayed(sum) > 0)
}

test('a reached cap is no error in the log, and no outage on the status page', async () => {
  expect(app.output()).toMatch(/"level":"info".*"status":500,"code":"upstream_cap_reached"/)
  expect(app.output()).not.toContain('"level":"error"')
  expect(app.errors()).toContain('the cap on calls to Google is reached')
  expect(app.errors()).not.toContain('"level":"error"')
  const { parts } = (await (await fetch(`${app.url}/api/status`)).json()) as {
    parts: Array<{ part: string; state: string }>
  }
  expect(parts.filter(({ state }) => state !== 'ok')).toEqual([])
  expect(parts.map(({ part }) => part)).toContain('google_search')
})

const page = 'page'
const ticket = 'ticket'
const nothing = {}

/** The server without work, as it was before a fault. */
const quiet = (minutes: number, { before }: Recording = recordings.traffic): Phase => ({ minutes, scrape: before })
/** The gauges of a fault, without work. */
const lasting = (minutes: number, { after }: Recording): Phase => ({ minutes, scrape: after })
/** What was recorded happens in each minute. */
const repeated = (minutes: number, { before, after }: Recording, times = 1): Phase => ({
  minutes,
  scrape: after,
  from: before,
  times,
})
/** What was recorded happens once, at the start. */
const once = (minutes: number, { before, after }: Recording): Phase => ({
  minutes,
  scrape: after,
  from: before,
  times: 'once',
})
/** The server restarts, and then has no work. */
const started = (minutes: number, { after }: Recording = recordings['next start']): Phase => ({
  minutes,
  scrape: after,
  isStart: true,
})
const away = (minutes: number): Phase => ({ minutes, scrape: null })
const busy = (minutes: number) => repeated(minutes, recordings.traffic)

type Changes = Parameters<typeof changedScrape>[1]
/** The recorded traffic, with other values at its end. */
const changed = (changes: Changes, { before, after }: Recording = recordings.traffic): Recording => ({
  before,
  after: changedScrape(after, changes),
})
const add = (count: number) => (value: number) => value + count
/** The recorded traffic, with more calls that end with a code. */
const withFailures = (code: string, count: number, operation = 'resolve') =>
  changed({ [`pinref_calls_total{pinref_operation="${operation}",pinref_code="${code}"}`]: add(count) })
/** A recording with the store in another state. */
const inState = (state: string, recording = recordings.traffic) =>
  changed({ 'pinref_store_state{pinref_state="ok"}': 0, [`pinref_store_state{pinref_state="${state}"}`]: 1 }, recording)
const oldest = (queue: string, seconds: number) =>
  changed({ [`pinref_queue_oldest_seconds{pinref_queue="${queue}"}`]: seconds })

const memory = (bytes: number, recording = recordings.traffic) =>
  changed({ 'process_memory_usage_bytes{pinref_process="worker"}': bytes }, recording)
const evicting = () => changed({ 'pinref_store_warning{pinref_warning="evicts_keys"}': 1 })
const clock = (seconds: number) => changed({ pinref_store_clock_offset_seconds: seconds })
const late = (hours: number) => changed({ pinref_watchlists_oldest_seconds: hours * 3_600 })
const mails = (sent: number, failed: number) =>
  changed({
    'pinref_mails_total{pinref_outcome="sent"}': add(sent),
    'pinref_mails_total{pinref_outcome="failed"}': add(failed),
  })
const failuresInFlood = () =>
  changed(
    { 'pinref_calls_total{pinref_operation="resolve",pinref_code="store_unavailable"}': add(0.4) },
    recordings.burst,
  )
/** A quarter of what happened. */
const few = ({ before, after }: Recording): Recording => ({
  before,
  after: {
    ...after,
    values: new Map(
      [...after.values].map(([key, value]) => {
        const first = before.values.get(key) ?? 0
        return [key, first + (value - first) / 4]
      }),
    ),
  },
})

/** The recorded traffic, with a series that begins with the first error. */
function newSeries(): Recording {
  const { before, after } = withFailures('internal_error', 1, 'batch')
  return {
    before: changedScrape(before, {
      'pinref_calls_total{pinref_operation="batch",pinref_code="internal_error"}': undefined,
    }),
    after,
  }
}

/** A minute in which each second has a delay between half a second and one. */
function blockedLoops(): Recording {
  const name = 'pinref_event_loop_delay_seconds_bucket'
  const bounds = ['1', '2.5', '5', '10', '+Inf']
  return changed(
    Object.fromEntries(bounds.map((bound) => [`${name}{pinref_process="worker",le="${bound}"}`, add(600)])),
  )
}

/** A disk's free and total bytes. */
const disk = (free: number, size: number) => [
  repeated(10, changed({ pinref_disk_free_bytes: free, pinref_disk_size_bytes: size })),
]

/** The alerts of an outage: one page, and a ticket about the error budget. */
const outageOf = (alert: string) => ({ [alert]: page, PinrefErrorBudgetSlow: ticket })
/** A store that fails calls for 20 minutes, in an hour of traffic before and after. */
const outage = (recording: Recording) => [busy(60), repeated(20, recording), busy(60)]
const blip = (recording: Recording) => [busy(10), lasting(0.5, recording), busy(10)]
const storeFailures = () => withFailures('store_unavailable', 10)

/** All alerts that fire at any time in each scenario, with their severities; none if the fault is too small. */
const scenarios: Record<string, [fired: Record<string, string>, phases: () => Phase[]]> = {
  'traffic for two hours': [nothing, () => [busy(120)]],
  'a server that has just started': [nothing, () => [started(10), busy(20)]],
  'one failed lookup in a quiet night': [nothing, () => [quiet(60), once(60, recordings['one failure'])]],

  'a server that is away for three minutes': [{ PinrefDown: page }, () => [busy(5), away(3), started(5)]],
  'a server that vanishes': [{ PinrefDown: page }, () => [busy(5), { minutes: 3, scrape: undefined }]],
  'a restart of a minute and a half': [nothing, () => [busy(5), away(1.5), started(15)]],
  'a server that is up for 45 seconds and down for 45 seconds': [
    { PinrefCrashLoop: page },
    () => [busy(5), ...Array.from({ length: 6 }, () => [away(0.75), started(0.75)]).flat()],
  ],
  'a server that starts again every four minutes, between two scrapes': [
    { PinrefCrashLoop: page },
    () => Array.from({ length: 6 }, () => started(4)),
  ],
  'three upgrades in half an hour': [
    nothing,
    () => [busy(5), ...Array.from({ length: 3 }, () => [away(0.5), started(7)]).flat()],
  ],
  'a process that is stopped': [{ PinrefProcessSilent: page }, () => [busy(5), lasting(3, recordings.silent)]],
  'a process that is stopped for a minute': [nothing, () => [busy(5), lasting(1, recordings.silent), busy(5)]],
  'three workers that die within a quarter of an hour': [
    { PinrefRestarts: page },
    () => [busy(5), ...Array.from({ length: 3 }, () => once(4, recordings.death))],
  ],
  'two workers that die': [nothing, () => [busy(5), once(4, recordings.death), once(20, recordings.death)]],
  'event loops that are blocked for more than half a second at a time': [
    { PinrefEventLoopBlocked: ticket },
    () => [repeated(15, blockedLoops())],
  ],
  'event loops that are blocked for a minute': [nothing, () => [busy(5), repeated(1, blockedLoops()), busy(15)]],
  'workers with 750 MB each': [{ PinrefMemoryHigh: ticket }, () => [lasting(20, memory(workers * 750e6))]],
  'workers with 650 MB each': [nothing, () => [lasting(20, memory(workers * 650e6))]],
  'a worker with 750 MB beside a silent one': [
    { PinrefMemoryHigh: ticket, PinrefProcessSilent: page },
    () => [lasting(20, memory(750e6, recordings.silent))],
  ],
  'a disk with 4 GB of 100 GB left': [{ PinrefDiskFull: page }, () => disk(4e9, 100e9)],
  'a disk with 900 MB of 10 GB left': [{ PinrefDiskFull: page }, () => disk(0.9e9, 10e9)],
  'a disk with 150 MB of 1 GB left': [{ PinrefDiskFull: page }, () => disk(0.15e9, 1e9)],
  'a disk with 10 GB of 100 GB left': [nothing, () => disk(10e9, 100e9)],
  'a disk with 600 MB of 1 GB left': [nothing, () => disk(0.6e9, 1e9)],
  'a store whose disk is full': [outageOf('PinrefDiskFull'), () => outage(inState('disk_full', storeFailures()))],

  'a read-only store': [outageOf('PinrefStoreReadOnly'), () => outage(recordings.read_only)],
  'a store that is read-only for half a minute': [nothing, () => blip(recordings.read_only)],
  'a full store': [outageOf('PinrefStoreFull'), () => outage(recordings.full)],
  'a store that is full for half a minute': [nothing, () => blip(recordings.full)],
  'a store that rejects the password': [outageOf('PinrefStoreUnauthorized'), () => outage(recordings.unauthorized)],
  'a store that rejects the password for half a minute': [nothing, () => blip(recordings.unauthorized)],
  'a store that can’t be reached': [outageOf('PinrefStoreUnreachable'), () => outage(recordings.unreachable)],
  'a store that can’t be reached for half a minute': [nothing, () => blip(recordings.unreachable)],
  'a store that can’t be reached and loads its file in turn': [
    { PinrefStoreUnreachable: page },
    () => Array.from({ length: 6 }, (_, turn) => lasting(1, inState(turn % 2 ? 'preparing' : 'unreachable'))),
  ],
  'a store that was emptied': [outageOf('PinrefStoreReplaced'), () => [busy(30), once(20, recordings.replaced)]],
  'a cluster with a part that fails': [
    outageOf('PinrefStorePartial'),
    () => outage(inState('partial', storeFailures())),
  ],
  'a cluster with a part that fails for half a minute': [nothing, () => blip(inState('partial'))],
  'a store that evicts keys': [{ PinrefStoreCanLoseData: ticket }, () => [lasting(15, evicting())]],
  'a store that evicts keys for five minutes': [nothing, () => [lasting(5, evicting()), busy(10)]],
  'a store that takes 400 ms for each call': [
    { PinrefStoreSlow: ticket, PinrefCallsSlow: ticket },
    () => [busy(5), repeated(15, recordings['slow store'])],
  ],
  'a store that is slow for four minutes': [nothing, () => [busy(5), repeated(4, recordings['slow store']), busy(10)]],
  'a store whose clock is three seconds behind': [{ PinrefClockSkew: ticket }, () => [lasting(10, clock(-3))]],
  'a store whose clock is a second ahead': [nothing, () => [lasting(10, clock(1))]],

  'one failed call in 13': [
    { PinrefErrorBudgetFast: page, PinrefErrorBudgetSlow: ticket },
    () => [repeated(60, withFailures('store_unavailable', 1))],
  ],
  'one failed call in 51 that are not refused, beside many that are': [
    { PinrefErrorBudgetFast: page, PinrefErrorBudgetSlow: ticket, PinrefTooManyRequests: ticket },
    () => [repeated(60, failuresInFlood(), 8)],
  ],
  'one failed call in 120': [
    { PinrefErrorBudgetSlow: ticket },
    () => [repeated(360, withFailures('store_unavailable', 0.1))],
  ],
  'one failed call in 1,200': [nothing, () => [repeated(360, withFailures('store_unavailable', 0.01))]],
  'nine failed calls in an hour': [nothing, () => [busy(60), once(60, withFailures('store_unavailable', 9))]],
  'a bug in one call': [{ PinrefInternalErrors: ticket }, () => [busy(5), once(5, withFailures('internal_error', 1))]],
  'a bug in the first call of an operation that fails': [
    { PinrefInternalErrors: ticket },
    () => [quiet(15, newSeries()), once(15, newSeries())],
  ],
  'a caller who sends a hundred calls at once': [nothing, () => [busy(5), once(20, recordings.burst)]],
  'a caller who sends a thousand calls each minute': [
    { PinrefTooManyRequests: ticket },
    () => [repeated(20, recordings.burst, 10)],
  ],

  'a Google that fails': [outageOf('PinrefGoogleFailing'), () => outage(recordings.google)],
  'one lookup every four minutes, which fails': [
    nothing,
    () => [quiet(5), repeated(16, recordings['one failure'], 0.25)],
  ],
  'a Google that fails for ten seconds': [nothing, () => [busy(40), once(15, few(recordings.google))]],
  'blocked links': [{ PinrefLinkHostBlocked: ticket }, () => [busy(30), once(20, recordings.links)]],
  'a blocked link': [nothing, () => [busy(30), once(20, withFailures('upstream_blocked', 1))]],
  'calls to Google near the cap': [
    { PinrefCapNearlySpent: ticket },
    () => [busy(5), lasting(60, recordings['near cap'])],
  ],
  'calls to Google that reach the cap': [{ PinrefCapSpent: ticket }, () => [busy(60), repeated(360, recordings.cap)]],
  'batches that wait for eleven minutes': [{ PinrefBatchesStuck: page }, () => [lasting(10, oldest('batches', 660))]],
  'batches that wait for nine minutes': [nothing, () => [lasting(10, oldest('batches', 540))]],
  'callbacks that wait for eleven minutes': [
    { PinrefCallbacksWaiting: ticket },
    () => [lasting(10, oldest('callbacks', 660))],
  ],
  'callbacks that wait for nine minutes': [nothing, () => [lasting(10, oldest('callbacks', 540))]],
  'a watchlist that is seven hours late': [{ PinrefWatchlistsLate: ticket }, () => [lasting(40, late(7))]],
  'a watchlist that is five hours late': [nothing, () => [lasting(40, late(5))]],
  'a mail server that can’t be reached': [{ PinrefMailFailing: ticket }, () => [busy(5), once(20, recordings.mail)]],
  'one mail that can’t be sent': [nothing, () => [busy(5), once(20, mails(0, 1))]],
  'three addresses of twenty that reject mail': [nothing, () => [busy(5), once(20, mails(17, 3))]],
}

describe('these alerts fire, and no others:', () => {
  test.each(Object.entries(scenarios))('%s', (_, [fired, phases]) => checkAlerts(phases(), fired))
})

test('every rule fires in one of these scenarios', () => {
  const { groups } = parse(readFileSync(rulesFile, 'utf8')) as { groups: Array<{ rules: Array<{ alert: string }> }> }
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  const fired = new Set(Object.values(scenarios).flatMap(([fired]) => Object.keys(fired)))
  expect(alerts.filter((alert) => !fired.has(alert))).toEqual([])
})

test('the ticket of a cap that is nearly reached ends when the cap is reached, so there is always one', () => {
  const phases = [busy(5), lasting(30, recordings['near cap']), repeated(30, recordings.cap)]
  const both = { PinrefCapNearlySpent: ticket, PinrefCapSpent: ticket }
  checkAlerts(phases, both, { atEnd: { PinrefCapSpent: ticket } })
})

test('the share of failed lookups is at most 100 %, even if none reaches Google', () => {
  const { before, after } = recordings['open circuit']
  const asked = 'pinref_upstream_duration_seconds_count{pinref_operation="search"}'
  const count = before.values.get([...before.values.keys()].find((key) => key.startsWith(asked.slice(0, -1))) ?? '')
  const none = { before, after: changedScrape(after, { [asked]: count ?? 0 }) }
  checkAlerts([busy(60), repeated(10, none)], outageOf('PinrefGoogleFailing'), {
    summaries: [
      { alert: 'PinrefGoogleFailing', labels: { severity: page }, summary: '100% of the lookups fail at Google' },
    ],
  })
})

test('the summary of servers that vanish is readable', () => {
  checkAlerts(
    [busy(5), { minutes: 3, scrape: undefined }],
    { PinrefDown: page },
    {
      summaries: [
        { alert: 'PinrefDown', labels: { job: 'pinref', severity: page }, summary: "Every server can't be scraped" },
      ],
    },
  )
})

test('Prometheus accepts the rules and a scrape', async () => {
  const text = await (await fetchMetrics()).text()
  execFileSync(promtoolProgram(), ['check', 'rules', rulesFile], { stdio: 'pipe' })
  execFileSync(promtoolProgram(), ['check', 'metrics'], { input: text, stdio: 'pipe' })
})
