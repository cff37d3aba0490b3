import { randomUUID } from 'node:crypto'
import type { Meter } from '@opentelemetry/api'
import type { MetricData, MetricReader } from '@opentelemetry/sdk-metrics'
import { afterResponse } from '@/server/platform/runtime/after-answer'
import { perProcess } from '@/server/platform/runtime/per-process'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import type { CallFacts } from './call-facts'
import { type Count, meterCall, meterCounts, meterProcess, type ProcessKind, traceCall } from './instruments'
import { createThrottledLog } from './logger'

interface Telemetry {
  /** Sends a call's spans and metrics. Returns the call's trace id, if there are spans. */
  observe(facts: CallFacts): string | undefined
  count: Count
  /** Returns this process's counts since the last call, and its gauges, for Prometheus. */
  collect(): Promise<MetricData[]>
  stop(): Promise<void>
}

/** This process's kind and additional measurements. */
interface Part {
  kind: ProcessKind
  /** Creates additional instruments. */
  gauges?(meter: Meter): void
}

/** How long an exiting process, or a Vercel function, waits for a collector that does not respond. */
const sendTimeoutMs = 3_000

/** The exporters that record every call. Empty unless a collector or Prometheus is set up. */
export const telemetry = perProcess<Telemetry>('telemetry')
let starting: Promise<Telemetry> | undefined

/**
 * Starts measuring if `METRICS_PORT` is set, and starts sending traces and metrics over OTLP/HTTP if
 * `OTEL_EXPORTER_OTLP_ENDPOINT` is set. If neither is set, the libraries are not even loaded. The exporters and
 * samplers read OpenTelemetry's own variables.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export async function startTelemetry(part: Part = { kind: 'worker' }): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT, METRICS_PORT } = env()
  if ((!OTEL_EXPORTER_OTLP_ENDPOINT && METRICS_PORT === undefined) || telemetry.value) return
  starting ??= openTelemetry(part)
  telemetry.value = await starting
}

/** Sends the remaining data and stops. Gives up on a collector that does not respond in time. */
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
    // Without its own id, each process would overwrite the other processes' counts.
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
  const measure = kind === 'primary' ? () => {} : meterCall(meter)
  // A Vercel function is frozen between calls, which would look like an event loop delay.
  const stopMeasuring = VERCEL ? () => {} : meterProcess(meter, kind)
  gauges?.(meter)
  return {
    observe(facts) {
      measure(facts)
      const traceId = collector?.trace(facts)
      // A Vercel function is frozen after its response, so nothing could be sent later.
      if (VERCEL) afterResponse(inTime([collector?.flush(), meters.forceFlush()]))
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

/** Opens the exporters to a collector. */
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
  // This is not the global provider, because Next would add its own spans, which contain URLs.
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

/**
 * Creates the reader for Prometheus. The reader returns only new counts, so counts from exited processes are not lost.
 */
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

/** Waits until everything is sent, up to the collector's time limit. */
async function inTime(sending: Array<Promise<void> | undefined>): Promise<void> {
  const sent = Promise.allSettled(sending)
  await withTimeout(sent, sendTimeoutMs, () => new Error('the collector did not respond')).catch(() => {})
}
