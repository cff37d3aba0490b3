import { describe, expect, test } from 'vitest'
import { columnNames, headingRow, headingRowWith } from '@/server/features/lists/headings'
import { stepsOf } from '../links/steps'

const link = (number: number) => `https://maps.google.com/?cid=${5822041866838061234n + BigInt(number)}`

/** Sheets with the number of the row that has their headings. */
const sheets: ReadonlyArray<[name: string, heading: number, rows: string[][]]> = [
  [
    'headings in the first row',
    1,
    [
      ['Name', 'Adresse', 'Link'],
      ['Café Anna', 'Hauptstr. 1', link(1)],
      ['Bar Bo', 'Hauptstr. 2', link(2)],
    ],
  ],
  [
    'a title and a blank row above the headings',
    3,
    [
      ['Kundenliste – Stand 11/2026', '', '', ''],
      ['', '', '', ''],
      ['Kd.-Nr.', 'Firma', 'PLZ/Ort', 'Maps'],
      ['4711', 'Café Anna', '10115 Berlin', link(1)],
      ['4712', 'Bar Bo', '20095 Hamburg', ''],
      ['4713', 'Hotel Cäsar', '', link(2)],
    ],
  ],
  [
    'a title of two lines with a date and a link',
    4,
    [
      ['', '', ''],
      ['店舗一覧', '', '2026-11-27'],
      ['https://example.com', '', ''],
      ['店舗名', '住所', '店舗リンク'],
      ['渋谷店', '東京都渋谷区1-1', link(1)],
      ['新宿店', '東京都新宿区2-2', link(2)],
    ],
  ],
  [
    'a title of two cells above three columns',
    2,
    [
      ['Kundenliste', 'Stand 11/2026', ''],
      ['Kunde', 'Ort', 'Link'],
      ['Café Anna', 'Berlin', link(1)],
      ['Bar Bo', 'Hamburg', link(2)],
    ],
  ],
  [
    'a title above a sheet with one well-filled column',
    2,
    [
      ['Our clients', '', ''],
      ['Name', 'Link', 'Notes'],
      ['Café Anna', '', ''],
      ['Bar Bo', '', ''],
      ['Hotel C', link(1), ''],
      ['Pub D', '', 'new'],
    ],
  ],
  [
    'merged headings in two lines',
    2,
    [
      ['Nr', 'Name', 'Adresse', '', 'Link'],
      ['Nr', 'Name', 'Straße', 'Ort', 'Link'],
      ['1', 'Café Anna', 'Hauptstr. 1', 'Berlin', link(1)],
      ['2', 'Bar Bo', 'Hauptstr. 2', 'Hamburg', link(2)],
    ],
  ],
  [
    'headings that it doesn’t know',
    1,
    [
      ['Wer', 'Wo', 'Umsatz'],
      ['Café Anna', 'Berlin', '1.200'],
      ['Bar Bo', 'Hamburg', '900'],
    ],
  ],
  [
    'years as headings',
    1,
    [
      ['Wer', '2024', '2025', '2026'],
      ['Café Anna', '10', '20', '30'],
      ['Bar Bo', '11', '21', '31'],
    ],
  ],
  [
    'dates as headings',
    1,
    [
      ['Wer', '01.01.2026', '2026-02-01'],
      ['Café Anna', '10', '20'],
      ['Bar Bo', '11', '21'],
    ],
  ],
  [
    'no headings but years above years',
    0,
    [
      ['Café Anna', '2019'],
      ['Bar Bo', '2020'],
      ['Hotel Cäsar', '2021'],
    ],
  ],
  [
    'facts about the list above as many headings',
    4,
    [
      ['Bericht', 'Kundenliste'],
      ['Erstellt am', '27.11.2026'],
      ['', ''],
      ['Name', 'Link'],
      ['Café Anna', link(1)],
      ['Bar Bo', link(2)],
    ],
  ],
  [
    'two lines of headings, of which the first names groups',
    2,
    [
      ['Kunde', '', 'Adresse', '', 'Google'],
      ['Nr', 'Name', 'Straße', 'Ort', 'Link'],
      ['1', 'Café Anna', 'Hauptstr. 1', 'Berlin', link(1)],
      ['2', 'Bar Bo', 'Hauptstr. 2', 'Hamburg', link(2)],
    ],
  ],
  [
    'a sum above the headings',
    2,
    [
      ['Summe', '', '300'],
      ['Firma', 'Ort', 'Umsatz'],
      ['Café Anna', 'Berlin', '100'],
      ['Bar Bo', 'Hamburg', '200'],
    ],
  ],
  [
    'headings for only some of the columns',
    1,
    [
      ['Name', 'Link', '', ''],
      ['Café Anna', link(1), 'x', 'y'],
      ['Bar Bo', link(2), 'z', 'w'],
    ],
  ],
  [
    'no headings but links in the first row',
    0,
    [
      ['Café Anna', link(1)],
      ['Bar Bo', link(2)],
    ],
  ],
  [
    'a title but no headings',
    0,
    [
      ['Kundenliste', '', ''],
      ['Café Anna', 'Berlin', link(1)],
      ['Bar Bo', 'Hamburg', link(2)],
    ],
  ],
  [
    'no headings but numbers above numbers',
    0,
    [
      ['4711', 'Café Anna', '10115'],
      ['4712', 'Bar Bo', '20095'],
      ['4713', 'Hotel Cäsar', '80331'],
    ],
  ],
  [
    'no headings but a value that is repeated',
    0,
    [
      ['Café Anna', 'Berlin'],
      ['Bar Bo', 'Hamburg'],
      ['Hotel Cäsar', 'Berlin'],
    ],
  ],
  ['only headings', 1, [['Name', 'Address', 'Google Maps link']]],
  ['a list of links with a heading', 1, [['url'], [link(1)], [link(2)]]],
  ['a list of links with a heading in Japanese', 1, [['店舗リンク'], [link(1)], [link(2)]]],
  ['a list of links with a heading that it doesn’t know', 1, [['Profile_pages'], [link(1)], [link(2)]]],
  ['a list of links with a title and a heading', 3, [['Kunden 2026'], [''], ['Link'], [link(1)], [link(2)]]],
  ['a list of links without a heading', 0, [[link(1)], [link(2)]]],
  ['a list of names and links without a heading', 0, [['Blue Bottle Coffee'], [link(1)], ['Bar Bo'], ['Café Anna']]],
  ['a list of names with a heading', 1, [['店舗名'], ['渋谷店'], ['新宿店']]],
  ['a list of names without a heading', 0, [['Blue Bottle Coffee'], ['Bar Bo'], ['Café Anna']]],
  ['a list of one name', 0, [['Blue Bottle Coffee']]],
  ['nothing', 0, []],
  ['only blank rows', 0, [[''], ['', ''], []]],
]

