import type { DataPoint, Histogram, MetricData } from '@opentelemetry/sdk-metrics'

/** A metric and its points, by their attributes. */
interface Total {
  metric: MetricData
  points: Map<string, DataPoint<unknown>>
}

/**
 * Adds up what the processes of a server measure. Each process sends what it has counted since it last sent something, so the
 * counts of a process that has ended stay in the totals.
 */
export interface MetricTotals {
  /** Adds what a process has sent. Gauges are left out if the answer came too late for the round. */
  add(metrics: readonly MetricData[], withGauges: boolean): void
  /** Forgets all gauges, before the processes are asked again. */
  dropGauges(): void
  /** Returns all metrics. Gauges of processes of one kind are added up. */
  all(): MetricData[]
}

export function createMetricTotals(): MetricTotals {
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

/** Counters and histograms grow; everything else is a gauge. */
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

/** The endings that Prometheus expects of a name, by unit. */
const endings: Record<string, string> = { s: '_seconds', By: '_bytes', '{USD}': '_dollars' }

/**
 * Writes metrics in the text format of Prometheus, with OpenTelemetry's own serializer. `pinref.store.duration` becomes
 * `pinref_store_duration_seconds`.
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 */
export async function exposition(metrics: readonly MetricData[], service: Record<string, string>): Promise<string> {
  const [{ PrometheusSerializer }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/exporter-prometheus'),
    import('@opentelemetry/resources'),
  ])
  const named = metrics.map((metric) => {
    const { descriptor } = metric
    return { ...metric, descriptor: { ...descriptor, name: descriptor.name + (endings[descriptor.unit] ?? '') } }
  })
  const serializer = new PrometheusSerializer(undefined, false, undefined, false, true)
  return serializer.serialize({
    resource: resourceFromAttributes(service),
    scopeMetrics: [{ scope: { name: 'pinref' }, metrics: named as MetricData[] }],
  })
}
