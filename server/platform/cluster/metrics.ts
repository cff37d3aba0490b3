import type { ChildProcess } from 'node:child_process'
import type { DataPoint, Histogram, MetricData } from '@opentelemetry/sdk-metrics'
import type { ProcessKind } from '@/server/platform/observability/instruments'
import { telemetry } from '@/server/platform/observability/telemetry'
import type { ToPrimary, ToWorker } from './between-processes'

/*
 * The metrics of all processes. For each scrape, the primary collects new measurements from each process.
 */

/** How long the primary waits for a process's response. A hung process must not delay the other processes' metrics. */
const answerTimeoutMs = 1_000

/** A process whose metrics the primary collects. */
interface Metered {
  kind: ProcessKind
  /** The state of the process's store in the last round. */
  storeFault?: string | null
  /** Ends the round for this process; undefined if no response is pending. */
  onAnswer?: (() => void) | undefined
}

const totals = createMetricTotals()
const metered = new Map<ChildProcess, Metered>()

/** How many processes of each kind responded in the last round, and how many did not. */
let round: Array<{ kind: ProcessKind; isSilent: boolean; count: number }> = []

/** Makes the primary collect a child process's metrics from now on. */
export function meterChild(child: ChildProcess, kind: ProcessKind): void {
  const one: Metered = { kind }
  metered.set(child, one)
  child.on('message', (message: ToPrimary) => {
    if (typeof message !== 'object') return
    one.storeFault = message.storeFault
    totals.add(message.metrics, one.onAnswer !== undefined)
    one.onAnswer?.()
  })
  child.once('exit', () => {
    metered.delete(child)
    one.onAnswer?.()
  })
}

/** Collects the metrics of all processes of this server. */
export async function collectMetrics(): Promise<MetricData[]> {
  totals.dropGauges()
  const children = [...metered]
  const answers = await Promise.all(children.map(([child, one]) => ask(child, one)))
  round = countRound(children.map(([, { kind }], index) => ({ kind, isSilent: !answers[index] })))
  totals.add((await telemetry.value?.collect()) ?? [], true)
  return totals.all()
}

/** Returns the processes in the last round, including the primary. */
export const processesOfRound = () => [{ kind: 'primary' as const, isSilent: false, count: 1 }, ...round]

/** Returns the states of the stores of all processes that responded in the last round, except the primary. */
export const storeFaultsOfRound = (): string[] => [...metered.values()].flatMap(({ storeFault }) => storeFault ?? [])

/** @returns whether the process responded in time. */
function ask(child: ChildProcess, one: Metered): Promise<boolean> {
  return new Promise((resolve) => {
    function end(hasAnswered: boolean) {
      clearTimeout(timer)
      one.onAnswer = undefined
      resolve(hasAnswered)
    }
    const timer = setTimeout(end, answerTimeoutMs, false)
    one.storeFault = null
    one.onAnswer = () => end(true)
    // An exiting process sends its remaining metrics on its own.
    if (child.connected) child.send('send metrics' satisfies ToWorker, () => {})
    else end(false)
  })
}

function countRound(answers: Array<{ kind: ProcessKind; isSilent: boolean }>): typeof round {
  return (['worker', 'site'] as const).flatMap((kind) =>
    [false, true].map((isSilent) => ({
      kind,
      isSilent,
      count: answers.filter((answer) => answer.kind === kind && answer.isSilent === isSilent).length,
    })),
  )
}

/**
 * Responds when the primary requests this process's metrics.
 * @param storeFault returns why this process can't use the store; null if it can.
 */
export function answerWithMetrics(storeFault: () => Promise<string | null>): void {
  process.on('message', async (message: ToWorker) => {
    if (message === 'send metrics') await sendMetrics(await storeFault())
  })
}

/** Sends new metrics to the primary. Also called before this process exits, so that nothing is lost. */
export async function sendMetrics(storeFault: string | null = null): Promise<void> {
  const metrics = await telemetry.value?.collect()
  if (!metrics || !process.connected) return
  await new Promise<void>((resolve) => {
    process.send?.({ metrics, storeFault } satisfies ToPrimary, undefined, undefined, () => resolve())
  })
}

/** A metric and its points, by attributes. */
interface Total {
  metric: MetricData
  points: Map<string, DataPoint<unknown>>
}

/**
 * Adds up the measurements of a server's processes. Each process sends what it has counted since its last message, so
 * an exited process's counts remain in the totals.
 */
interface MetricTotals {
  /** Adds a process's metrics. Gauges are omitted if the response came too late for the round. */
  add(metrics: readonly MetricData[], withGauges: boolean): void
  /** Removes all gauges before the processes are queried again. */
  dropGauges(): void
  /** Returns all metrics. Gauges are summed across processes of the same kind. */
  all(): MetricData[]
}

function createMetricTotals(): MetricTotals {
  const totals = new Map<string, Total>()
  return {
    add(metrics, withGauges) {
      for (const metric of metrics) {
        if (!withGauges && isGauge(metric)) continue
        const { name } = metric.descriptor
        const total = totals.get(name) ?? { metric, points: new Map() }
        totals.set(name, total)
        for (const point of metric.dataPoints as DataPoint<unknown>[]) {
          const key = JSON.stringify(Object.entries(point.attributes).sort())
          const before = total.points.get(key)
          total.points.set(key, before ? { ...point, value: sum(before.value, point.value) } : point)
        }
      }
    },
    dropGauges() {
      for (const [name, { metric }] of totals) if (isGauge(metric)) totals.delete(name)
    },
    all: () =>
      [...totals.values()].map(({ metric, points }) => ({ ...metric, dataPoints: [...points.values()] }) as MetricData),
  }
}

/** Counters and histograms accumulate; everything else is a gauge. */
const isGauge = (metric: MetricData): boolean =>
  !('isMonotonic' in metric && metric.isMonotonic) && !metric.dataPoints.some(({ value }) => typeof value === 'object')

function sum(one: unknown, other: unknown): number | Histogram {
  if (typeof one === 'number' && typeof other === 'number') return one + other
  const [a, b] = [one, other] as [Histogram, Histogram]
  const counts = a.buckets.counts.map((count, index) => count + (b.buckets.counts[index] ?? 0))
  return {
    buckets: { boundaries: a.buckets.boundaries, counts },
    sum: (a.sum ?? 0) + (b.sum ?? 0),
    count: a.count + b.count,
  }
}

/** The suffixes that Prometheus expects, by unit. */
const endings: Record<string, string> = { s: '_seconds', By: '_bytes', '{USD}': '_dollars' }

/**
 * Writes metrics in the Prometheus text format, with OpenTelemetry's own serializer. `pinref.store.duration` becomes
 * `pinref_store_duration_seconds`.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export async function exposition(metrics: readonly MetricData[], service: Record<string, string>): Promise<string> {
  const [{ PrometheusSerializer }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/exporter-prometheus'),
    import('@opentelemetry/resources'),
  ])
  const renamed = metrics.map((metric) => {
    const { descriptor } = metric
    return { ...metric, descriptor: { ...descriptor, name: descriptor.name + (endings[descriptor.unit] ?? '') } }
  })
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true)
  return serializer.serialize({
    resource: resourceFromAttributes(service),
    scopeMetrics: [{ scope: { name: 'pinref' }, metrics: renamed as MetricData[] }],
  })
}
