import { expect, test } from 'vitest'
import { answeredShare, boundWords, budgetWords, toneOf, upstreamState } from '@/components/status/figures'
import { durationBound, standingOf } from '@/server/metering/usage/counts'

test('the success rate is rounded down, so 100% means that no call failed', () => {
  expect(answeredShare({ ok: 3, failed: 0 })).toBe('100%')
  expect(answeredShare({ ok: 99_999, failed: 1 })).toBe('99.99%')
  expect(answeredShare({ ok: 2, failed: 1 })).toBe('66.66%')
  expect(answeredShare({ ok: 0, failed: 1 })).toBe('0%')
})

test('a day is good with up to one failure in a thousand, and fair with up to one in twenty', () => {
  expect(toneOf({ ok: 0, failed: 0 })).toBe('none')
  expect(toneOf({ ok: 999, failed: 1 })).toBe('good')
  expect(toneOf({ ok: 998, failed: 2 })).toBe('fair')
  expect(toneOf({ ok: 19, failed: 1 })).toBe('fair')
  expect(toneOf({ ok: 18, failed: 1 })).toBe('poor')
})

test('a percentile is the upper bound for that share of responses', () => {
  const durations = [
    { boundMs: 10, calls: 50 },
    { boundMs: 20, calls: 48 },
    { boundMs: 50, calls: 1 },
    { boundMs: null, calls: 1 },
  ]
  expect(durationBound(durations, 0.5)).toBe(10)
  expect(durationBound(durations, 0.51)).toBe(20)
  expect(durationBound(durations, 0.99)).toBe(50)
  expect(durationBound(durations, 0.995)).toBeNull()
  expect(durationBound([{ boundMs: 10, calls: 0 }], 0.5)).toBeUndefined()
  expect([boundWords(50, 15_000), boundWords(1_500, 15_000), boundWords(null, 15_000)]).toEqual([
    'under 50 ms',
    'under 1.5 s',
    'over 15 s',
  ])
})

test('Google is shown as down if most lookups fail, and as idle if there are none', () => {
  expect(upstreamState({ asked: 0, unanswered: 0 }).state).toBe('idle')
  expect(upstreamState({ asked: 10, unanswered: 0 })).toEqual({ state: 'up', words: 'Responding' })
  expect(upstreamState({ asked: 1_000, unanswered: 3 })).toEqual({
    state: 'up',
    words: '3 of 1,000 lookups in the last two hours failed',
  })
  expect(upstreamState({ asked: 10, unanswered: 6 }).state).toBe('down')
})

test('the error budget is one failure per thousand calls over 30 days, and says when it is used up', () => {
  const days = (ok: number, failed: number) => [
    { day: 'before the 30 days', ok: 0, failed: 500 },
    ...Array.from({ length: 30 }, () => ({ day: 'one of them', ok, failed })),
  ]
  const words = (ok: number, failed: number) => budgetWords(standingOf({ days: days(ok, failed), ownDurations: [] }))
  expect(words(0, 0)).toBe('No calls yet')
  expect(words(4_999, 1)).toBe('80% left (30 of 150 allowed failures)')
  expect(words(997, 3)).toBe('Used up (90 of 30 allowed failures)')
  expect(standingOf({ days: days(999, 1), ownDurations: [] })).toMatchObject({ availability: 0.999, calls: 30_000 })
})
