import { expect, test } from 'vitest'
import type { ApiKey } from '@/components/keys/key-facts'
import { endingWords, replacementOf } from '@/components/keys/replaced'

const now = 1_800_000_000
const key = (id: string, created: number, replaces: string | null) => ({ id, created, replaces }) as ApiKey

test('a rotated key is shown with the key before it and the key after it', () => {
  const [first, second, third] = [key('a', 1, null), key('b', 2, 'a'), key('c', 3, 'b')]
  const keys = [third, second, first]
  expect(replacementOf(first, keys)).toEqual({ replaces: undefined, replacedBy: second })
  expect(replacementOf(second, keys)).toEqual({ replaces: first, replacedBy: third })
  expect(replacementOf(third, keys)).toEqual({ replaces: second, replacedBy: undefined })
})

test('a key that was rotated twice is shown with its newest successor, and a missing key is not shown', () => {
  const keys = [key('c', 3, 'a'), key('b', 2, 'a'), key('a', 1, null)]
  expect(replacementOf(key('a', 1, null), keys).replacedBy?.id).toBe('c')
  expect(replacementOf(key('z', 4, 'gone'), keys)).toEqual({ replaces: undefined, replacedBy: undefined })
})

test.each([
  [86_400 - 1, 'ends in 23 hours'],
  [30, 'ends within a minute'],
  [0, 'ended just now'],
  [-2 * 86_400, 'ended 2 days ago'],
])('a replaced key with %i seconds left %s', (left, words) => {
  expect(endingWords({ expires: now + left }, now)).toBe(words)
  expect(endingWords({ expires: null }, now)).toBeNull()
})
