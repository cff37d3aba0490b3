import { expect, test } from 'vitest'
import { allCostCents, costWords } from '@/server/places/sources/google/capabilities'

test('each Google check shows its maximum cost, and so do all checks together', () => {
  expect([costWords('details_ids'), costWords('details'), allCostCents]).toEqual(['free', 'up to $0.02', 2])
})
