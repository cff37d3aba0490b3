import { randomUUID } from 'node:crypto'
import { env } from '@/server/env'
import { afterAnswer } from '@/server/runtime/after-answer'
import { perProcess } from '@/server/runtime/per-process'
import { withTimeout } from '@/server/runtime/with-timeout'
import type { CallFacts } from './call-facts'
import { meterCall, traceCall } from './instruments'
import { createThrottledLog } from './log-error'

interface Telemetry {
  /** Sends the spans and metrics of a call. Returns the id of the trace it belongs to. */
  observe(facts: CallFacts): string
  stop(): Promise<void>
}

/** How long the end of the process, or of a function on Vercel, waits for a collector that does not answer. */
const sendTimeoutMs = 3_000

/** The exporters that record every call; empty without a collector. */
export const telemetry = perProcess<Telemetry>('telemetry')
let starting: Promise<Telemetry> | undefined

/**
 * Starts to send traces and metrics over OTLP/HTTP if `OTEL_EXPORTER_OTLP_ENDPOINT` names a collector; otherwise the
 * libraries are not even loaded. The exporters and samplers read OpenTelemetry's own variables.
 * @see https://opentelemetry.io/docs/specs/otel/protocol/exporter/
 */
export async function startTelemetry(): Promise<void> {
  if (!env().OTEL_EXPORTER_OTLP_ENDPOINT || telemetry.value) return
  starting ??= openTelemetry()
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

async function openTelemetry(): Promise<Telemetry> {
  const { OTEL_SERVICE_NAME, OTEL_METRIC_EXPORT_INTERVAL, VERCEL } = env()
  const [api, tracing, metrics, resources, { OTLPTraceExporter }, { OTLPMetricExporter }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-node'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/exporter-metrics-otlp-http'),
  ])
  const tell = createThrottledLog()
  const failed = (text: string) => tell('telemetry could not be delivered', new Error(text))
  const quiet = () => {}
  const logger = { error: failed, warn: failed, info: quiet, debug: quiet, verbose: quiet }
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true })

  const resource = resources
    .defaultResource()
    // Without an id of its own each process would overwrite what the others have counted.
    .merge(resources.resourceFromAttributes({ 'service.name': OTEL_SERVICE_NAME, 'service.instance.id': randomUUID() }))
    .merge(resources.detectResources({ detectors: [resources.envDetector] }))
  // Not the global provider: Next would add spans of its own, with addresses in them.
  const tracers = new tracing.NodeTracerProvider({
    resource,
    spanProcessors: [new tracing.BatchSpanProcessor(new OTLPTraceExporter())],
  })
  const exportIntervalMillis = OTEL_METRIC_EXPORT_INTERVAL
  const reader = new metrics.PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis,
    exportTimeoutMillis: Math.min(10_000, exportIntervalMillis),
  })
  const meters = new metrics.MeterProvider({ resource, readers: [reader] })

  const trace = traceCall(api, tracers.getTracer('pinref'))
  const meter = meterCall(meters.getMeter('pinref'))
  return {
    observe(facts) {
      meter(facts)
      const traceId = trace(facts)
      // A function on Vercel is frozen once it has answered, so it would send nothing later.
      if (VERCEL) afterAnswer(inTime([tracers.forceFlush(), meters.forceFlush()]))
      return traceId
    },
    stop: () => inTime([tracers.shutdown(), meters.shutdown({ timeoutMillis: sendTimeoutMs })]),
  }
}

/** Waits until everything is sent, but no longer than a collector may take. */
async function inTime(sending: Promise<void>[]): Promise<void> {
  const sent = Promise.allSettled(sending)
  await withTimeout(sent, sendTimeoutMs, () => new Error('the collector did not answer')).catch(() => {})
}
