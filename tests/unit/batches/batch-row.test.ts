import { describe, expect, test } from 'vitest'
import { foldInto, type Run } from '@/server/features/batches/batch-row'
import type { Row } from '@/server/features/lists/row'
import { filterOf, type RowFilter, stateFilters } from '@/server/features/lists/row-filter'
import { countRows, type NotSentReason, rowStates, sumsOf } from '@/server/features/lists/row-state'

const row = (number: number, state: Row['state'], more: Partial<Row> = {}): Row => ({
  row: number,
  state,
  reason: null,
  input: `row ${number}`,
  duplicate_of: null,
  name_match: null,
  listing_status: null,
  business_status: null,
  findings: [],
  previous_findings: null,
  listing: null,
  problem: ['failed', 'unreadable'].includes(state)
    ? { code: 'unsupported_link', detail: `why ${number}`, cid: null, place_id: null }
    : null,
  ...more,
})

const notSent = (number: number, reason: NotSentReason) => row(number, 'not_sent', { reason })

/** Folds rows like a page does, and returns the row numbers of each entry. */
function folded(rows: readonly Row[]) {
  const entries: Array<Row | Run> = []
  for (const one of rows) if (!foldInto(entries, one)) entries.push(one)
  return entries.map((one) => ('to' in one ? [one.from, one.to, one.reason ?? one.detail] : one.row))
}

describe('consecutive rows that were not looked up', () => {
  const rows = ['found', 'unreadable', 'unreadable', 'unreadable', 'unreadable', 'failed', 'unreadable', 'unreadable']
    .map((state, index) => row(index + 1, state as Row['state']))
    .concat([9, 10, 11].map((number) => notSent(number, 'ended')))
    .concat([12, 13, 14].map((number) => notSent(number, 'blank')))

  test('become one entry with the first row’s reason, if there are three or more', () => {
    expect(folded(rows)).toEqual([1, [2, 5, 'why 2'], 6, 7, 8, [9, 11, 'ended'], [12, 14, 'blank']])
  })

  test('become the same entries when the rows are read backward', () => {
    expect(folded(rows.toReversed())).toEqual([[12, 14, 'blank'], [9, 11, 'ended'], 8, 7, 6, [2, 5, 'why 2'], 1])
  })

  test('are several entries if there are other rows between them, even filtered rows', () => {
    expect(folded([2, 4, 6, 8].map((number) => row(number, 'unreadable')))).toEqual([2, 4, 6, 8])
    expect(folded([2, 3, 4, 6, 7, 8].map((number) => row(number, 'unreadable')))).toEqual([
      [2, 4, 'why 2'],
      [6, 8, 'why 6'],
    ])
  })
})

describe('a filter', () => {
  const wants = (filter: RowFilter, one: Row) => filterOf(filter)(one)
  const differs = row(1, 'found', { name_match: 'different' })

  test('selects the lines that are counted under its name, without headings and blank rows', () => {
    const rows = [
      ...rowStates.map((state) => row(1, state, { reason: state === 'not_sent' ? 'no_link' : null })),
      differs,
      ...(['title', 'heading', 'blank'] as const).map((reason) => notSent(1, reason)),
    ]
    const { rows: all, headings, blank, lines, ...counts } = sumsOf(countRows(rows))
    expect(rows.filter((one) => wants({}, one))).toHaveLength(all)
    for (const state of stateFilters) {
      expect(rows.filter((one) => wants({ state }, one)).length, state).toBe(counts[state])
      expect(counts[state]).toBeGreaterThan(0)
    }
    expect(rows.filter((one) => wants({ text: 'row 1' }, one))).toHaveLength(lines)
  })

  test('selects lines by problem', () => {
    expect(wants({ code: 'unsupported_link' }, row(1, 'unreadable'))).toBe(true)
    expect(wants({ code: 'unsupported_link' }, row(1, 'waiting'))).toBe(false)
    expect(wants({ code: 'unsupported_link', state: 'failed' }, row(1, 'unreadable'))).toBe(false)
  })

  test('searches the input, in any form, for the literal text', () => {
    const sent = (input: unknown) => row(1, 'failed', { input })
    expect(wants({ text: 'CAFÉ (' }, sent('Le café (Paris)'))).toBe(true)
    expect(wants({ text: '.*' }, sent('Le café'))).toBe(false)
    expect(wants({ text: 'roma' }, sent({ shop: 'Trattoria Roma', link: 'x' }))).toBe(true)
    expect(wants({ text: 'shop' }, sent({ shop: 'Trattoria Roma', link: 'x' }))).toBe(false)
    expect(wants({ text: '"deep":7' }, sent({ more: { deep: 7 } }))).toBe(true)
    expect(wants({ text: '7' }, sent({ id: 7, none: null }))).toBe(true)
  })
})
