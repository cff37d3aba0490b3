import { describe, expect, test } from 'vitest'
import { forecastOf, forecastWords, todayWords } from '@/components/usage/forecast'

const day = (day: number, count: number, outcome = 'ok') => ({ day, operation: 'resolve', outcome, count })
const usage = (month: string, used: number, limit: number | null, days: ReturnType<typeof day>[] = []) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const resetSeconds = Date.UTC(year, number) / 1000
  return { month, plan: 'starter' as const, used, limit, resetSeconds, days, sources: [] }
}
const at = (text: string) => Date.parse(`${text}Z`)

describe('the forecast for a month', () => {
  test.each([
    ['a third of November', usage('2026-11', 100, 1_000), '2026-11-11T00:00', 300],
    ['half of a February of 28 days', usage('2027-02', 140, 1_000), '2027-02-15T00:00', 280],
    ['half of a February of 29 days', usage('2028-02', 145, 1_000), '2028-02-15T12:00', 290],
    ['31 days, an unlimited plan', usage('2026-12', 6_200, null), '2026-12-03T00:00', 96_100],
    ['the last moment', usage('2026-11', 977, 1_000), '2026-11-30T23:59:59.999', 977],
  ])('extrapolates the calls so far to the whole month: %s', (_, month, now, calls) => {
    expect(forecastOf(month, at(now))).toEqual({ calls, usedUpMs: null })
  })

  test('is shown from the third day on, after the first call, until the quota is used up', () => {
    expect(forecastOf(usage('2026-11', 500, 1_000), at('2026-11-01T00:00'))).toBeNull()
    expect(forecastOf(usage('2026-11', 500, 1_000), at('2026-11-02T23:59'))).toBeNull()
    expect(forecastOf(usage('2026-11', 0, 1_000), at('2026-11-20T00:00'))).toBeNull()
    expect(forecastOf(usage('2026-11', 0, null), at('2026-11-20T00:00'))).toBeNull()
    expect(forecastOf(usage('2026-11', 1_000, 1_000), at('2026-11-20T00:00'))).toBeNull()
    expect(forecastOf(usage('2026-11', 1_200, 1_000), at('2026-11-20T00:00'))).toBeNull()
  })

  test('is rounded to three digits, but never below the calls so far', () => {
    expect(forecastOf(usage('2026-11', 12_345, null), at('2026-11-11T00:00'))?.calls).toBe(37_000)
    expect(forecastOf(usage('2026-11', 12_344, null), at('2026-11-30T23:59:59.999'))?.calls).toBe(12_344)
  })

  test('says when the quota would be used up', () => {
    const month = usage('2026-11', 500, 1_000)
    const forecast = forecastOf(month, at('2026-11-11T00:00'))
    expect(forecast).toEqual({ calls: 1_500, usedUpMs: at('2026-11-21T00:00') })
    expect(forecast && forecastWords(forecast, month)).toBe(
      'At this rate, about 1,500 calls by November 30. Your plan’s 1,000 would be used up around November 21.',
    )
    expect(forecastWords({ calls: 3_400, usedUpMs: null }, month)).toBe(
      'At this rate, about 3,400 calls by November 30.',
    )
  })
})

describe('today’s calls', () => {
  const now = at('2026-11-22T15:00')
  const october = (...days: ReturnType<typeof day>[]) => usage('2026-10', 0, null, days)
  const november = (...days: ReturnType<typeof day>[]) => usage('2026-11', 0, 1_000, days)

  test.each([
    [120, 130, 'Today so far: 120 calls, 8% fewer than on October 22 (130).'],
    [260, 130, 'Today so far: 260 calls, 100% more than on October 22 (130).'],
    [130, 130, 'Today so far: 130 calls, as many as on October 22 (130).'],
    [1_000, 1_001, 'Today so far: 1,000 calls, nearly as many as on October 22 (1,001).'],
    [1, 0, 'Today so far: 1 call. There were none on October 22.'],
    [0, 40, 'Today so far: no calls, 100% fewer than on October 22 (40).'],
    [0, 0, 'Today so far: no calls, and none on October 22.'],
  ])('are compared with the same day of the previous month: %d and %d', (today, then, words) => {
    expect(todayWords(november(day(22, today)), october(day(22, then)), now)).toBe(words)
  })

  test('include only that day’s answered calls', () => {
    const current = november(day(21, 9), day(22, 10), day(22, 5), day(22, 70, 'failed'), day(22, 70, 'rejected'))
    expect(todayWords(current, october(day(21, 3), day(22, 10)), now)).toMatch(/15 calls, 50% more/)
  })

  test('are shown without a comparison if the account is too new', () => {
    expect(todayWords(november(day(22, 3)), null, now)).toBe('Today so far: 3 calls.')
    expect(todayWords(november(), null, now)).toBe('Today so far: no calls.')
  })

  test.each([
    ['2026-10-31T12:00', '2026-10', '2026-09', 30, 'September 30'],
    ['2027-03-31T12:00', '2027-03', '2027-02', 28, 'February 28'],
    ['2028-03-31T12:00', '2028-03', '2028-02', 29, 'February 29'],
    ['2027-01-01T00:00', '2027-01', '2026-12', 1, 'December 1'],
  ])(
    'are compared on %s with the same day of the previous month, or its last day if it is shorter',
    (moment, month, before, lastDay, name) => {
      const words = todayWords(
        usage(month, 0, null, [day(Number(moment.slice(8, 10)), 2)]),
        usage(before, 0, null, [day(lastDay, 1)]),
        at(moment),
      )
      expect(words).toBe(`Today so far: 2 calls, 100% more than on ${name} (1).`)
    },
  )
})
