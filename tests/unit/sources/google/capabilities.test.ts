import { expect, test } from 'vitest'
import { allCostCents, costWords } from '@/server/sources/google/capabilities'

test('each check of Google shows its maximum cost, and so do all checks together', () => {
  expect([costWords('details_ids'), costWords('details'), allCostCents]).toEqual(['free', 'up to $0.02', 2])
})
