import { statfs } from 'node:fs/promises'
import type { Meter, ObservableGauge } from '@opentelemetry/api'
import { env } from '@/server/env'
import { jobQueue, queueKind } from '@/server/queue/queue'
import { withTimeout } from '@/server/runtime/with-timeout'
import { store } from '@/server/store/store'
import { probeStore, type StoreFault, type StoreWarning, storePolicy, storeWarnings } from '@/server/store/store-state'
import { costBySku, costOfDays } from '@/server/upstream/cost'
import { readSpending, type Spending, today } from '@/server/upstream/spending'

/** The processes that have answered, or have not. */
type Processes = () => Array<{ kind: string; isSilent: boolean; count: number }>

/**
 * Creates the gauges that one process reads for the whole server: its processes, the store and what lies in it, and the disk.
 * What cannot be read is left out, so an alert on it fires neither way.
 */
export function createServerGauges(meter: Meter, processes: Processes): void {
  const gauge = (name: string, description: string, unit: string) =>
    meter.createObservableGauge(name, { description, unit })
  const up = gauge('pinref.processes', 'Processes by whether they answer the primary.', '{process}')
  up.addCallback((result) => {
    for (const { kind, isSilent, count } of processes()) {
      result.observe(count, { 'pinref.process': kind, 'pinref.state': isSilent ? 'silent' : 'answering' })
    }
  })
  gauge('process.uptime', 'How long the primary has run.', 's').addCallback((result) =>
    result.observe(process.uptime()),
  )
  gaugeStore(meter, gauge)
  gaugeQueue(meter, gauge)
  gaugeGoogle(meter, gauge)
  gaugeDisk(meter, gauge)
}

type MakeGauge = (name: string, description: string, unit: string) => ObservableGauge

const storeStates: ReadonlyArray<StoreFault | 'ok'> = Object.keys({
  ...{ ok: true, read_only: true, full: true, unreachable: true, unauthorized: true, replaced: true, preparing: true },
} satisfies Record<StoreFault | 'ok', true>) as Array<StoreFault | 'ok'>

const storeWarningKinds: readonly StoreWarning[] = Object.keys({
  ...{ evicts_keys: true, no_append_only_file: true, node_fault: true },
} satisfies Record<StoreWarning, true>) as StoreWarning[]

function gaugeStore(meter: Meter, gauge: MakeGauge): void {
  const state = gauge(
    'pinref.store.state',
    'Whether the store takes writes: 1 for its present state, 0 for all others.',
    '',
  )
  const warning = gauge('pinref.store.warning', 'What may make the store lose data: 1 if it is so, otherwise 0.', '')
  meter.addBatchObservableCallback(
    async (result) => {
      const probe = await probeStore()
      for (const one of storeStates) {
        result.observe(state, Number(one === (probe.fault ?? 'ok')), { 'pinref.state': one })
      }
      const warnings = storeWarnings(probe, await storePolicy())
      for (const one of storeWarningKinds) {
        result.observe(warning, Number(warnings.includes(one)), { 'pinref.warning': one })
      }
    },
    [state, warning],
  )
  const took = gauge('pinref.store.probe.duration', 'How long the store took to answer one command.', 's')
  const offset = gauge('pinref.store.clock.offset', 'How far the clock of the store is ahead of this machine’s.', 's')
  meter.addBatchObservableCallback(
    async (result) => {
      const { send } = (await store()).direct
      const [before, beforeMs] = [performance.now(), Date.now()]
      const reply = await send(['TIME'])
      const ms = performance.now() - before
      result.observe(took, ms / 1_000)
      if ('error' in reply) return
      const [seconds = 0, micros = 0] = (reply.result as unknown[]).map(Number)
      result.observe(offset, seconds + micros / 1_000_000 - (beforeMs + ms / 2) / 1_000)
    },
    [took, offset],
  )
}

function gaugeQueue(meter: Meter, gauge: MakeGauge): void {
  if (queueKind() !== 'bullmq') return
  const jobs = gauge('pinref.queue.jobs', 'Jobs in the background, by queue and state.', '{job}')
  const oldest = gauge('pinref.queue.oldest', 'How long the job that waits longest has waited.', 's')
  meter.addBatchObservableCallback(
    async (result) => {
      const queue = await jobQueue()
      const reading = queue.depth?.() ?? Promise.resolve([])
      const depths = await withTimeout(reading, env().STORE_TIMEOUT_MS, () => new Error('the queue does not answer'))
      for (const { name, waiting, delayed, active, oldestMs } of depths) {
        for (const [state, count] of Object.entries({ waiting, delayed, active })) {
          result.observe(jobs, count, { 'pinref.queue': name, 'pinref.state': state })
        }
        result.observe(oldest, oldestMs / 1_000, { 'pinref.queue': name })
      }
    },
    [jobs, oldest],
  )
}

function gaugeGoogle(meter: Meter, gauge: MakeGauge): void {
  const { GOOGLE_MAPS_API_KEY, UPSTREAM_DAILY_CAP, UPSTREAM_MONTHLY_CAP } = env()
  if (!GOOGLE_MAPS_API_KEY) return
  const calls = gauge('pinref.google.calls', 'Calls to Google of this day or month (UTC), by SKU.', '{call}')
  const cost = gauge('pinref.google.cost', 'The most that these calls can have cost.', '{USD}')
  const billable = gauge('pinref.google.billable', 'Calls of this day or month that Google may bill.', '{call}')
  const cap = gauge('pinref.google.cap', 'The most billable calls that are allowed.', '{call}')
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

/** Returns a function that reads the days of the present month. Days that are over are read once, because nothing changes them. */
function createMonthReader(): () => Promise<Spending[]> {
  const past = new Map<string, Spending>()
  return async () => {
    const now = today()
    const month = now.slice(0, 7)
    for (const day of past.keys()) if (!day.startsWith(month)) past.delete(day)
    const count = Number(now.slice(8))
    const days = Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, '0')}`)
    const read = await Promise.all(days.map((day) => past.get(day) ?? readSpending(day)))
    // A call that began before midnight may still be counted in the day before.
    for (const day of read.slice(0, -2)) past.set(day.day, day)
    return read
  }
}

function gaugeDisk(meter: Meter, gauge: MakeGauge): void {
  const free = gauge('pinref.disk.free', 'Free space where DATA_DIR is.', 'By')
  const size = gauge('pinref.disk.size', 'The size of the disk where DATA_DIR is.', 'By')
  meter.addBatchObservableCallback(
    async (result) => {
      const { bavail, blocks, bsize } = await statfs(env().DATA_DIR)
      result.observe(free, bavail * bsize)
      result.observe(size, blocks * bsize)
    },
    [free, size],
  )
}
