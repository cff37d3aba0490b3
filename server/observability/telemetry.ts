import { randomUUID } from 'node:crypto'
import type { Meter } from '@opentelemetry/api'
import type { MetricData, MetricReader } from '@opentelemetry/sdk-metrics'
import { env } from '@/server/env'
import { afterAnswer } from '@/server/runtime/after-answer'
import { perProcess } from '@/server/runtime/per-process'
import { withTimeout } from '@/server/runtime/with-timeout'
import type { CallFacts } from './call-facts'
import { type Count, meterCall, meterCounts, meterProcess, type ProcessKind, traceCall } from './instruments'
import { createThrottledLog } from './log-error'

interface Telemetry {
  /** Sends the spans and metrics of a call. Returns the id of the trace it belongs to, if there are spans. */
  observe(facts: CallFacts): string | undefined
  count: Count
  /** Returns what this process has counted since the last call, and its gauges; for Prometheus. */
  collect(): Promise<MetricData[]>
  stop(): Promise<void>
}

/** What this process is, and what it measures besides itself. */
interface Part {
  kind: ProcessKind
  /** Creates instruments of its own. */
  gauges?(meter: Meter): void
}

/** How long the end of the process, or of a function on Vercel, waits for a collector that does not answer. */
const sendTimeoutMs = 3_000

/** The exporters that record every call; empty without a collector and without Prometheus. */
export const telemetry = perProcess<Telemetry>('telemetry')
let starting: Promise<Telemetry> | undefined

/**
 * Starts to measure if `METRICS_PORT` is set, and to send traces and metrics over OTLP/HTTP if `OTEL_EXPORTER_OTLP_ENDPOINT`
 * names a collector; otherwise the libraries are not even loaded. The exporters and samplers read OpenTelemetry's own variables.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export async function startTelemetry(part: Part = { kind: 'worker' }): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, METRICS_PORT } = env()
  if ((!OTEL_EXPORTER_OTLP_ENDPOINT && METRICS_PORT === undefined) || telemetry.value) return
  starting ??= openTelemetry(part)
  telemetry.value = await starting
}

/** Sends what is left and stops; gives up on a collector that does not answer in time. */
export async function stopTelemetry(): Promise<void> {
  const open = telemetry.value
  if (!open) return
  telemetry.value = undefined
  starting = undefined
  await open.stop()
}

async function openTelemetry({ kind, gauges }: Part): Promise<Telemetry> {
  const { VERCEL, OTEL_SERVICE_NAME } = env()
  const [{ version }, metrics, resources] = await Promise.all([
    import('@/package.json'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/resources'),
  ])
  const resource = resources
    .defaultResource()
    // Without an id of its own each process would overwrite what the others have counted.
    .merge(
      resources.resourceFromAttributes({
        'service.name': OTEL_SERVICE_NAME,
        'service.version': version,
        'service.instance.id': randomUUID(),
      }),
    )
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))

  const scraped = createScrapedReader(metrics)
  const collector = env().OTEL_EXPORTER_OTLP_ENDPOINT ? await openCollector(resource) : null
  const readers = [...(env().METRICS_PORT === undefined ? [] : [scraped]), ...(collector ? [collector.reader] : [])]
  const meters = new metrics.MeterProvider({ resource, readers })
  const meter = meters.getMeter('pinref')
  const measure = kind === 'worker' ? meterCall(meter) : () => {}
  // A function on Vercel is frozen between calls, which would look like a delay of the event loop.
  const stopMeasuring = VERCEL ? () => {} : meterProcess(meter, kind)
  gauges?.(meter)
  return {
    observe(facts) {
      measure(facts)
      const traceId = collector?.trace(facts)
      // A function on Vercel is frozen once it has answered, so it would send nothing later.
      if (VERCEL) afterAnswer(inTime([collector?.flush(), meters.forceFlush()]))
      return traceId
    },
    count: meterCounts(meter, kind),
    async collect() {
      const { resourceMetrics, errors } = await scraped.collect()
      for (const error of errors) logFailure('a metric could not be read', error)
      return resourceMetrics.scopeMetrics.flatMap((scope) => scope.metrics)
    },
    stop() {
      stopMeasuring()
      return inTime([collector?.stop(), meters.shutdown({ timeoutMillis: sendTimeoutMs })])
    },
  }
}

const logFailure = createThrottledLog()

/** Opens the exporters that send to a collector. */
async function openCollector(resource: import('@opentelemetry/resources').Resource) {
  const { OTEL_METRIC_EXPORT_INTERVAL: exportIntervalMillis } = env()
  const [api, tracing, metrics, { OTLPTraceExporter }, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ])
  const failed = (text: string) => logFailure('telemetry could not be delivered', new Error(text))
  const quiet = () => {}
  const logger = { error: failed, warn: failed, info: quiet, debug: quiet, verbose: quiet }
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true })
  // Not the global provider: Next would add spans of its own, with addresses in them.
  const tracers = new tracing.NodeTracerProvider({
    resource,
    spanProcessors: [new tracing.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const reader = new metrics.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(10_000, exportIntervalMillis),
  })
  return {
    reader,
    trace: traceCall(api, tracers.getTracer('pinref')),
    flush: () => tracers.forceFlush(),
    stop: () => tracers.shutdown(),
  }
}

/** Creates the reader for Prometheus. It returns only what is new, so that the counts of processes that have ended can be kept. */
function createScrapedReader(metrics: typeof import('@opentelemetry/sdk-metrics')): MetricReader {
  class ScrapedReader extends metrics.MetricReader {
    constructor() {
      super({ aggregationTemporalitySelector: () => metrics.AggregationTemporality.DELTA })
    }
    protected async onForceFlush() {}
    protected async onShutdown() {}
  }
  return new ScrapedReader()
}

/** Waits until everything is sent, but no longer than a collector may take. */
async function inTime(sending: Array<Promise<void> | undefined>): Promise<void> {
  const sent = Promise.allSettled(sending)
  await withTimeout(sent, sendTimeoutMs, () => new Error('the collector did not answer')).catch(() => {})
}