describe('headingRow', () => {
  test.each(sheets)('finds the headings of a sheet with %s in row %i', (_, heading, rows) => {
    expect(headingRow(rows)).toBe(heading)
  })

  test('finds headings that have no cells above links behind texts', () => {
    const rows = [
      ['Unsere Partner', '', ''],
      ['Wer', 'Wo', ''],
      ['Café Anna', 'Berlin', link(1)],
      ['Bar Bo', 'Hamburg', link(2)],
    ]
    expect(headingRow(rows, [1])).toBe(2)
  })

  test('examines the same rows of a long sheet as of a short one', () => {
    const row = ['Café', 'Hauptstraße', link(1), 'x'.repeat(10_000), link(2)]
    const rows = (count: number) => Array.from({ length: count }, () => row)
    expect(stepsOf(() => headingRow(rows(10_000)))).toBe(stepsOf(() => headingRow(rows(50))))
  })
})

describe('headingRowWith', () => {
  const rows = [['Link', ''], [], ['Name', 'Link', 'Kd.-\nNr.'], ['Name', 'x', 'Link']]

  test.each([
    [['Link'], 1],
    [['Link', 'Name'], 3],
    [['Kd.- Nr.'], 3],
    [['Column 2', 'Link'], 1],
    [['Column 1'], 0],
    [['Ort'], 0],
    [[], 0],
  ])('finds the row with the columns %j in row %i', (names, heading) => {
    expect(headingRowWith(rows, names)).toBe(heading)
  })

  test('finds a column of links by its name', () => {
    expect(headingRowWith([['Kunden'], ['Maps', 'Ort', ''], ['Profil', 'Berlin', link(1)]], ['Maps (link)'], [0])).toBe(
      2,
    )
  })
})

describe('columnNames', () => {
  test('names columns that have no heading or the same one', () => {
    expect(columnNames([['t'], ['Link', ' Name ', '', 'Link'], ['1', '2', '3', '4', '5']], 2)).toEqual([
      'Link',
      'Name',
      'Column 3',
      'Link 2',
      'Column 5',
    ])
    expect(columnNames([['a', 'b']], 0)).toEqual(['Column 1', 'Column 2'])
  })

  test('names columns of links after the columns that have the links', () => {
    const rows = [
      ['Profil', 'Maps', 'Maps', '', ''],
      ['a', 'b', 'c', link(1), link(2)],
    ]
    expect(columnNames(rows, 1, [2, 0])).toEqual(['Profil', 'Maps', 'Maps 2', 'Maps 2 (link)', 'Profil (link)'])
  })
})
