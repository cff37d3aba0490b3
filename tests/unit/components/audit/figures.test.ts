import { describe, expect, test } from 'vitest'
import {
  closuresIfUnknown,
  closuresUnknown,
  dayWords,
  headline,
  overlapWords,
  partsOf,
  partWords,
  sinceWords,
} from '@/components/audit/figures'

const none = {
  fine: 0,
  moved: 0,
  closed_permanently: 0,
  closed_temporarily: 0,
  not_found: 0,
  duplicate: 0,
  name_differs: 0,
  not_checked: 0,
}

/** 60 lines: 50 fine, 2 not checked, 8 with ten findings. */
const mixed = { ...none, fine: 50, not_checked: 2, moved: 4, closed_permanently: 3, name_differs: 3 }

describe('the bar', () => {
  test('divides all lines, although a line can have several findings', () => {
    const parts = partsOf(mixed, 60)
    expect(parts).toEqual({ fine: 50, to_fix: 8, not_checked: 2 })
    expect(parts.fine + parts.to_fix + parts.not_checked).toBe(60)
    expect(overlapWords(mixed, 60, 'line')).toBe('A line can have several findings: 12 findings in 10 lines.')
  })

  test('needs no explanation if each line has one finding', () => {
    expect(overlapWords({ ...none, fine: 57, moved: 2, not_checked: 1 }, 60, 'line')).toBeNull()
  })

  test('is described in words', () => {
    expect(partWords('fine', 1, 'line')).toBe('1 line is fine')
    expect(partWords('to_fix', 1_200, 'line')).toBe('1,200 lines to fix')
    expect(partWords('not_checked', 2, 'listing')).toBe('2 listings not checked')
  })
})

test.each([
  [mixed, 60, '50 of 60 lines are fine'],
  [{ ...none, fine: 1, moved: 1 }, 2, '1 of 2 lines is fine'],
  [{ ...none, fine: 1_200 }, 1_200, 'All 1,200 lines are fine'],
  [{ ...none, fine: 1 }, 1, 'The line is fine'],
  [{ ...none, not_checked: 3, duplicate: 1 }, 3, 'Nothing was checked'],
  [none, 0, 'No lines'],
])('an audit is summed up in a sentence', (counts, total, words) => {
  expect(headline(counts, total, 'line')).toBe(words)
})

describe('closures', () => {
  const audit = (not_checked: number, not_found: number, closures_known: number) =>
    Object.assign({}, none, { not_checked, not_found, closures_known })

  test('are unknown for checked lines without a business status', () => {
    expect(closuresUnknown(audit(3, 1, 2), 60)).toBe(55)
    expect(closuresUnknown(audit(3, 1, 57), 60)).toBe(0)
  })

  test('have no count if only missing listings are known', () => {
    expect(closuresIfUnknown(audit(3, 2, 2), 60)).toEqual(['closed_permanently', 'closed_temporarily'])
    expect(closuresIfUnknown(audit(3, 2, 3), 60)).toEqual([])
    expect(closuresIfUnknown(audit(0, 2, 2), 2)).toEqual([])
  })
})

describe('the comparison with an earlier run', () => {
  test('has new findings first, most urgent first, and then how many are gone', () => {
    const appeared = { moved: 1, closed_permanently: 3, not_found: 0 }
    expect(sinceWords('October 12', appeared, { moved: 1, closed_temporarily: 1 })).toBe(
      'Since October 12: 3 permanently closed, 1 moved to another listing; 2 fixed.',
    )
    expect(sinceWords('October 12', {}, { duplicate: 1 })).toBe('Since October 12: 1 fixed.')
  })

  test('ignores which lines were checked', () => {
    expect(sinceWords('October 12', { not_checked: 3 }, { not_checked: 5 })).toBe('Since October 12: no changes.')
  })

  test('has the year only if it isn’t the current one', () => {
    const now = Date.parse('2026-11-20T12:00:00Z')
    expect(dayWords('2026-10-12T12:00:00Z', now)).toBe('October 12')
    expect(dayWords('2025-12-31T12:00:00Z', now)).toBe('December 31, 2025')
  })
})
