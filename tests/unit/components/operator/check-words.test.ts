import { expect, test } from 'vitest'
import { costOfAll, costOfCheck, whenWords } from '@/components/operator/check-words'

test('each check of Google shows its maximum cost, and so do all checks together', () => {
  expect([costOfCheck('details_ids'), costOfCheck('details'), costOfAll()]).toEqual(['free', 'up to $0.02', '$0.02'])
})

test('the time of a check is shown in UTC', () => {
  expect(whenWords(Date.UTC(2026, 10, 22, 4, 9, 59) / 1000)).toBe('on November 22, 2026 at 04:09 UTC')
})
