import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '@/server/metering/access/key-store'
import { watched } from './memory'
import { probeDuring } from './probe'
import { finishedBatch, keepReading } from './results'
import { startTarget, type Target } from './target'

const ms = 12_000

let target: Target
let probeKey: string
let key: string
let otherKey: string
/** The attacker's batches, by line format. */
const batches: Record<string, string> = {}

beforeAll(async () => {
  // Otherwise the burst limit would end the attack in its first second.
  target = await startTarget({ BURST_LIMIT: '1000000' })
  probeKey = (await target.account('probe', 'unlimited')).keys[0]?.key ?? ''
  const { accountId } = await target.account('reader', 'starter')
  key = (await createKey(accountId ?? '', 'Test', null, { test: true })).key
  batches.short = await finishedBatch(target, key, 30_000, 90)
  batches.long = await finishedBatch(target, key, 5_000, 8_000)
  otherKey = (await target.account('other', 'starter')).keys[0]?.key ?? ''
  batches.other = await finishedBatch(target, otherKey, 1_000, 90)
}, 240_000)
afterAll(() => target.stop())

describe('reading results without a pause does not affect memory or other callers', () => {
  test.each([
    ['20 downloads of short lines', 'short', '/results.csv', 20],
    ['20 downloads of long lines', 'long', '/results.jsonl', 20],
    ['290 connections with pages of short lines', 'short', '/results', 290],
    ['290 connections with pages of long lines', 'long', '/results?after=500', 290],
    ['290 connections with lines of a status that none has', 'long', '/results?status=failed', 290],
    [
      '290 connections with searches for a string that is nearly there',
      'long',
      `/results?q=${'x'.repeat(199)}%20`,
      290,
    ],
    ['30 connections with searches of 20,000 lines for a string that none has', 'short', '/results?q=none%20has', 30],
    ['30 connections with filters of 20,000 lines that none matches', 'short', '/results?code=internal_error', 30],
  ])('%s', async (_, form, path, connections) => {
    const { result, ...memory } = await watched(target.app, () =>
      probeDuring(target.url, probeKey, async () => {
        const [attack, other] = await Promise.all([
          keepReading(target, key, `/api/batches/${batches[form]}${path}`, connections, ms),
          keepReading(target, otherKey, `/api/batches/${batches.other}/results?limit=100`, 1, ms, 250),
        ])
        return { attack, other }
      }),
    )
    console.log(JSON.stringify({ ...memory, ...result }))
    expect(Object.keys(result.attacked.statuses)).toEqual(['200'])
    expect(result.ratio).toBeLessThan(3)
    expect(memory.afterMb - memory.beforeMb).toBeLessThan(100)
    const { attack, other } = result.result
    expect(attack.statuses[200] ?? 0).toBeGreaterThan(0)
    expect(Object.keys(attack.statuses).filter((status) => status !== '200' && status !== '429')).toEqual([])
    expect(attack.withoutRetryAfter).toBe(0)
    expect(Object.keys(other.statuses)).toEqual(['200'])
    expect(other.longestMs).toBeLessThan(5_000)
  })
})
