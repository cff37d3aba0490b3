import { beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '@/server/metering/access/key-store'
import { finishedBatch, keepReading } from './results'
import { targetForTests } from './target'

const ms = 12_000

// Otherwise the burst limit would end the attack in its first second.
const target = targetForTests({ settings: { BURST_LIMIT: '1000000' } })
let key: string
let otherKey: string
/** The attacker's batches, by line format. */
const batches: Record<string, string> = {}

beforeAll(async () => {
  const { accountId } = await target.account('reader', 'starter')
  key = (await createKey(accountId ?? '', 'Test', null, { test: true })).key
  batches.short = await finishedBatch(target, key, 30_000, 90)
  batches.long = await finishedBatch(target, key, 5_000, 8_000)
  otherKey = (await target.account('other', 'starter')).keys[0]?.key ?? ''
  batches.other = await finishedBatch(target, otherKey, 1_000, 90)
}, 240_000)

describe('reading results without a pause does not affect memory or other callers', () => {
  test.each([
    ['20 downloads of short lines', 'short', '/results.csv', 20],
    ['20 downloads of long lines', 'long', '/results.jsonl', 20],
    ['290 connections with pages of short lines', 'short', '/results', 290],
    ['290 connections with pages of long lines', 'long', '/results?after=500', 290],
    ['290 connections with lines of a status that none has', 'long', '/results?state=failed', 290],
    [
      '290 connections with searches for a string that is nearly there',
      'long',
      `/results?q=${'x'.repeat(199)}%20`,
      290,
    ],
    ['30 connections with searches of 20,000 lines for a string that none has', 'short', '/results?q=none%20has', 30],
    ['30 connections with filters of 20,000 lines that none matches', 'short', '/results?code=internal_error', 30],
  ])('%s', async (_, form, path, connections) => {
    const { result, attacked, ratio, beforeMb, afterMb } = await target.attack(async () => {
      const [attack, other] = await Promise.all([
        keepReading(target, key, `/api/batches/${batches[form]}${path}`, connections, ms),
        keepReading(target, otherKey, `/api/batches/${batches.other}/results?limit=100`, 1, ms, 250),
      ])
      return { attack, other }
    })
    expect(Object.keys(attacked.statuses)).toEqual(['200'])
    expect(ratio).toBeLessThan(3)
    expect(afterMb - beforeMb).toBeLessThan(100)
    const { attack, other } = result
    expect(attack.statuses[200] ?? 0).toBeGreaterThan(0)
    expect(Object.keys(attack.statuses).filter((status) => status !== '200' && status !== '429')).toEqual([])
    expect(attack.withoutRetryAfter).toBe(0)
    expect(Object.keys(other.statuses)).toEqual(['200'])
    expect(other.longestMs).toBeLessThan(5_000)
  })
})
