import { expect, test } from 'vitest'
import { whenWords } from '@/components/operator/google-check'

test('a check’s time is shown in UTC', () => {
  expect(whenWords(Date.UTC(2026, 10, 22, 4, 9, 59) / 1000)).toBe('on November 22, 2026 at 04:09 UTC')
})
