import type { CallFacts } from '@/server/platform/observability/call-facts'

/** A completed call, for tests of telemetry and call logs. */
export const callFacts: CallFacts = {
  requestId: '0f1e2d3c-4b5a-4978-8796-a5b4c3d2e1f0',
  operation: 'resolve',
  method: 'POST',
  status: 200,
  code: null,
  isOfInput: false,
  startedMs: 1_800_000_000_000,
  durationMs: 250,
  storeMs: 2,
  upstreamMs: null,
  keyId: null,
  traceparent: null,
}
