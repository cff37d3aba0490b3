import { expect, test } from 'vitest'
import { createBudget } from '@/components/pictures/budget'

test('up to ten pictures are rendered in a burst, then one every two seconds', () => {
  let nowMs = 1_000
  const mayDraw = createBudget(() => nowMs)
  const drawn = (tries: number) => Array.from({ length: tries }, mayDraw).filter(Boolean).length
  expect(drawn(50)).toBe(10)
  nowMs += 1_999
  expect(drawn(50)).toBe(0)
  nowMs += 1
  expect(drawn(50)).toBe(1)
  nowMs += 7_000
  expect(drawn(50)).toBe(3)
  nowMs += 1_000
  expect(drawn(50)).toBe(1)
  nowMs += 3_600_000
  expect(drawn(50)).toBe(10)
})
