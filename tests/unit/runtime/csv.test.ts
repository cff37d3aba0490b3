import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { cellsIn, csvOf, csvRows, LongNumber, plainCsvRows } from '@/server/platform/runtime/csv'
import { growthOf, maxGrowth } from '../../support/growth'

/** Splits CSV like a spreadsheet that uses semicolons as separators: quotes count only at the start of a cell. */
function cellsWithSemicolons(csv: string): string[] {
  const cells: string[] = []
  let rest = csv.replace(/^\ufeff/, '')
  while (rest !== '') {
    const [all, quoted, plain = ''] = /^(?:"((?:[^"]|"")*)")?([^;\r\n]*)(?:;|\r\n|\r|\n|$)/.exec(rest) ?? ['']
    cells.push(`${quoted ?? ''}${plain}`)
    rest = rest.slice(Math.max(1, all.length))
  }
  return cells
}

const attempts = [
  'a;=1+1',
  '=1+1;b',
  "a; =cmd|' /C calc'!A0;b",
  'a;\t@SUM(1)',
  'a\n=1+1',
  'a\r\n-1+1;+2',
  '\t=1',
  '";=1+1',
  ...[...'＝＋－＠﹦﹢﹣﹫'].flatMap((start) => [`${start}1+1`, ` \u200b${start}1`, `a;${start}1`]),
  ...['\u200b', '\u2060\u00ad', '\ufeff', '\u3164', '\u0000', '\u202e', '\ufe0f\u00a0'].flatMap((unseen) => [
    `${unseen}=1+1`,
    `a;${unseen}@SUM(1)`,
  ]),
]

/** Returns a cell as a tool sees it that drops what is invisible and turns compatible forms into the usual ones. */
const seen = (cell: string) => cell.replaceAll(/[\s\p{C}\p{DI}]/gu, '').normalize('NFKC')

test.each(attempts)('%j is not a formula in a CSV, whether its cells are split at commas or semicolons', (text) => {
  for (const csv of [
    csvRows([['x', text, 'y'], [text]]),
    csvOf([
      { name: 'x', line: text },
      { name: text, line: 'y' },
    ]),
  ]) {
    expect(cellsWithSemicolons(csv).filter((cell) => /^[=+\-@]/.test(seen(cell)))).toEqual([])
  }
})

test('a cell with a semicolon is quoted, and other text is unchanged', () => {
  expect(csvRows([['Café; Bar', 'https://maps.example/?a=-1;b', 'a-b', 5, null, new LongNumber('7')]])).toBe(
    '"Café; Bar","https://maps.example/?a=-1;b",a-b,5,,"=""7"""\r\n',
  )
  expect(csvRows([['\r=1', '\t=1']])).toBe("\"'\r'=1\",'\t=1\r\n")
  expect(csvOf([{ 'a;b': 'x;y' }])).toBe('\ufeff"a;b"\r\n"x;y"\r\n')
})

test('a number that a spreadsheet would round is a formula that returns its digits', () => {
  expect(csvRows([['2950359333223072708', '49301234567', '123456789012']])).toBe(
    '"=""2950359333223072708""",49301234567,"=""123456789012"""\r\n',
  )
})

describe('any cells are read as they were written', () => {
  const character = fc.constantFrom(...'ab7 ,;"\'=+-@\t\r\n\ufeff\u00a0é:/?.&')
  const cell = fc.oneof(
    fc.string({ unit: character, maxLength: 6 }),
    fc.constantFrom('+49 30 1234567', '-5', '=1+1', '@x', "'+49", "''=1", "a;'=1", '2950359333223072708', '="7"'),
  )
  const rows = fc.array(cell, { minLength: 2, maxLength: 4 })
  const split = (csv: string) => Papa.parse<string[]>(csv, { newline: '\r\n', delimiter: ',' }).data
  const result = [
    ['cid', 'hex_cid', 'moved_from_place_id'],
    [new LongNumber('7'), '0x7', null],
  ]

  test('in a CSV for spreadsheets', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        const csv = csvRows([...result, cells])
        expect(cellsIn(csv)(split(csv)[2] ?? [])).toEqual(cells)
        for (const cell of cells.filter((one) => /^[\w:/?.&]{0,11}$/.test(one)))
          expect(csvRows([[cell]])).toBe(`${cell}\r\n`)
      }),
    )
  })

  test('in a CSV for programs, whose cells may look as if they were for a spreadsheet', () => {
    fc.assert(
      fc.property(rows, (cells) => {
        const csv = plainCsvRows([...result, cells])
        expect(split(csv)[2]).toEqual(cells)
        expect(cellsIn(csv)(cells)).toEqual(cells)
      }),
    )
  })

  test('in a CSV from another program', () => {
    const csv = 'phone,number\r\n\'+49,"=""0049"""\r\n'
    expect(split(csv).map(cellsIn(csv))).toEqual(split(csv))
  })
})

test('the time to write a cell is proportional to its length', () => {
  const rowsOf = (length: number) => [
    [';'.repeat(length), '\t'.repeat(length), `;${' \u200b'.repeat(length / 2)}x`, ';＝'.repeat(length / 2)],
  ]
  expect(growthOf(rowsOf, csvRows, 65_536)).toBeLessThan(maxGrowth)
})

test('the time to restore a cell is proportional to its length', () => {
  const restored = cellsIn(csvRows([['moved_from_place_id', new LongNumber('7'), '0x7']]))
  const rowOf = (length: number) => [
    `;${' \u200b'.repeat(length / 2)}x`,
    `;${' '.repeat(length)}${"'".repeat(length)}`,
    "'".repeat(length),
    ";'=".repeat(length / 3),
  ]
  expect(growthOf(rowOf, restored, 65_536)).toBeLessThan(maxGrowth)
})
