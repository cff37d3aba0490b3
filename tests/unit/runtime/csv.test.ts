import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { csvOf, csvRows, LongNumber } from '@/server/platform/runtime/csv'
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

test('an unquoted cell is written as the library writes it, and reads back unchanged', () => {
  const character = fc.constantFrom(...'ab7 ,;"\'=+-@\t\r\n\ufeff\u00a0é:/?.&')
  const row = fc.array(fc.string({ unit: character, maxLength: 6 }), { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(row, (cells) => {
      const [read = []] = Papa.parse<string[]>(csvRows([cells]), { newline: '\r\n', delimiter: ',' }).data
      const guarded = read.map((cell, index) => (cell === cells[index] ? cell : cell.replaceAll("'", '')))
      expect(guarded).toEqual(cells.map((cell, index) => (cell === read[index] ? cell : cell.replaceAll("'", ''))))
      for (const cell of cells.filter((one) => /^[\w:/?.&]*$/.test(one))) expect(csvRows([[cell]])).toBe(`${cell}\r\n`)
    }),
  )
})

test('the time to write a cell is proportional to its length', () => {
  const rowsOf = (length: number) => [
    [';'.repeat(length), '\t'.repeat(length), `;${' \u200b'.repeat(length / 2)}x`, ';＝'.repeat(length / 2)],
  ]
  expect(growthOf(rowsOf, csvRows, 65_536)).toBeLessThan(maxGrowth)
})
