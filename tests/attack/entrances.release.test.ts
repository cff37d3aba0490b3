import { expect, test } from 'vitest'
import { fuzzEntrances } from '../fuzz/entrances/fuzz-entrances'
import { seed } from '../fuzz/settings'

test('hostile requests to every operation and MCP method do not affect other callers, memory, or a restart', async () => {
  const figures = await fuzzEntrances({ warmUpMs: 20_000, attackMs: 110_000, settleMs: 60_000, seed })
  const { idle, attacked, restarted, ratio, memory, report } = figures
  console.log(JSON.stringify(figures))
  expect(report.faults).toEqual({})
  expect(attacked.statuses).toEqual({ 200: attacked.calls })
  expect(ratio, `${attacked.p50Ms} ms instead of ${idle.p50Ms} ms`).toBeLessThan(3)
  expect(memory.after).toBeLessThan(memory.before + 100)
  expect(restarted.statuses).toEqual({ 200: restarted.calls })
}, 1_800_000)
