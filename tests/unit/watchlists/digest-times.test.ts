import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextDigestMs } from '@/server/features/watchlists/watchlist'

const at = (text: string) => Date.parse(text)
const next = (digest: 'daily' | 'weekly', now: string) => new Date(nextDigestMs(digest, at(now))).toISOString()

test.each([
  ['daily', '2026-11-25T06:59:59.999Z', '2026-11-25T07:00:00.000Z'],
  ['daily', '2026-11-25T07:00:00.000Z', '2026-11-26T07:00:00.000Z'],
  ['daily', '2026-12-31T23:00:00.000Z', '2027-01-01T07:00:00.000Z'],
  ['weekly', '2026-11-25T09:00:00.000Z', '2026-11-30T07:00:00.000Z'],
  ['weekly', '2026-11-30T06:00:00.000Z', '2026-11-30T07:00:00.000Z'],
  ['weekly', '2026-11-30T07:00:00.000Z', '2026-12-07T07:00:00.000Z'],
  ['weekly', '2026-11-29T23:59:59.000Z', '2026-11-30T07:00:00.000Z'],
] as const)('a %s digest after %s is due at %s', (digest, now, due) => {
  expect(next(digest, now)).toBe(due)
})

test('a daily digest is due at the next 7:00 UTC, a weekly one on the next Monday', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('daily' as const, 'weekly' as const),
      fc.integer({ min: 0, max: 4e12 }),
      (digest, now) => {
        const due = new Date(nextDigestMs(digest, now))
        expect(due.toISOString()).toMatch(/T07:00:00\.000Z$/)
        if (digest === 'weekly') expect(due.getUTCDay()).toBe(1)
        expect(due.getTime()).toBeGreaterThan(now)
        expect(due.getTime() - now).toBeLessThanOrEqual((digest === 'daily' ? 1 : 7) * 86_400_000)
      },
    ),
  )
})
