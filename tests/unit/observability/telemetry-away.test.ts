import { expect, test, vi } from 'vitest'
import { watchCall } from '@/server/platform/observability/call-record'
import { startTelemetry, stopTelemetry, telemetry } from '@/server/platform/observability/telemetry'
import { callFacts } from '../../support/call-facts'
import { freePort } from '../../support/free-port'

const facts = { ...callFacts, operation: 'convert', durationMs: 1, storeMs: 0.5 }

test('telemetry remains off without a collector, and can still be stopped', async () => {
  await startTelemetry()
  expect(telemetry.value).toBeUndefined()
  await stopTelemetry()
})

test('an unreachable collector is logged once and delays neither calls nor the exit', async () => {
  vi.resetModules()
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${await freePort()}`
  process.env.OTEL_EXPORTER_OTLP_TIMEOUT = '500'
  const afresh = await import('@/server/platform/observability/telemetry')
  await afresh.startTelemetry()

  // Both would exceed this test's time limit if they waited for the collector.
  for (let call = 0; call < 1_000; call++) watchCall(facts)
  await afresh.stopTelemetry()
  const messages = stderr.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('telemetry'))
  expect(messages).toHaveLength(1)
  expect(JSON.parse(messages[0] ?? '')).toMatchObject({ level: 'error', message: 'telemetry could not be delivered' })
})
