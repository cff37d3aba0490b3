import { describe, expect, test } from 'vitest'
import { filterOf, foldInto, type LineFilter, type Row, type Run } from '@/server/features/batches/row'

const row = (line: number, status: Row['status'], more: Partial<Row> = {}): Row => ({
  line,
  status,
  input: `line ${line}`,
  same_as: null,
  listing: null,
  problem: status === 'left' ? null : { code: 'unsupported_link', detail: `why ${line}`, cid: null, place_id: null },
  ...more,
})

/** Folds rows like a page does, and returns the line numbers of each entry. */
function folded(rows: readonly Row[]) {
  const entries: Array<Row | Run> = []
  for (const one of rows) if (!foldInto(entries, one)) entries.push(one)
  return entries.map((one) => ('to' in one ? [one.from, one.to, one.reason] : one.line))
}

describe('consecutive lines that were not looked up', () => {
  const rows = ['found', 'unreadable', 'unreadable', 'unreadable', 'unreadable', 'failed', 'unreadable', 'unreadable']
    .map((status, index) => row(index + 1, status as Row['status']))
    .concat([9, 10, 11].map((line) => row(line, 'left')))

  test('become one entry with the first line’s reason, if there are three or more', () => {
    expect(folded(rows)).toEqual([1, [2, 5, 'why 2'], 6, 7, 8, [9, 11, null]])
  })

  test('become the same entries when the lines are read backward', () => {
    expect(folded(rows.toReversed())).toEqual([[9, 11, null], 8, 7, 6, [2, 5, 'why 2'], 1])
  })

  test('are several entries if there are other lines between them, even filtered lines', () => {
    expect(folded([2, 4, 6, 8].map((line) => row(line, 'unreadable')))).toEqual([2, 4, 6, 8])
    expect(folded([2, 3, 4, 6, 7, 8].map((line) => row(line, 'unreadable')))).toEqual([
      [2, 4, 'why 2'],
      [6, 8, 'why 6'],
    ])
  })
})

describe('a filter', () => {
  const wants = (filter: LineFilter, one: Row) => filterOf(filter)(one)

  test('selects lines by status and problem', () => {
    expect(wants({}, row(1, 'found'))).toBe(true)
    expect(
      (['found', 'failed', 'unreadable', 'left'] as const).map((one) => wants({ status: 'to_check' }, row(1, one))),
    ).toEqual([false, true, true, true])
    expect(wants({ code: 'unsupported_link' }, row(1, 'unreadable'))).toBe(true)
    expect(wants({ code: 'unsupported_link' }, row(1, 'left'))).toBe(false)
    expect(wants({ code: 'unsupported_link', status: 'failed' }, row(1, 'unreadable'))).toBe(false)
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
