import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type CheckReport, createOutcomeOf, sortByOutcome } from '@/server/places/sources/google/check-report'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const report: CheckReport = {
  checkedSeconds: 1,
  key: 'x',
  results: [{ capability: 'zero_half', outcome: 'works', reason: null }],
}

test('outcomes are read in the background, once a minute, and kept if a read fails', async () => {
  const read = vi.fn(async (): Promise<CheckReport | null> => report)
  const outcomeOf = createOutcomeOf(read)
  expect(outcomeOf('zero_half')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect([outcomeOf('zero_half'), outcomeOf('g.page')]).toEqual(['works', undefined])
  expect(read).toHaveBeenCalledOnce()
  read.mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(outcomeOf('zero_half')).toBe('works')
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomeOf('zero_half')).toBe('works')
  read.mockResolvedValue(null)
  await vi.advanceTimersByTimeAsync(60_000)
  outcomeOf('zero_half')
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomeOf('zero_half')).toBeUndefined()
})

test('sortByOutcome puts working results first and failed results last, and keeps the rest in order', () => {
  const items = (['details', 'zero_half', 'cid_link', 'legacy_cid'] as const).map((capability) => ({ capability }))
  const ordered = sortByOutcome(items, (capability) =>
    capability === 'legacy_cid'
      ? 'works'
      : capability === 'details'
        ? 'wrong'
        : capability === 'cid_link'
          ? 'off'
          : undefined,
  )
  expect(ordered.map(({ capability }) => capability)).toEqual(['legacy_cid', 'zero_half', 'cid_link', 'details'])
})
