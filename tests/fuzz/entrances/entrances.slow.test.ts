import { expect, test } from 'vitest'
import { seed } from '../settings'
import { fuzzEntrances } from './fuzz-entrances'

// The long form, which also measures how much slower other calls become, is tests/attack/entrances.release.test.ts.
test('10,000 hostile requests to all operations and MCP methods get documented responses, and the server works after a restart', async () => {
  const figures = await fuzzEntrances({ warmUpMs: 0, attackMs: 20_000, leastRequests: 10_000, settleMs: 0, seed })
  console.log(JSON.stringify(figures))
  expect(figures.report.faults).toEqual({})
  expect(figures.report.requests).toBeGreaterThanOrEqual(10_000)
  expect(figures.restarted.statuses).toEqual({ 200: figures.restarted.calls })
}, 600_000)
