import { describe, expect, it, test } from 'vitest'
import { addedHeadings } from '@/server/features/lists/added-columns'
import { likelySheet, linesLayout, roleOf, sheetLayout, withRole } from '@/server/features/lists/sheet-layout'

const guessed = { headingRow: null, columns: null }
const placeIds = ['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'ChIJaXQRs6lZwokRY6EFpJnhNNE']
const sheet = [
  ['Kundenliste – Stand 11/2026', '', '', ''],
  [],
  ['Kd-Nr', 'Name', 'Maps', 'Ort'],
  ['1', 'Café Anna', placeIds[0] ?? '', 'Rom'],
  ['2', 'Bäckerei Lux', placeIds[1] ?? '', 'Köln'],
]

describe('sheetLayout', () => {
  it('finds the headings below a title, and what the columns hold', () => {
    const { layout, rows } = sheetLayout(sheet, [], guessed)
    expect(layout).toMatchObject({ headingRow: 3, names: ['Kd-Nr', 'Name', 'Maps', 'Ort'], ownColumns: 0 })
    expect(layout.columns).toEqual({ link: 2, name: 1, address: [3], country: null, reference: 0 })
    expect(rows).toBe(sheet)
  })

  it('reads the chosen headings and columns, and still knows its guess', () => {
    const columns = { link: 2, name: null, address: [], country: null, reference: null }
    const { layout } = sheetLayout(sheet, [], { headingRow: 0, columns })
    expect(layout).toMatchObject({ headingRow: 0, names: ['Column 1', 'Column 2', 'Column 3', 'Column 4'], columns })
    expect(layout.guess.link).toBe(2)
  })

  it('names columns that have no heading, that share one, or that have the links behind another', () => {
    const rows = [
      ['Maps', 'Maps', '', ''],
      ['Profil', 'x', 'y', placeIds[0] ?? ''],
    ]
    expect(sheetLayout(rows, [0], { headingRow: 1, columns: null }).layout.names).toEqual([
      'Maps',
      'Maps 2',
      'Column 3',
      'Maps (link)',
    ])
  })

  it('removes the columns that Pinref added to an earlier file, wherever they are', () => {
    const [row = '', state = ''] = addedHeadings
    const again = [
      ['Name', row, 'Maps', state.toUpperCase()],
      ['Café Anna', '2', placeIds[0] ?? '', 'found'],
      ['Bäckerei Lux', '3', placeIds[1] ?? '', 'found'],
    ]
    const { layout, rows } = sheetLayout(again, [], guessed)
    expect(layout).toMatchObject({ headingRow: 1, names: ['Name', 'Maps'], ownColumns: 2 })
    expect(layout.columns).toMatchObject({ link: 1, name: 0 })
    expect(rows[1]).toEqual(['Café Anna', placeIds[0]])
  })
})

it('a heading above a list of lines is not a line', () => {
  expect(linesLayout([['url'], [placeIds[0] ?? ''], [placeIds[1] ?? '']])).toMatchObject({ headingRow: 1, names: [] })
  expect(linesLayout([['Some name']])).toMatchObject({ headingRow: 0, columns: { link: 0 } })
  expect(linesLayout([['Hotel 1'], ['Hotel 2'], ['Hotel 3']]).headingRow).toBe(0)
})

test('a column has one role, and each role but the address has one column', () => {
  const before = { link: 0, name: 1, address: [2], country: null, reference: null }
  expect(withRole(before, 2, 'link')).toEqual({ link: 2, name: 1, address: [], country: null, reference: null })
  expect(withRole(before, 1, 'address')).toEqual({
    link: 0,
    name: null,
    address: [1, 2],
    country: null,
    reference: null,
  })
  expect(withRole(before, 0, null)).toEqual({ ...before, link: null })
  expect([0, 1, 2, 3].map((index) => roleOf(before, index))).toEqual(['link', 'name', 'address', null])
})

test('the sheet with the list is chosen, not the one that explains it or a hidden one', () => {
  const cover = [['Please read'], ['Don’t change the columns.']]
  const list = [
    ['Name', 'Link'],
    ['Trevi Fountain', 'https://maps.google.com/?cid=17759648132674796470'],
  ]
  const sheet = (rows: string[][], isHidden = false) => ({ rows, isHidden, linkColumns: [] })
  expect(likelySheet([sheet(cover), sheet(list, true), sheet(list)])).toBe(2)
  expect(likelySheet([sheet([]), sheet(cover), sheet([['x'], ['y']])])).toBe(1)
  expect(likelySheet([sheet([]), sheet([['only one']])])).toBe(1)
  expect(likelySheet([sheet([])])).toBe(0)
})
