import { expect, test } from 'vitest'
import {
  countRows,
  lineBuckets,
  nameMatches,
  notSentReasons,
  type RowFacts,
  rowStates,
  sumsOf,
} from '@/server/features/lists/row-state'

test('every row of a list is counted once, and the sums add up', () => {
  const rows: RowFacts[] = [
    ...rowStates.flatMap((state) =>
      [null, ...nameMatches].map((name_match): RowFacts => ({ state, reason: null, name_match })),
    ),
    ...notSentReasons.map((reason): RowFacts => ({ state: 'not_sent', reason, name_match: null })),
  ]
  const sums = sumsOf(countRows(rows))
  expect(sums.rows).toBe(rows.length)
  expect(sums.rows).toBe(sums.headings + sums.blank + sums.lines)
  expect(sums.lines).toBe(sums.found + sums.to_check + sums.waiting)
  expect(sums.lines).toBe(lineBuckets.reduce((sum, bucket) => sum + sums[bucket], 0))
  expect(sums).toMatchObject({ headings: 2, blank: 1, found: 3, name_differs: 1, not_found: 4, not_sent: 7 })
})
