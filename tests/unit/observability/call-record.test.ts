import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchCall } from '@/server/platform/observability/call-record'
import { flushLog } from '@/server/platform/observability/logger'
import { callFacts } from '../../support/call-facts'

const facts = { ...callFacts, durationMs: 203.456789, storeMs: 0.71, upstreamMs: 201.5, keyId: 'k_1' }

let written = ''

beforeEach(() => {
  written = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk, ...rest) => {
    written += chunk
    for (const one of rest) if (typeof one === 'function') one()
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function lines() {
  await flushLog()
  return written
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

test('a batch is logged with its items by outcome, as an error if an item failed through no fault of the caller', async () => {
  const batch = { ...facts, operation: 'batch' }
  watchCall({ ...batch, items: { ok: 97, invalid_cid: 2, monthly_quota_exhausted: 1 } })
  watchCall({ ...batch, items: { ok: 99, upstream_unavailable: 1 } })
  expect(await lines()).toMatchObject([
    { level: 'info', operation: 'batch', items: { ok: 97, invalid_cid: 2, monthly_quota_exhausted: 1 } },
    { level: 'error', items: { ok: 99, upstream_unavailable: 1 } },
  ])
})

test('a call or batch item that reached the operator’s own cap is not an error', async () => {
  watchCall({ ...facts, status: 500, code: 'upstream_cap_reached' })
  watchCall({ ...facts, operation: 'batch', items: { ok: 1, upstream_cap_reached: 99 } })
  watchCall({ ...facts, operation: 'batch', items: { internal_error: 1, upstream_cap_reached: 99 } })
  expect(await lines()).toMatchObject([
    { level: 'info', status: 500, code: 'upstream_cap_reached' },
    { level: 'info', items: { upstream_cap_reached: 99 } },
    { level: 'error', items: { internal_error: 1 } },
  ])
})

test('a call is logged as one line of JSON with its known fields', async () => {
  watchCall(facts)
  expect(await lines()).toEqual([
    {
      level: 'info',
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      requestId: facts.requestId,
      operation: 'resolve',
      method: 'POST',
      status: 200,
      durationMs: 203.457,
      storeMs: 0.71,
      upstreamMs: 201.5,
      keyId: 'k_1',
      message: 'call',
    },
  ])
})

test('the log line omits the store, the upstream, and the key if the call used none', async () => {
  watchCall({ ...facts, status: 400, code: 'invalid_request', storeMs: null, upstreamMs: null, keyId: null })
  const [line] = await lines()
  expect(line).toMatchObject({ level: 'info', status: 400, code: 'invalid_request' })
  expect(Object.keys(line)).not.toEqual(expect.arrayContaining(['storeMs']))
  expect(line).not.toHaveProperty('upstreamMs')
  expect(line).not.toHaveProperty('keyId')
})

test('a call that failed because the store was down is logged as an error', async () => {
  watchCall({ ...facts, status: 503, code: 'store_unavailable' })
  expect((await lines())[0]).toMatchObject({ level: 'error', status: 503, code: 'store_unavailable' })
})

test('the log line has the caller’s trace id, but nothing from an invalid traceparent', async () => {
  watchCall({ ...facts, traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' })
  watchCall({ ...facts, traceparent: 'https://maps.app.goo.gl/secret' })
  const [traced, untraced] = await lines()
  expect(traced.traceId).toBe('4bf92f3577b34da6a3ce929d0e0e4736')
  expect(untraced).not.toHaveProperty('traceId')
  expect(written).not.toContain('goo.gl')
})
