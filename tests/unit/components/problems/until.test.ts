import { describe, expect, it } from 'vitest'
import { nextUtcMidnightMs, untilWords } from '@/components/problems/until'

const at = (text: string) => Date.parse(text)

describe('the time until lookups are available again', () => {
  it('is in hours and minutes, omitting zeros', () => {
    expect(untilWords(at('2026-11-21T00:00:00Z'), at('2026-11-20T17:48:00Z'))).toBe('in 6 hours and 12 minutes')
    expect(untilWords(at('2026-11-21T00:00:00Z'), at('2026-11-20T22:59:00Z'))).toBe('in 1 hour and 1 minute')
    expect(untilWords(at('2026-11-21T00:00:00Z'), at('2026-11-20T22:00:00Z'))).toBe('in 2 hours')
    expect(untilWords(at('2026-11-21T00:00:00Z'), at('2026-11-20T23:30:00Z'))).toBe('in 30 minutes')
  })

  it('is in days and hours from two days onward', () => {
    expect(untilWords(at('2026-12-01T00:00:00Z'), at('2026-11-21T05:20:00Z'))).toBe('in 9 days and 19 hours')
    expect(untilWords(at('2026-12-01T00:00:00Z'), at('2026-11-29T00:00:00Z'))).toBe('in 2 days')
    expect(untilWords(at('2026-12-01T00:00:00Z'), at('2026-11-29T00:01:00Z'))).toBe('in 47 hours and 59 minutes')
  })

  it('is never less than a minute, so users don’t return too early', () => {
    expect(untilWords(at('2026-11-21T00:00:00Z'), at('2026-11-20T23:59:59Z'))).toBe('in 1 minute')
    expect(untilWords(at('2026-11-21T00:00:00Z'), at('2026-11-21T00:00:05Z'))).toBe('in 1 minute')
  })

  it('ends at the next midnight UTC', () => {
    expect(nextUtcMidnightMs(at('2026-11-20T23:59:59.999Z'))).toBe(at('2026-11-21T00:00:00Z'))
    expect(nextUtcMidnightMs(at('2026-11-21T00:00:00Z'))).toBe(at('2026-11-22T00:00:00Z'))
  })
})
