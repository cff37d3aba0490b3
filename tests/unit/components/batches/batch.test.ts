import { describe, expect, it } from 'vitest'
import { type Batch, kindWords, standstillWords } from '@/components/batches/batch'

const nowMs = Date.UTC(2026, 10, 22)
const words = (batch: Partial<Batch>) => standstillWords({ reason: null, waits_until: null, ...batch } as Batch, nowMs)

describe('standstillWords', () => {
  it('says why a batch waits and until when', () => {
    expect(words({ state: 'waiting', reason: 'quota', waits_until: '2026-11-25T00:00:00.000Z' })).toBe(
      'You’re out of lookups for this month. It continues by itself in 3 days, or at once with a larger plan.',
    )
    expect(words({ state: 'waiting', reason: 'key_quota' })).toMatch(/continues by itself in 9 days\.$/)
    expect(words({ state: 'waiting', reason: 'failures' })).toMatch(/continues by itself in 24 hours\.$/)
    expect(words({ state: 'waiting', reason: 'upstream' })).toBe('Google’s limits are reached. It continues by itself.')
  })

  it('says why a batch is paused, and what to do', () => {
    expect(words({ state: 'paused' })).toMatch(/until you resume it/)
    expect(words({ state: 'paused', reason: 'key' })).toMatch(/Resume it here/)
    expect(words({ state: 'paused', reason: 'suspended' })).toMatch(/suspended/)
  })

  it('says nothing about a batch that is running or finished', () => {
    expect(words({ state: 'running' })).toBeNull()
    expect(words({ state: 'finished' })).toBeNull()
  })
})

describe('kindWords', () => {
  it('says whether a batch was started with an API key or a test key', () => {
    expect(kindWords({ details: 'full', key: null, test: false } as Batch)).toBe('With ratings')
    expect(kindWords({ details: 'none', key: 'k', test: false } as Batch)).toBe('Identifiers only, with an API key')
    expect(kindWords({ details: 'none', key: 'k', test: true } as Batch)).toBe('Identifiers only, with a test key')
  })
})
