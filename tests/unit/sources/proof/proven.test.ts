import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Proof } from '@/server/sources/proof/proof-shape'
import { byProof, createProven } from '@/server/sources/proof/proven'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const proof: Proof = { checkedSeconds: 1, key: 'x', tries: [{ way: 'zero_half', outcome: 'works', why: null }] }

test('what was proven is read beside the calls, once a minute', async () => {
  const read = vi.fn(async (): Promise<Proof | null> => proof)
  const proven = createProven(read)
  expect(proven('zero_half')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  expect([proven('zero_half'), proven('g.page')]).toEqual(['works', undefined])
  expect(read).toHaveBeenCalledOnce()
  read.mockRejectedValueOnce(new Error('away'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(proven('zero_half')).toBe('works')
  await vi.advanceTimersByTimeAsync(1)
  expect(proven('zero_half')).toBe('works')
  read.mockResolvedValue(null)
  await vi.advanceTimersByTimeAsync(60_000)
  proven('zero_half')
  await vi.advanceTimersByTimeAsync(1)
  expect(proven('zero_half')).toBeUndefined()
})

test('what works comes first, what was refused last, the others stay in their order', () => {
  const items = (['details', 'zero_half', 'cid_link', 'legacy_cid'] as const).map((way) => ({ way }))
  const ordered = byProof(items, (way) =>
    way === 'legacy_cid' ? 'works' : way === 'details' ? 'wrong' : way === 'cid_link' ? 'off' : undefined,
  )
  expect(ordered.map(({ way }) => way)).toEqual(['legacy_cid', 'zero_half', 'cid_link', 'details'])
})
