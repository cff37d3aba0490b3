import { describe, expect, test } from 'vitest'
import { costWords } from '@/components/audit/repeat'
import type { Batch } from '@/components/batches/batch'
import { ceilingOfCalls } from '@/server/places/upstream/cost'

const prices = {
  lookupCents: ceilingOfCalls('details_enterprise', 1),
  searchCents: ceilingOfCalls('search_enterprise', 1),
}

/** 63 lines: 60 that were looked up, 2 without a link, and 1 that wasn’t looked up. */
const line_counts = { total: 63, unreadable: 2, not_sent: 1 } as Batch['line_counts']
const batch = { line_counts, details: 'checked', test: false } as const

describe('the cost of running a batch again', () => {
  test('is at most one lookup for each line, and Google’s price for links and names', () => {
    // 61 at 2 cents, and 2 at 3.5 cents.
    expect(costWords(batch, 'full', prices)).toBe(
      'A new run uses up to 63 of your plan’s lookups, and Google charges the operator up to $1.29.',
    )
    expect(costWords(batch, 'checked', prices)).toBe(
      'A new run uses up to 60 of your plan’s lookups, and Google charges nothing.',
    )
  })

  test('is never rounded down', () => {
    const one = { ...batch, line_counts: { total: 1, unreadable: 1, not_sent: 0 } as Batch['line_counts'] }
    expect(costWords(one, 'full', prices)).toContain('up to $0.04')
  })

  test('omits Google if this server doesn’t use it, and everything for a test key', () => {
    expect(costWords(batch, 'full', null)).toBe('A new run uses up to 63 of your plan’s lookups.')
    expect(costWords({ ...batch, test: true }, 'full', prices)).toBe(
      'A new run uses sample data and no lookups, because the batch was created with a test key.',
    )
  })
})
